import { expect, test } from 'bun:test'
import packageJson from '../../../package.json' with { type: 'json' }
import { picture } from '../layers/floors.ts'
import { differences, textOf } from './documents.ts'
import { nodesTable } from './nodes-table.ts'
import { changesTables, operationsTable } from './versions-tables.ts'

test('docs/versions.md has the decisions that the code follows (bun run generate writes them)', async () => {
  expect(differences('docs/versions.md', await changesTables())).toEqual({ missing: [], left: [] })
})

test('test/checks/conformance/tables.md has the operations of each version (bun run generate writes them)', async () => {
  const table = await operationsTable()
  expect(differences('test/checks/conformance/tables.md', table)).toEqual({ missing: [], left: [] })
  expect(table).toMatch(/\n\| \*\*together\*\* \| 24 \| 24 \| 42 \| 154 \|/)
})

test('docs/nodes.md has the nodes that run (bun run generate writes them)', () => {
  expect(differences('docs/nodes.md', nodesTable())).toEqual({ missing: [], left: [] })
  expect(textOf('docs/nodes.md').includes(nodesTable())).toBe(true)
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
