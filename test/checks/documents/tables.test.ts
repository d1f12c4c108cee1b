import { expect, test } from 'bun:test'
import packageJson from '../../../package.json' with { type: 'json' }
import { picture } from '../layers/floors.ts'
import { textOf } from './documents.ts'
import { nodesTable } from './nodes-table.ts'
import { changesTables, operationsTable } from './versions-tables.ts'

/** The lines of a table that the page does not have, and those that the page has beside it. */
function differences(file: string, table: string) {
  const [name = ''] = table.split('\n')
  const page = textOf(file)
  const own = page.slice(page.indexOf(name)).split(`${name.replace('<!-- ', '<!-- /')}`)[0] ?? ''
  const [wanted, shown] = [table, own].map(text => text.split('\n').filter(line => line.startsWith('|')))
  return {
    missing: wanted?.filter(line => !shown?.includes(line)),
    left: shown?.filter(line => !wanted?.includes(line)),
  }
}

test('docs/versions.md has the decisions that the code follows (bun run generate writes them)', async () => {
  expect(differences('docs/versions.md', await changesTables())).toEqual({ missing: [], left: [] })
})

test('test/checks/conformance/tables.md has the operations of each version (bun run generate writes them)', async () => {
  const table = await operationsTable()
  expect(differences('test/checks/conformance/tables.md', table)).toEqual({ missing: [], left: [] })
  expect(table).toMatch(/\n\| \*\*together\*\* \| 24 \| 24 \| 42 \| 154 \|/)
})

test('docs/nodes.md has the nodes that run (bun run generate writes them)', () => {
  expect(textOf('docs/nodes.md')).toContain(nodesTable())
})

test('docs/architecture.md has the rooms as they stand (bun run generate writes them)', () => {
  const page = textOf('docs/architecture.md')
  expect(page).toContain(picture())
  expect(picture()).toMatch(/\n\| 1 \|.*`base`[\s\S]*\n\| 1 \| `html` \|\n/)
})

test('docs/CONTRIBUTING.md has a reason for each package at run time', () => {
  const table = textOf('docs/CONTRIBUTING.md').split('## Dependencies')[1]?.split('## ')[0] ?? ''
  const named = table
    .split('\n')
    .flatMap(line => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  expect(named.toSorted()).toEqual(Object.keys(packageJson.dependencies).toSorted())
})
