// Compares validators of workflows: see the help below. It is for maintainers, and in no test run.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { isRecord } from '../../../src/core/base/is-record.ts'
import { filesBelow } from '../../../src/core/seeding/files-below.ts'
import { ADAPTERS, type Said } from './adapters.ts'

const HELP = `Plays sound and broken workflows on this validator and on others, and prints a table in Markdown.

  bun test/tools/validators/run.ts CASES SOUND [--public FOLDER] [--max N] [--installed FOLDER] [--service FOLDER] [--only NAME] [--show]

  CASES               a JSON list of broken workflows: { id, base, kind, what, workflow }, and "sound": true where it is no defect
  SOUND               a folder with the sound ones that they were made of: BASE.json
  --public FOLDER     workflows (*.json, at any depth) whose nodes and connections are asked about: files with errors, true or false
  --max N             how many of these, at even distances (200)
  --installed FOLDER  where the others are installed from npm, once, outside of the repository; without it they are left out
  --service FOLDER    an installed service (bun run service), whose nodes' definitions one of them reads
  --only NAME         a validator, repeatable
  --show              prints what was not caught, and what is said of sound and public ones

A defect is caught where a validator says something that it does not say of the sound workflow. Errors and warnings count, advice does not.`

/** What each validator is asked, a file of its own each. */
interface Question {
  kind: 'sound' | 'case' | 'public'
  id: string
  base?: string
  isSound?: boolean
  file: string
}

interface Case {
  id: string
  base: string
  what: string
  sound?: boolean
  workflow: unknown
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      public: { type: 'string' },
      max: { type: 'string', default: '200' },
      installed: { type: 'string' },
      service: { type: 'string' },
      only: { type: 'string', multiple: true },
      show: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  const [cases, sound] = positionals
  if (values.help || cases === undefined || sound === undefined) {
    console.log(HELP)
    return values.help ? 0 : 2
  }
  const names = Object.keys(ADAPTERS).filter(name => values.only?.includes(name) ?? true)
  const installed = values.installed === undefined ? undefined : resolve(values.installed)
  if (installed !== undefined) installAll(names, installed)
  const folder = mkdtempSync(join(tmpdir(), 'validators-'))
  try {
    const defects = [...soundIn(sound, folder), ...casesIn(cases, folder)]
    const strangers = values.public === undefined ? [] : await publicIn(values.public, Number(values.max), folder)
    const count = defects.filter(({ kind, isSound }) => kind === 'case' && !isSound).length
    const soundCount = defects.length - count
    console.log(`${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model.trim()}, Bun ${process.versions.bun}\n`)
    console.log(
      `| validator | defects caught, of ${count} | as errors | false alarms, of ${soundCount} sound | public files with errors, of ${strangers.length} | processor seconds for all |`,
    )
    console.log('|---|---|---|---|---|---|')
    for (const name of names) {
      const row = rowOf(name, {
        defects,
        strangers,
        folder,
        installed,
        service: values.service,
        show: values.show ?? false,
      })
      console.log(`| ${name} | ${row.join(' | ')} |`)
    }
    return 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Scripts of the packages are not run: they build faster stores, which none of the validators needs. */
function installAll(names: readonly string[], folder: string) {
  const packages = [...new Set(names.flatMap(name => ADAPTERS[name]?.packages ?? []))]
  mkdirSync(folder, { recursive: true })
  const isThere = (one: string) => {
    const at = one.lastIndexOf('@')
    try {
      const { version } = JSON.parse(
        readFileSync(join(folder, 'node_modules', one.slice(0, at), 'package.json'), 'utf8'),
      )
      return version === one.slice(at + 1)
    } catch {
      return false
    }
  }
  for (const one of packages.filter(one => !isThere(one))) {
    try {
      execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', one], {
        stdio: ['ignore', 2, 2],
      })
    } catch {
      console.error(`${one} cannot be installed`)
    }
  }
}

function soundIn(folder: string, to: string): Question[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .map(name => {
      const id = name.slice(0, -'.json'.length)
      return {
        kind: 'sound',
        id,
        isSound: true,
        file: placed(to, `sound-${id}`, readFileSync(join(folder, name), 'utf8')),
      }
    })
}

function casesIn(file: string, to: string): Question[] {
  return (JSON.parse(readFileSync(file, 'utf8')) as Case[]).map(({ id, base, what, sound = false, workflow }) => ({
    kind: 'case',
    id: `${id} (${what})`,
    base,
    isSound: sound,
    file: placed(to, `case-${id}`, JSON.stringify(workflow)),
  }))
}

