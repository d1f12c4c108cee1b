import type { Clock } from '../clock.ts'
import type { Draft, Secrets } from '../context.ts'
import { ApiError, badRequest, conflict } from '../errors.ts'
import { sealData } from '../features/credentials/rules.ts'
import { hashApiKey } from '../http/api-key.ts'
import type { Collections } from '../model/document.ts'
import type { Fixture, FixtureOf } from '../model/fixture.ts'
import { type IdSource, nextId, nextNumber, reserveId } from '../model/next-id.ts'
import type { UserRecord } from '../model/user.ts'
import type { WorkflowRecord } from '../model/workflow.ts'
import { executionRecord } from './seed-execution.ts'

export interface SeedContext extends IdSource {
  clock: Clock
  secrets: Secrets
}

export type SeedCounts = Partial<Record<keyof Collections, { inserted: number; replaced: number }>>

/**
 * Puts a fixture's records into the state: inserted, or replaced whole where the id exists. A user's key, a credential's
 * data and an execution's data are kept where they are left out.
 *
 * @param source what messages call the fixture: its file, or `request/body`
 * @throws ApiError 400 for what refers to nothing, 409 for an e-mail, tag name or key that another has; nothing changes
 */
export function seed(draft: Draft, fixture: Fixture, context: SeedContext, source: string): SeedCounts {
  const counts: SeedCounts = {}
  const faults: ApiError[] = []

  function each<K extends keyof Collections & keyof Fixture, F>(
    kind: K,
    records: F[] | undefined,
    put: (record: F) => Collections[K],
  ) {
    records?.forEach((given, at) => {
      try {
        const record = put(given)
        counts[kind] ??= { inserted: 0, replaced: 0 }
        counts[kind][draft[kind].has(record.id) ? 'replaced' : 'inserted']++
        ;(draft[kind] as { set(record: Collections[K]): void }).set(record)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        faults.push(new ApiError(error.status, `${source}/${kind}/${at}${error.message}`))
      }
    })
  }

  for (const kind of ['workflows', 'tags', 'credentials', 'executions'] as const) {
    for (const { id } of fixture[kind] ?? []) if (id !== undefined) reserveId(draft, kind, String(id))
    reserveId(draft, kind, String(fixture.counters?.[kind] ?? 0))
  }
  each('users', fixture.users, user => userRecord(draft, user, context))
  each('apiKeys', fixture.apiKeys, key => key)
  for (const user of fixture.users ?? [])
    if (user.apiKey !== undefined) giveKey(draft, user.email, user.apiKey, context)
  const owner = () => ensureOwner(draft, context).id
  each('tags', fixture.tags, tag => tagRecord(draft, tag, context))
  each('credentials', fixture.credentials, credential => ({
    ...datesOf(credential, context),
    id: idOf(credential) ?? nextId(draft, 'credentials', context),
    name: credential.name,
    type: credential.type,
    data: sealedData(draft, credential, context),
    owner: ownerOf(draft, credential.owner) ?? owner(),
  }))
  each('workflows', fixture.workflows, workflow => workflowRecord(draft, workflow, context, owner))
  each('executions', fixture.executions, execution => {
    const id = idOf(execution) ?? nextNumber(draft, 'executions')
    const record = executionRecord(execution, id, context.clock)
    if (!draft.workflows.has(record.workflowId))
      throw badRequest(`/workflowId: there is no workflow ${record.workflowId}`)
    const { data, workflowData } = draft.executions.get(id) ?? {}
    return {
      ...(data === undefined ? {} : { data }),
      ...(workflowData === undefined ? {} : { workflowData }),
      ...record,
    }
  })
  each('variables', fixture.variables, variable => ({
    id: idOf(variable) ?? context.ids.short(),
    key: variable.key,
    type: variable.type ?? 'string',
    value: variable.value,
  }))
  if (fixture.sourceControl !== undefined) draft.sourceControl = fixture.sourceControl
  if (fixture.communityPackages) draft.communityPackages = fixture.communityPackages as typeof draft.communityPackages
  if (faults.length) throw allOf(faults)
  return counts
}

/** The instance's owner: the first user with that role. Made where there is none. */
export function ensureOwner(draft: Draft, { clock, ids }: SeedContext): UserRecord {
  for (const user of draft.users.values()) if (user.role === 'global:owner') return user
  const now = clock.iso()
  const owner: UserRecord = {
    id: ids.uuid(),
    email: 'owner@example.com',
    firstName: 'Olga',
    lastName: 'Owner',
    role: 'global:owner',
    isPending: false,
    createdAt: now,
    updatedAt: now,
  }
  if (draft.users.by('email', owner.email).length) owner.email = `owner+${ids.short()}@example.com`
  draft.users.set(owner)
  return owner
}

