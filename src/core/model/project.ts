import { hash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { type FieldsOf, madeDates, PAIRED } from './field.ts'
import { someText, strict, text } from './fixture/fields.ts'
import { Nullable } from './schema.ts'
import type { UserRecord } from './user.ts'

/** The built-in roles of members of a project. */
export const PROJECT_ROLES = ['project:admin', 'project:editor', 'project:viewer', 'project:chatUser'] as const

/** A team project. A personal project has no record: it is derived from its user. */
export interface ProjectRecord {
  id: string
  name: string
  icon: { type: string; value: string; color?: string } | null
  description: string | null
  customTelemetryTags: { key: string; value: string }[]
  creatorId: string | null
  members: { userId: string; role: string }[]
  createdAt: string
  updatedAt: string
}

/** A folder of workflows in a project, team or personal. */
export interface FolderRecord {
  id: string
  name: string
  projectId: string
  parentFolderId: string | null
  createdAt: string
  updatedAt: string
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 16

/**
 * The id of a user's personal project: 16 characters `[A-Za-z0-9]`, the same each time.
 *
 * @example
 * personalProjectId({ id: '11111111-1111-4111-8111-111111111111' })
 */
export function personalProjectId({ id, projectId }: Pick<UserRecord, 'id' | 'projectId'>): string {
  if (projectId !== undefined) return projectId
  const known = ids.get(id)
  if (known !== undefined) return known
  if (ids.size >= MAX_IDS) ids.clear()
  const made = shortHash(id)
  ids.set(id, made)
  return made
}

const MAX_IDS = 10_000
/** By user: every write asks for one, and making it takes some microseconds. */
const ids = new Map<string, string>()

function shortHash(text: string): string {
  let rest = BigInt(`0x${hash('sha256', text, 'hex')}`)
  let short = ''
  const base = BigInt(ALPHABET.length)
  while (short.length < LENGTH) {
    short += ALPHABET[Number(rest % base)]
    rest /= base
  }
  return short
}

const TelemetryTag = Type.Object({ key: text, value: text }, strict)

const FixtureMember = Type.Object(
  {
    /** An id or e-mail address; `userId` in a document. */
    user: Type.Optional(text),
    userId: Type.Optional(text),
    role: someText,
  },
  strict,
)

/** What is said of each field of a team project, in the order of a document. */
export const projectFields = {
  id: {
    shape: Type.Optional(someText),
    absent: { made: '16 characters, or the next number' },
    written: 'service',
    compared: PAIRED,
    examples: ['1', '2'],
  },
  name: {
    shape: someText,
    absent: 'required',
    written: { create: 'by rule', update: 'by rule' },
    compared: 'value',
    examples: ['A team', 'Another team'],
  },
  icon: {
    shape: Type.Optional(Nullable(Type.Object({ type: text, value: text, color: Type.Optional(text) }, { ...strict }))),
    absent: { stored: null },
    written: 'service',
    compared: 'value',
    examples: [
      { type: 'emoji', value: 'a' },
      { type: 'emoji', value: 'b' },
    ],
  },
  description: {
    shape: Type.Optional(Nullable(text)),
    absent: { stored: null },
    written: 'service',
    compared: 'value',
    examples: ['What it is for', 'What else it is for'],
  },
  customTelemetryTags: {
    shape: Type.Optional(Type.Array(TelemetryTag)),
    absent: { stored: [] },
    written: 'service',
    compared: 'value',
    examples: [[{ key: 'a', value: '1' }], [{ key: 'a', value: '2' }]],
  },
  creatorId: {
    shape: Type.Optional(Nullable(text)),
    absent: { stored: null },
    written: 'service',
    compared: { refersTo: 'users' },
    examples: ['0b7e4c1a-52d3-4f6e-8a90-1c3d5e7f9a01', '0b7e4c1a-52d3-4f6e-8a90-1c3d5e7f9a02'],
  },
  members: {
    shape: Type.Optional(Type.Array(FixtureMember)),
    absent: { stored: [] },
    written: 'operation',
    compared: 'rule',
    examples: [
      [{ user: 'mia@example.com', role: 'project:viewer' }],
      [{ user: 'mia@example.com', role: 'project:admin' }],
    ],
  },
  ...madeDates,
} satisfies FieldsOf<ProjectRecord>

/** What is said of each field of a folder, in the order of a document. */
export const folderFields = {
  id: {
    shape: Type.Optional(someText),
    absent: { made: '16 characters, or the next number' },
    written: 'service',
    compared: PAIRED,
    examples: ['1', '2'],
  },
  name: {
    shape: someText,
    absent: 'required',
    written: { create: 'by rule', update: 'by rule' },
    compared: 'value',
    examples: ['A folder', 'Another folder'],
  },
  projectId: {
    shape: someText,
    absent: 'required',
    written: 'operation',
    compared: { refersTo: 'projects' },
    shownAs: ['homeProject'],
    examples: ['projectOfTeam001', 'projectOfTeam002'],
  },
  parentFolderId: {
    shape: Type.Optional(Nullable(someText)),
    absent: { stored: null },
    written: { create: 'by rule', update: 'by rule' },
    compared: { refersTo: 'folders' },
    examples: ['folderOfTeam0001', 'folderOfTeam0002'],
  },
  ...madeDates,
} satisfies FieldsOf<FolderRecord>
