import type { DroppedFixture } from './fixture-in.ts'

/** The owner of an instance, or of a file: a user and the personal project. */
export interface Owner {
  id: string
  email: string
  projectId: string
}

/** Where records name a user or a project; what is in workflows and executions is data of their own. */
const USER_KEYS = ['owner', 'creatorId', 'userId', 'user']
const PROJECT_KEYS = ['projectId']
const DATA = ['nodes', 'connections', 'settings', 'data', 'pinData', 'staticData', 'meta', 'rows', 'workflowData']

/** The owner that a fixture has, as far as it says: a state or a snapshot of another instance has one. */
export function ownerIn({ users }: DroppedFixture): (Omit<Owner, 'projectId'> & { projectId?: string }) | undefined {
  const owner = Array.isArray(users) ? users.find(user => user?.role === 'global:owner') : undefined
  if (typeof owner?.id !== 'string' || typeof owner.email !== 'string') return undefined
  return typeof owner.projectId === 'string' ? owner : { id: owner.id, email: owner.email }
}

/** The fixture with the owner of this instance in the place of its own: an instance has one owner. */
export function withOwner(fixture: DroppedFixture, from: Owner, to: Owner): DroppedFixture {
  const users = (fixture.users as Record<string, unknown>[]).map(user => {
    if (user.id !== from.id) return user
    const { apiKey, projectId, ...rest } = user
    return { ...rest, id: to.id, email: to.email }
  })
  return { ...(mapped(fixture, from, to) as DroppedFixture), users }
}

function mapped(value: unknown, from: Owner, to: Owner): unknown {
  if (Array.isArray(value)) return value.map(item => mapped(item, from, to))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (USER_KEYS.includes(key) && (inner === from.id || inner === from.email)) return [key, to.id]
      if (PROJECT_KEYS.includes(key) && inner === from.projectId) return [key, to.projectId]
      return [key, DATA.includes(key) ? inner : mapped(inner, from, to)]
    }),
  )
}