/** Makes this the user's one key; those from before end. The same key again changes nothing. */
export function setApiKey(draft: Draft, userId: string, key: string, label: string, { clock, ids }: SeedContext) {
  const hash = hashApiKey(key)
  const taken = draft.apiKeys.by('hash', hash)[0]
  if (taken?.userId === userId) return
  if (taken) throw conflict(': the API key belongs to another user')
  for (const old of draft.apiKeys.by('userId', userId)) draft.apiKeys.delete(old.id)
  draft.apiKeys.set({ id: ids.short(), userId, label, hash, createdAt: clock.iso() })
}

function giveKey(draft: Draft, email: string, key: string, context: SeedContext) {
  const user = draft.users.by('email', email.toLowerCase())[0]
  if (user) setApiKey(draft, user.id, key, 'fixture', context)
}

function userRecord(draft: Draft, user: FixtureOf<'users'>, context: SeedContext): UserRecord {
  const id = user.id ?? context.ids.uuid()
  const email = user.email.toLowerCase()
  if (draft.users.by('email', email).some(other => other.id !== id)) {
    throw conflict(`/email: another user has the e-mail address ${email}`)
  }
  return {
    ...datesOf(user, context),
    id,
    email,
    firstName: user.firstName ?? null,
    lastName: user.lastName ?? null,
    role: user.role ?? 'global:member',
    isPending: user.isPending ?? false,
  }
}

function tagRecord(draft: Draft, tag: FixtureOf<'tags'>, context: SeedContext) {
  const id = idOf(tag)
  if (draft.tags.by('name', tag.name).some(other => other.id !== id)) {
    throw conflict(`/name: another tag has the name ${JSON.stringify(tag.name)}`)
  }
  return { ...datesOf(tag, context), id: id ?? nextId(draft, 'tags', context), name: tag.name }
}

function workflowRecord(
  draft: Draft,
  workflow: FixtureOf<'workflows'>,
  context: SeedContext,
  owner: () => string,
): WorkflowRecord {
  const tags = workflow.tags?.map((tag, at) => {
    const given = typeof tag === 'string' ? { id: tag, name: tag } : tag
    const found =
      (given.id === undefined ? undefined : draft.tags.get(String(given.id))) ??
      draft.tags.by('name', given.name ?? '')[0]
    if (!found) throw badRequest(`/tags/${at}: there is no tag ${JSON.stringify(given.name ?? given.id)}`)
    return found.id
  })
  return {
    ...datesOf(workflow, context),
    id: idOf(workflow) ?? nextId(draft, 'workflows', context),
    name: workflow.name,
    active: workflow.active ?? false,
    nodes: (workflow.nodes ?? []).map(node => (node.id ? node : { ...node, id: context.ids.uuid() })),
    connections: workflow.connections ?? {},
    settings: workflow.settings ?? {},
    staticData: workflow.staticData ?? null,
    tags: [...new Set(tags)],
    owner: ownerOf(draft, workflow.owner) ?? owner(),
    versionId: workflow.versionId ?? context.ids.uuid(),
    meta: workflow.meta ?? null,
    pinData: workflow.pinData ?? null,
    triggerCount: workflow.triggerCount ?? 0,
  }
}

function sealedData(draft: Draft, { data, id }: FixtureOf<'credentials'>, { secrets }: SeedContext): string {
  if (data === undefined)
    return (id === undefined ? undefined : draft.credentials.get(String(id))?.data) ?? sealData(draft, {}, secrets)
  if (typeof data !== 'string') return sealData(draft, data, secrets)
  try {
    secrets.unseal(data)
  } catch (cause) {
    throw badRequest('/data: it was sealed with another encryption key', { cause })
  }
  draft.sealCheck ??= secrets.check()
  return data
}

function ownerOf(draft: Draft, owner: string | undefined): string | undefined {
  if (owner === undefined) return undefined
  const user = draft.users.get(owner) ?? draft.users.by('email', owner.toLowerCase())[0]
  if (!user) throw badRequest(`/owner: there is no user ${owner}`)
  return user.id
}

const idOf = ({ id }: { id?: string | number }) => (id === undefined ? undefined : String(id))

function datesOf({ createdAt, updatedAt }: { createdAt?: string; updatedAt?: string }, { clock }: SeedContext) {
  const created = createdAt ?? clock.iso()
  return { createdAt: created, updatedAt: updatedAt ?? created }
}

const SHOWN_FAULTS = 20

function allOf(faults: ApiError[]) {
  const status = faults.some(fault => fault.status === 400) ? 400 : 409
  const shown = faults.slice(0, SHOWN_FAULTS).map(fault => fault.message)
  if (faults.length > SHOWN_FAULTS) shown.push(`and ${faults.length - SHOWN_FAULTS} more`)
  return new ApiError(status, shown.join(', '))
}
