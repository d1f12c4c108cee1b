// Writes the nodes of docs/nodes.md: `bun test/checks/documents/nodes-table.ts`.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NODE_LIST } from '../../../src/runs/nodes/node-list.ts'

export const NODES_DOC = join(import.meta.dirname, '../../../docs/nodes.md')

/** Every type of node that runs, by what is said of it; those of which the same is said in one line. */
export function nodesTable(): string {
  const rows = new Map<string, string[]>()
  for (const [type, about] of Object.entries(NODE_LIST)) {
    rows.set(about, [...(rows.get(about) ?? []), `\`${shortName(type)}\``])
  }
  const lines = [...rows].map(([about, types]) => [types.toSorted().join(', '), about] as const)
  const sorted = lines.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([types, about]) => `| ${types} | ${about} |`)
  return ['<!-- nodes -->', '| node | what runs |', '|---|---|', ...sorted, '<!-- /nodes -->'].join('\n')
}

const shortName = (type: string) => type.replace(/^(n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./, '')

if (import.meta.main) {
  const page = await readFile(NODES_DOC, 'utf8')
  await writeFile(
    NODES_DOC,
    page.replace(/<!-- nodes -->[\s\S]*<!-- \/nodes -->/, () => nodesTable()),
  )
}
