import { expect, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
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

const examples = join(import.meta.dirname, 'examples')

test.each((await readdir(examples)).filter(name => name.endsWith('.test.ts')))(
  'the README shows test/examples/%s as it is',
  async name => {
    const code = await readFile(join(examples, name), 'utf8')
    expect(readme).toContain(`\`\`\`ts\n// test/examples/${name}\n${code}\`\`\``)
  },
)
