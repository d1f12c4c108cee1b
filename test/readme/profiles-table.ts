import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PROFILES, RULES } from '../../src/profile.ts'

/** The rules by which profiles differ, as the README prints them. */
export function profilesTable() {
  const head = `| rule | ${PROFILES.map(name => `\`${name}\``).join(' | ')} |\n|---|${PROFILES.map(() => '---|').join('')}`
  const rows = Object.values(RULES).map(
    entry => `| ${entry.rule} | ${PROFILES.map(name => entry[name].says).join(' | ')} |`,
  )
  return `<!-- profiles -->\n${[head, ...rows].join('\n')}\n<!-- /profiles -->`
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '../../README.md')
  const readme = await readFile(file, 'utf8')
  await writeFile(file, readme.replace(/<!-- profiles -->.*<!-- \/profiles -->/s, profilesTable))
}
