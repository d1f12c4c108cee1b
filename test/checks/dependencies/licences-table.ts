import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runtimePackages } from './licences.ts'

const SECURITY = join(import.meta.dirname, '../../../docs/SECURITY.md')

/** How many packages are there when the service runs, by licence, as docs/SECURITY.md prints it. */
export function licencesTable() {
  const byLicence = Map.groupBy(runtimePackages(), ({ license }) => license.replace(/[()]/g, ''))
  const rows = [...byLicence]
    .sort(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1))
    .map(([license, packages]) => `| ${license} | ${packages.length} |`)
  return `<!-- licences -->\n${['| licence | packages |', '|---|---|', ...rows].join('\n')}\n<!-- /licences -->`
}

if (import.meta.main) {
  const text = await readFile(SECURITY, 'utf8')
  await writeFile(SECURITY, text.replace(/<!-- licences -->.*<!-- \/licences -->/s, licencesTable))
}
