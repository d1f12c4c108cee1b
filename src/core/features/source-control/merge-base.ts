import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type Kind, usualPath } from './controlled-files.ts'

/** What the last pull saw of an item: its content, and the path of its file; without a path, it was deleted upstream. */
export interface MergeBaseItem {
  content: string
  path?: string
}

/**
 * What the last pull saw: the base of the next three-way comparison. Items by id; the content of a workflow or a
 * credential is a fingerprint, that of a tag its name, that of a variable JSON of its fields.
 */
export interface MergeBase extends Record<Kind, Map<string, MergeBaseItem>> {
  commit: string
  /** Path to object id, of every file that was read. */
  files: Map<string, string>
  /** Workflow id to tag ids. */
  mappings: Map<string, string[]>
}

const text = Type.String()
/** Id, content, path (empty: the usual one; left out: the item was deleted upstream). */
const Rows = Type.Array(Type.Union([Type.Tuple([text, text]), Type.Tuple([text, text, text])]))
type Row = Static<typeof Rows>[number]

const StoredMergeBase = Type.Object({
  commit: text,
  files: Type.Array(Type.Tuple([text, text])),
  workflows: Rows,
  credentials: Rows,
  tags: Rows,
  variables: Rows,
  mappings: Type.Array(Type.Array(text, { minItems: 1 })),
})

/** The base as the document stores it. One of an unknown form is ignored, as if nothing had been pulled yet. */
export function readMergeBase(stored: unknown): MergeBase {
  const found = Value.Check(StoredMergeBase, stored) ? stored : undefined
  const items = (kind: Kind) => new Map(found?.[kind].map(row => [row[0], itemOf(kind, row)]))
  return {
    commit: found?.commit ?? '',
    files: new Map(found?.files),
    workflows: items('workflows'),
    credentials: items('credentials'),
    tags: items('tags'),
    variables: items('variables'),
    mappings: new Map(found?.mappings.map(([workflow = '', ...tags]) => [workflow, tags])),
  }
}

/** The compact form for the document. */
export function storeMergeBase(base: MergeBase): Static<typeof StoredMergeBase> {
  const rows = (kind: Kind) => [...base[kind]].map(([id, item]) => rowOf(kind, id, item))
  return {
    commit: base.commit,
    files: [...base.files],
    workflows: rows('workflows'),
    credentials: rows('credentials'),
    tags: rows('tags'),
    variables: rows('variables'),
    mappings: [...base.mappings].map(([workflow, tags]) => [workflow, ...tags]),
  }
}

function itemOf(kind: Kind, [id, content, path]: Row): MergeBaseItem {
  return path === undefined ? { content } : { content, path: path || usualPath[kind](id) }
}

function rowOf(kind: Kind, id: string, { content, path }: MergeBaseItem): Row {
  if (path === undefined) return [id, content]
  return [id, content, path === usualPath[kind](id) ? '' : path]
}
