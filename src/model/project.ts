import { hash } from 'node:crypto'
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
  if (ids.size >= MOST_IDS) ids.clear()
  const made = shortHash(id)
  ids.set(id, made)
  return made
}

const MOST_IDS = 10_000
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
