// Writes the picture of docs/architecture.md: `bun test/checks/layers/floors.ts`.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesIn, importsOf, ROOT, SRC } from './read-imports.ts'
import { PAGE_FLOORS, roomOf } from './rooms.ts'

export const ARCHITECTURE = join(ROOT, 'docs/architecture.md')

/** Rooms that a picture leaves out: what is generated, and files of data. */
const LEFT_OUT = ['generated', 'data']

/** The rooms of the house by the imports of their files, the top floor first: a room imports only those below it. */
function floors(): string[][] {
  const imported = new Map<string, Set<string>>()
  for (const path of filesIn(SRC)) {
    const room = pictured(path)
    if (room === undefined || !path.endsWith('.ts') || path.includes('page/client/')) continue
    const rooms = imported.get(room) ?? new Set()
    for (const { to } of importsOf(path)) {
      const other = pictured(to)
      if (other !== undefined && other !== room) rooms.add(other)
    }
    imported.set(room, rooms)
  }
  const heights = new Map<string, number>()
  const heightOf = (room: string): number => {
    const known = heights.get(room)
    if (known !== undefined) return known
    const height = 1 + Math.max(0, ...Array.from(imported.get(room) ?? [], heightOf))
    heights.set(room, height)
    return height
  }
  const rooms = [...imported.keys()].sort()
  const top = Math.max(...rooms.map(heightOf))
  return Array.from({ length: top }, (_, down) => rooms.filter(room => heightOf(room) === top - down))
}

/** The room of a file, those of one folder of storage and of the versions as one. */
function pictured(path: string) {
  const room = roomOf(path)
  if (room === undefined || LEFT_OUT.includes(room)) return undefined
  if (room === 'version') return 'versions'
  return room.split('/')[0]
}

/** The picture: a line for each floor. */
export const picture = () =>
  ['<!-- floors -->', ...drawn(floors()), '', ...drawn(PAGE_FLOORS.toReversed()), '<!-- /floors -->'].join('\n')

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