async function publicIn(folder: string, max: number, to: string): Promise<Question[]> {
  const { files } = await filesBelow(folder)
  const workflows = files.flatMap(file => (file.endsWith('.json') ? [{ file, text: workflowText(file) }] : []))
  const usable = workflows.filter(({ text }) => text !== undefined)
  const step = Math.max(usable.length / max, 1)
  const chosen = Array.from({ length: Math.min(max, usable.length) }, (_, at) => usable[Math.floor(at * step)])
  return chosen.map((one, at) => ({
    kind: 'public',
    id: one?.file ?? '',
    file: placed(to, `public-${at}`, one?.text ?? ''),
  }))
}

/** Nodes and connections alone: collections drop names, and add settings of their own. */
function workflowText(file: string): string | undefined {
  try {
    const { nodes, connections } = JSON.parse(readFileSync(file, 'utf8'))
    if (!Array.isArray(nodes) || nodes.length === 0 || !isRecord(connections)) return undefined
    return JSON.stringify({ name: 'Public', nodes, connections, settings: {} })
  } catch {
    return undefined
  }
}

/** A folder each: files of one folder know of each other's webhooks. */
function placed(folder: string, name: string, text: string): string {
  mkdirSync(join(folder, name), { recursive: true })
  const file = join(folder, name, 'workflow.json')
  writeFileSync(file, text)
  return file
}

interface Played {
  defects: readonly Question[]
  strangers: readonly Question[]
  folder: string
  installed: string | undefined
  service: string | undefined
  show: boolean
}

function rowOf(name: string, { defects, strangers, show, ...places }: Played): string[] {
  const adapter = ADAPTERS[name]
  if (adapter?.packages.length && places.installed === undefined)
    return ['not asked: it is not installed', '', '', '', '']
  if (adapter?.needsService && places.service === undefined)
    return [`not asked: ${adapter.needsService}`, '', '', '', '']
  try {
    const { said, seconds } = ask(name, [...defects, ...strangers], places)
    const of = (one: Question) => said[[...defects, ...strangers].indexOf(one)] ?? []
    const ofBase = Map.groupBy(
      defects.filter(({ kind }) => kind === 'sound'),
      ({ id }) => id,
    )
    const fresh = (one: Question) => {
      const base = ofBase.get(one.base ?? '')?.[0]
      const known = new Set((base ? of(base) : []).map(({ text }) => text))
      return of(one).filter(({ text }) => !known.has(text))
    }
    const broken = defects.filter(({ isSound }) => !isSound)
    const caught = broken.filter(one => fresh(one).length > 0)
    const asErrors = broken.filter(one => fresh(one).some(({ level }) => level === 'error'))
    const alarms = defects.filter(one => one.isSound && fresh(one).length > 0)
    const withErrors = strangers.filter(one => of(one).some(({ level }) => level === 'error'))
    if (show) {
      for (const { id } of broken.filter(one => !caught.includes(one))) console.error(`${name}: silent: ${id}`)
      for (const one of alarms) console.error(`${name}: of the sound ${one.id}: ${fresh(one)[0]?.text}`)
      for (const one of withErrors)
        console.error(`${name}: ${one.id}: ${of(one).find(({ level }) => level === 'error')?.text}`)
    }
    return [caught, asErrors, alarms, withErrors].map(list => String(list.length)).concat(seconds.toFixed(1))
  } catch (error) {
    return [`cannot be asked: ${(error as Error).message.split('\n')[0]}`, '', '', '', '']
  }
}

/** What a validator says of each, and its processor time of all, with its start. */
function ask(
  name: string,
  questions: readonly Question[],
  { folder, installed, service }: Omit<Played, 'defects' | 'strangers' | 'show'>,
) {
  const list = join(folder, 'list.json')
  const answer = join(folder, `answer-${name.replaceAll(/\W/g, '-')}.json`)
  writeFileSync(list, JSON.stringify(questions.map(({ file }) => file)))
  const command = [
    process.execPath,
    join(import.meta.dirname, 'ask.ts'),
    name,
    installed ?? '',
    service ?? '',
    list,
    answer,
  ]
  const run = Bun.spawnSync(command, {
    stdout: 'ignore',
    stderr: 'pipe',
    // one of them reports its use otherwise
    env: { ...process.env, DO_NOT_TRACK: '1' },
  })
  if (run.exitCode !== 0) throw new Error(run.stderr.toString().trim().split('\n').at(-1) ?? 'it stopped')
  return {
    said: JSON.parse(readFileSync(answer, 'utf8')) as Said[][],
    seconds: Number(run.resourceUsage.cpuTime.total) / 1e6,
  }
}
