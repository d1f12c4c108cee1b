// Writes the tables of docs/versions.md and of test/checks/conformance/tables.md: `bun test/checks/documents/versions-tables.ts`.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Operation } from '../../../src/core/http/operation.ts'
import { loadVersion, VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import { fidelityTable, playEveryVersion, togetherTable } from '../conformance/fidelity-table.ts'

export const VERSIONS_DOC = join(import.meta.dirname, '../../../docs/versions.md')
export const OPERATIONS_DOC = join(import.meta.dirname, '../conformance/tables.md')

/** How each version differs from its neighbour. */
export async function changesTables() {
  const versions = await Promise.all(VERSION_NAMES.map(loadVersion))
  const tables = versions.flatMap(({ name, neighbour, changes }) => {
    if (neighbour === undefined) return []
    const differing = changes.filter(({ before, sentence }) => before !== sentence)
    const isStated = differing.some(({ before }) => before !== undefined)
    const head = ['about', ...(isStated ? [code(neighbour)] : []), code(name)]
    const rows = differing.map(({ subject, before = '', sentence }) => [
      subject,
      ...(isStated ? [before] : []),
      sentence,
    ])
    return [`### ${code(name)}, compared with ${code(neighbour)}`, '', ...lines(head, rows), '']
  })
  return ['<!-- changes -->', ...tables, '<!-- /changes -->'].join('\n')
}

/** Every operation, with the versions that have it, and what it asks of a key and of the licence. */
export async function operationsTable() {
  const versions = await Promise.all(VERSION_NAMES.map(loadVersion))
  const rows = new Map<string, { byVersion: Map<string, Operation>; shown: string }>()
  for (const { name, operations } of versions) {
    for (const operation of operations) {
      const shown = `${operation.method} ${operation.path.replaceAll(/:(\w+)/g, '{$1}')}`
      // versions name path parameters differently
      const key = shown.replaceAll(/\{\w+\}/g, '{}')
      const row = rows.get(key) ?? { byVersion: new Map(), shown }
      rows.set(key, { ...row, byVersion: row.byVersion.set(name, operation) })
    }
  }
  const cells = [...rows.values()].sort(byPath).map(({ byVersion, shown }) => {
    const newest = [...byVersion.values()].at(-1)
    return [
      code(shown),
      ...VERSION_NAMES.map(name => (byVersion.has(name) ? '•' : '')),
      [newest?.scope ?? []].flat().map(code).join(' or '),
      newest?.feature === undefined ? '' : code(newest.feature),
    ]
  })
  const counts = versions.map(({ operations }) => String(operations.length))
  return table(
    'operations',
    ['operation', ...VERSION_NAMES.map(code), 'scope', 'licence'],
    [['**together**', ...counts, '', ''], ...cells],
  )
}

/** How many of the measured cases each version answers as the service did. */
export const agreementTable = async () => fidelityTable(await playEveryVersion())

const code = (text: string) => `\`${text}\``
const byPath = (a: { shown: string }, b: { shown: string }) => (pathOf(a.shown) < pathOf(b.shown) ? -1 : 1)
const pathOf = (shown: string) => shown.split(' ').reverse().join(' ')

const table = (name: string, head: string[], rows: string[][]) =>
  [`<!-- ${name} -->`, ...lines(head, rows), `<!-- /${name} -->`].join('\n')

function lines(head: string[], rows: string[][]) {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`.replaceAll('  |', ' |')
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)]
}

if (import.meta.main) {
  const agreement = await agreementTable()
  await writeTables(VERSIONS_DOC, [togetherTable(agreement), await changesTables()])
  await writeTables(OPERATIONS_DOC, [agreement, await operationsTable()])
}

async function writeTables(file: string, tables: string[]) {
  let text = await readFile(file, 'utf8')
  for (const written of tables) {
    const name = /^<!-- (\w+) -->/.exec(written)?.[1]
    text = text.replace(new RegExp(`<!-- ${name} -->.*<!-- /${name} -->`, 's'), () => written)
  }
  await writeFile(file, text)
}
