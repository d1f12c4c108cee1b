import { expect, test } from 'bun:test'
import { licencesTable } from './licences-table.ts'
import { chapterOf } from './read-readme.ts'

test("the README's table of licences is true (bun test/readme/licences-table.ts writes it)", () => {
  expect(chapterOf('## Security')).toContain(licencesTable())
})
