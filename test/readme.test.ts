import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SETTINGS } from '../src/config.ts'
import { profilesTable } from './readme/profiles-table.ts'

const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')

test("the README's table of profiles is the one that the code follows (bun test/readme/profiles-table.ts writes it)", () => {
  expect(readme).toContain(profilesTable())
})

test.each(Object.entries(SETTINGS).filter(([, setting]) => !('secret' in setting)))(
  'the README tells of --%s',
  name => {
    expect(readme).toContain(`--${name}`)
  },
)
