import { expect, test } from 'bun:test'
import { textOf } from './documents.ts'
import { decisionsTable, operationsTable } from './versions-tables.ts'

test('docs/versions.md has the decisions that the code follows (bun test/readme/versions-tables.ts writes them)', () => {
  expect(textOf('docs/versions.md')).toContain(decisionsTable())
})

test('docs/versions.md has the operations of each version (bun test/readme/versions-tables.ts writes them)', async () => {
  const table = await operationsTable()
  expect(textOf('docs/versions.md')).toContain(table)
  expect(table).toMatch(/\n\| \*\*together\*\* \| 24 \| 24 \| 154 \|/)
})
