import { readFile, writeFile } from 'node:fs/promises'
import { runtimePackages } from '../security/licences.ts'
import { README } from './read-readme.ts'

/** How many packages are there when the service runs, by licence, as the README prints it. */
export function licencesTable() {
  const byLicence = Map.groupBy(runtimePackages(), ({ license }) => license.replace(/[()]/g, ''))
  const rows = [...byLicence]
    .sort(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1))
    .map(([license, packages]) => `| ${license} | ${packages.length} |`)
  return `<!-- licences -->\n${['| licence | packages |', '|---|---|', ...rows].join('\n')}\n<!-- /licences -->`
}

if (import.meta.main) {
  const readme = await readFile(README, 'utf8')
  await writeFile(README, readme.replace(/<!-- licences -->.*<!-- \/licences -->/s, licencesTable))
}
