// Counts, in folders of workflows, the nodes that ask no service and do not run here: see the help below.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { isRecord } from '../../../src/core/base/is-record.ts'
import type { Node } from '../../../src/core/model/workflow.ts'
import { storedExclusion } from '../../../src/runs/nodes/excluded-modes.ts'
import { runsHere } from '../../../src/runs/nodes/node-list.ts'

const HELP = `Counts in how many workflows nodes stand that ask no service and do not run here.

  bun test/tools/engine/count-nodes.ts FOLDER… [--least PERCENT] [--write]

  FOLDER            workflows (*.json); the same nodes are counted once
  --least PERCENT   the least share of the workflows (0.5)
  --write           writes the table of docs/nodes.md

Exit code 1: one of them has no reason here.`

const MODEL = 'asks a model, or serves a node that does: a mock of that node stands for both'
const MACHINE = 'files of the machine where the service runs: a run reaches none'
/** Why a frequent one does not run. */
const REASONS: Readonly<Record<string, string>> = {
  'Extract from File: pdf': 'its text depends on the version of pdf.js, and on the fonts of the file: a mock gives it',
  'n8n-nodes-base.readWriteFile': MACHINE,
  'n8n-nodes-base.readBinaryFile': MACHINE,
  'n8n-nodes-base.readBinaryFiles': MACHINE,
  'n8n-nodes-base.writeBinaryFile': MACHINE,
  'n8n-nodes-base.localFileTrigger': MACHINE,
  'n8n-nodes-base.executeCommand': 'a program of the machine where the service runs: a run starts none',
  'n8n-nodes-base.rssFeedRead': 'it fetches an address: a mock gives the entries',
  'n8n-nodes-base.form': 'a page that a person fills in: a mock gives what was entered',
  'n8n-nodes-base.editImage': 'the service calls the program GraphicsMagick: a run starts none',
  'n8n-nodes-base.spreadsheetFile':
    'the library that the service has for spreadsheets is on the registry only with known weaknesses; Extract from File reads CSV',
  'Extract from File: xlsx':
    'the library that the service has for spreadsheets is on the registry only with known weaknesses; a mock gives the rows',
  Python: 'it needs an interpreter of Python: a mock gives what it returns',
}

/** A line of the parameters of a version. */
interface Described {
  type: string
  credentials?: unknown[]
}

/** The types that the version knows, and whether they ask a service with a credential. */
function describedTypes(): ReadonlyMap<string, boolean> {
  const file = join(import.meta.dir, '../../../data/n8n-2.41/parameters.jsonl')
  const types = new Map<string, boolean>()
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { type, credentials } = JSON.parse(line) as Described
    types.set(type, (types.get(type) ?? false) || credentials !== undefined)
  }
  return types
}

interface Counts {
  workflows: number
  /** Type, or what of one is not computed → workflows. */
  kinds: Map<string, number>
}

function countIn(folders: readonly string[]): Counts {
  const types = describedTypes()
  const seen = new Set<string>()
  const kinds = new Map<string, number>()
  for (const nodes of folders.flatMap(workflowsIn)) {
    const key = JSON.stringify(nodes.map(({ type, parameters }) => [type, parameters]))
    if (seen.has(key)) continue
    seen.add(key)
    for (const kind of new Set(nodes.flatMap(node => kindOf(node, types) ?? []))) {
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }
  }
  return { workflows: seen.size, kinds }
}

function workflowsIn(folder: string): Node[][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.json') && !path.includes('node_modules'))
    .flatMap(path => {
      const read = readJson(join(folder, path))
      if (!isRecord(read) || !Array.isArray(read.nodes) || !isRecord(read.connections)) return []
      const nodes = read.nodes.filter(node => isRecord(node) && typeof node.type === 'string')
      return nodes.length > 0 ? [nodes as Node[]] : []
    })
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** What of a node does not run here although it asks no service; nothing of any other node, and of unknown types. */
function kindOf(node: Node, types: ReadonlyMap<string, boolean>): string | undefined {
  const { type = '' } = node
  const excluded = storedExclusion(node)
  if (excluded !== undefined) return excluded
  return runsHere(type) || types.get(type) !== false ? undefined : type
}

const reasonOf = (kind: string) =>
  Object.hasOwn(REASONS, kind) ? REASONS[kind] : kind.startsWith('@n8n/n8n-nodes-langchain.') ? MODEL : undefined

/** Those with one reason in one line, by the share of the most frequent. */
function tableOf({ workflows, kinds }: Counts, least: number): { table: string; missing: string[] } {
  const share = (count: number) => (100 * count) / Math.max(workflows, 1)
  const frequent = [...kinds].filter(([, count]) => share(count) >= least).sort(([, a], [, b]) => b - a)
  const byReason = Map.groupBy(frequent, ([kind]) => reasonOf(kind) ?? '')
  const missing = (byReason.get('') ?? []).map(([kind]) => kind)
  const lines = [...byReason].map(([reason, entries]) => {
    const named = entries.map(([kind, count]) => `${nameOf(kind)} ${share(count).toFixed(1)}`)
    return `| ${named.join(', ')} | ${reason} |`
  })
  const heading = ['| % of workflows | why it does not run |', '|---|---|']
  return { table: ['<!-- frequent -->', ...heading, ...lines, '<!-- /frequent -->'].join('\n'), missing }
}

/** A type without its package. */
const nameOf = (kind: string) => (/^[@\w/-]+\.\w+$/.test(kind) ? `\`${kind.replace(/^.*\./, '')}\`` : kind)

function main(args: string[]): number {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { least: { type: 'string', default: '0.5' }, write: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  if (values.help || positionals.length === 0) {
    console.log(HELP)
    return values.help ? 0 : 2
  }
  const counts = countIn(positionals)
  const { table, missing } = tableOf(counts, Number(values.least))
  console.log(`${counts.workflows} workflows\n${table}`)
  for (const kind of missing) console.log(`without a reason: ${kind}`)
  if (values.write) {
    const file = join(import.meta.dir, '../../../docs/nodes.md')
    const page = readFileSync(file, 'utf8')
    const written = page.replace(/<!-- frequent -->[\s\S]*<!-- \/frequent -->/, () => table)
    Bun.write(
      file,
      written.replace(/Of [\d,]+ public workflows/, `Of ${counts.workflows.toLocaleString('en')} public workflows`),
    )
  }
  return missing.length > 0 ? 1 : 0
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2))
