import { expect, test } from 'bun:test'
import { textOf } from '../documents/documents.ts'
import { licencesTable } from './licences-table.ts'

test('the table of licences in docs/SECURITY.md is true (bun run generate writes it)', () => {
  expect(textOf('docs/SECURITY.md')).toContain(licencesTable())
})
