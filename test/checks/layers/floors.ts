// Writes the picture of docs/architecture.md: `bun test/checks/layers/floors.ts`.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './read-imports.ts'
import { PAGE_FLOORS, ROOMS, WINGS } from './rooms.ts'

export const ARCHITECTURE = join(ROOT, 'docs/architecture.md')

/** The floors of a table of who imports whom, the top one first: a room imports only those below it. */
export function floorsOf(table: Record<string, string[]>): string[][] {
  const heightOf = (room: string): number => 1 + Math.max(0, ...(table[room] ?? []).map(heightOf))
  const rooms = Object.keys(table)
  const top = Math.max(...rooms.map(heightOf))
  return Array.from({ length: top }, (_, down) => rooms.filter(room => heightOf(room) === top - down).sort())
}

/** The picture: a line for each floor. */
export const picture = () =>
  [
    '<!-- floors -->',
    ...drawn(floorsOf(WINGS)),
    '',
    'The rooms of core, of runs, and of the page (`src/page/client`):',
    '',
    ...drawn(floorsOf(ROOMS.core ?? {})),
    '',
    ...drawn(floorsOf(ROOMS.runs ?? {})),
    '',
    ...drawn(PAGE_FLOORS.toReversed()),
    '<!-- /floors -->',
  ].join('\n')

const drawn = (rows: string[][]) => [
  '| floor | rooms |',
  '|---|---|',
  ...rows.map((rooms, down) => `| ${rows.length - down} | ${rooms.map(room => `\`${room}\``).join(' · ')} |`),
]

if (import.meta.main) {
  const page = await readFile(ARCHITECTURE, 'utf8')
  await writeFile(
    ARCHITECTURE,
    page.replace(/<!-- floors -->[\s\S]*<!-- \/floors -->/, () => picture()),
  )
}
