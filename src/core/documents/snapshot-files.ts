import { FORMAT, layout } from '../model/document.ts'
import type { Fixture } from '../model/fixture.ts'
import { parseDocumentJson } from '../model/parse-json.ts'
import type { Snapshot, SnapshotFiles } from '../seeding/contents.ts'
import { readFixture } from '../seeding/fixture.ts'
import { openDocumentFolder } from '../storage/document-folder.ts'
import { linesOf, wasRight } from '../storage/load-document.ts'

const NAME = /^[A-Za-z0-9._-]{1,64}$/
/** In the first bytes of a file, where `write` puts it. */
const CREATED_AT = /^\{\s*"format": *\d+,\s*"snapshot": *\{\s*"createdAt": *"([^"]+)"/

interface SnapshotFilesOptions {
  /** The document's path: its snapshots are in the folder `<file>.snapshots` beside it. */
  file: string
  durability?: 'disk' | 'process' | undefined
  report(message: string): void
  /** Whether a record is complete, and nothing is wrong with it. */
  isRight(collection: string, record: object): boolean
  /** Adds what a fixture leaves out of a document. */
  complete(fixture: Fixture): object
}

/**
 * Snapshots beside a document, each a document of its own, written and checked as that is. They hold no API keys: those
 * stay as they are when a snapshot comes back.
 */
export function createSnapshotFiles({
  file,
  durability,
  report,
  isRight,
  complete,
}: SnapshotFilesOptions): SnapshotFiles {
  const folder = openDocumentFolder({
    folder: `${file}.snapshots`,
    durability,
    parse: parseDocumentJson,
    lines: linesOf({ layout, isRight }),
  })

  return {
    async list() {
      const found: Snapshot[] = []
      for (const { name, head } of await folder.list()) {
        const createdAt = NAME.test(name) ? CREATED_AT.exec(head)?.[1] : undefined
        if (createdAt !== undefined) found.push({ name, createdAt })
        else report(`${folder.pathOf(name)} is not a snapshot, so it was not changed`)
      }
      return found
    },
    write({ name, createdAt }, { apiKeys, ...contents }) {
      const head: [string, unknown][] = [
        ['format', FORMAT],
        ['snapshot', { createdAt }],
      ]
      return folder.write(name, new Map([...head, ...Object.entries(contents)]))
    },
    async read(name) {
      const { snapshot, ...parts } = Object.fromEntries(await folder.read(name))
      const fixture = readFixture(parts, folder.pathOf(name), wasRight)
      const { format, ...whole } = complete(fixture) as { format: number } & Record<string, unknown>
      return { ...emptyContents(), ...whole } as Awaited<ReturnType<SnapshotFiles['read']>>
    },
    remove: folder.remove,
  }
}

const emptyContents = () => ({
  ...Object.fromEntries(Object.keys(layout.collections).map(name => [name, []])),
  ...layout.values,
})
