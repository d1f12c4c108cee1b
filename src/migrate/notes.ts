import { readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { isRecord } from '../core/base/is-record.ts'
import { isCounted } from './match-records.ts'

export const PROMOTED = ['tags', 'credentials', 'workflows'] as const
export type PromotedKind = (typeof PROMOTED)[number]

/**
 * What a promotion notes: a thing that it is about to make, may not make, has made, found to be the same, or removed.
 */
export type Note = Begun | Refused | Ended | Outcome | Probe

export interface Begun {
  is: 'begun'
  kind: PromotedKind
  from: string
  name: string
  /** Ids of those there that could be taken for it: they had its name before, or its nodes. */
  known: string[]
  /** The id that it is given there, where the service takes one. */
  id?: string
}

/** The target refused to create it: a record with its name that appears later was made by another client. */
interface Refused {
  is: 'refused'
  kind: PromotedKind
  from: string
}

interface Ended {
  is: 'made' | 'matched' | 'removed'
  kind: PromotedKind
  from: string
  id: string
}

/** What the service refused although the plan had it, or took after it had refused it. */
type Outcome =
  | { is: 'failed'; kind: PromotedKind; from: string; because: string }
  | { is: 'passed'; kind: PromotedKind; from: string }

interface Probe {
  is: 'probing' | 'probed'
  name: string
}

/** What promotions from one document to one service noted. */
export interface Notes {
  /** Id here → id there. */
  pairs: Record<PromotedKind, ReadonlyMap<string, string>>
  /** Id there → id here, of what a promotion made. */
  made: Record<PromotedKind, ReadonlyMap<string, string>>
  /** What was begun, and not seen to its end. */
  begun: readonly Begun[]
  /** Kind and local id of what the service refused last time → why. */
  failed: ReadonlyMap<string, string>
  /** Names of workflows that were made only to look something up, and may still be there. */
  probes: ReadonlySet<string>
  /** The pairs that were noted for each of the other addresses. */
  elsewhere: readonly Notes['pairs'][]
}

/** A note with the address of the service that it is about. */
type NoteLine = Note & { to: string }

/** The notes lie beside what is promoted, a line each. They hold ids and names, and nothing secret. */
export const notesFile = (document: string) => `${document}.promoted.jsonl`

/** What was noted about the service of this address. */
export function readNotes(document: string, url: string): Notes {
  const byAddress = Map.groupBy(notesOf(readText(notesFile(document))), ({ to }) => to)
  const own = summed(byAddress.get(url) ?? [])
  byAddress.delete(url)
  return { ...own, elsewhere: Array.from(byAddress.values(), notes => summed(notes).pairs) }
}

/**
 * The pairs of one kind, by what is there: those noted for this address; for the rest, those noted for another address
 * whose id is there. An id that was not counted up is unique, so it is the same record: the service has another address
 * as well, or is a copy.
 */
export function pairsAmong({ pairs, elsewhere }: Notes, kind: PromotedKind, there: ReadonlySet<string>) {
  const found = new Map(pairs[kind])
  for (const [from, id] of elsewhere.flatMap(others => [...others[kind]]))
    if (!found.has(from) && there.has(id) && !isCounted(id)) found.set(from, id)
  return found
}

function summed(notes: readonly Note[]): Omit<Notes, 'elsewhere'> {
  const pairs = perKind(() => new Map<string, string>())
  const made = perKind(() => new Map<string, string>())
  const begun = new Map<string, Begun>()
  const failed = new Map<string, string>()
  const probes = new Set<string>()
  for (const note of notes) {
    if (!('kind' in note)) {
      if (note.is === 'probing') probes.add(note.name)
      else probes.delete(note.name)
    } else if (note.is === 'begun') begun.set(`${note.kind} ${note.from}`, note)
    else if (note.is === 'refused') begun.delete(`${note.kind} ${note.from}`)
    else if (note.is === 'failed') failed.set(`${note.kind} ${note.from}`, note.because)
    else if (note.is === 'passed') failed.delete(`${note.kind} ${note.from}`)
    else {
      const { kind, from, id } = note
      begun.delete(`${kind} ${from}`)
      if (note.is === 'removed') {
        pairs[kind].delete(from)
        made[kind].delete(id)
      } else {
        pairs[kind].set(from, id)
        if (note.is === 'made') made[kind].set(id, from)
      }
    }
  }
  return { pairs, made, begun: [...begun.values()], failed, probes }
}

const perKind = <T>(make: () => T): Record<PromotedKind, T> => ({
  tags: make(),
  credentials: make(),
  workflows: make(),
})

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** A line that breaks off was being written when a promotion was killed. */
function notesOf(text: string): NoteLine[] {
  return text.split('\n').flatMap(line => {
    try {
      const note: unknown = JSON.parse(line)
      return isRecord(note) && typeof note.to === 'string' ? [note as unknown as NoteLine] : []
    } catch {
      return []
    }
  })
}

/** Adds notes; each is on disk before the promise resolves. */
export interface NoteWriter {
  add(note: Note): Promise<void>
  close(): Promise<void>
}

export function openNotes(document: string, url: string): NoteWriter {
  let handle: FileHandle | undefined
  return {
    async add(note) {
      handle ??= await open(notesFile(document), 'a', 0o600)
      // after a line that broke off, an empty one parts it from what comes
      await handle.appendFile(`\n${JSON.stringify({ to: url, ...note })}\n`)
      await handle.datasync()
    },
    close: async () => handle?.close(),
  }
}
