import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DECISIONS } from '../../src/versions/v1/decisions.ts'

const PROFILES = ['contract', 'n8n-1.41'] as const

/** The rules by which profiles differ, as the README prints them. */
export function profilesTable() {
  const head = `| rule | ${PROFILES.map(name => `\`${name}\``).join(' | ')} |\n|---|${PROFILES.map(() => '---|').join('')}`
  const rows = Object.values(DECISIONS).map(
    entry => `| ${entry.about} | ${PROFILES.map(name => entry[name].says).join(' | ')} |`,
  )
  return `<!-- profiles -->\n${[head, ...rows].join('\n')}\n<!-- /profiles -->`
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '../../README.md')
  const readme = await readFile(file, 'utf8')
  await writeFile(file, readme.replace(/<!-- profiles -->.*<!-- \/profiles -->/s, profilesTable))
}
