import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { Operation } from '../../core/http/operation.ts'
import type { Answer, Ask, Question } from '../question.ts'
import { filledIn } from '../unknown-values.ts'
import { bodyOf, planWrites } from './plan-writes.ts'

/** The ids of one record that was made on both sides. */
interface Pair {
  service: string
  profile: string
  /** Its version on either side, where it has one. */
  versions?: { service: string; profile: string }
}

export interface WriteContext {
  operations: readonly Operation[]
  /** Asks the service once: what was sent may have been done. */
  ask: Ask
  ours: Ask
  signal: AbortSignal | undefined
  /** Milliseconds that a publication takes to have an effect, at most. */
  settling: number
  /** Gets each question with both answers, without what differs from record to record. */
  onAsked(question: Question, service: Answer, profile: Answer): void
  /** Gets the number of questions that are done. */
  onProgress(done: number, total: number): void
}

const MADE = '<made>'

/**
 * Makes records on both sides, reads and changes them, and removes them again; also where it is aborted or fails.
 *
 * @returns what could not be removed
 */
export async function verifyWrites(context: WriteContext): Promise<string[]> {
  const writing = createWriting(context)
  try {
    await writing.run()
  } catch (error) {
    const left = await writing.removeAll()
    throw left.length === 0 ? error : new LeftBehindError(left, error)
  }
  return writing.removeAll()
}

/** Records are left at the service. */
export class LeftBehindError extends Error {
  override name = 'LeftBehindError'
  readonly left: readonly string[]

  constructor(left: readonly string[], cause: unknown) {
    super(
      `${cause instanceof Error ? cause.message : cause}. These were made and could not be removed: ${left.join(', ')}`,
      { cause },
    )
    this.left = left
  }
}

function createWriting({ operations, ask, ours, signal, settling, onAsked, onProgress }: WriteContext) {
  const token = `understudy_${randomBytes(4).toString('hex')}`
  const plan = planWrites(operations)
  const made = new Map<string, Pair>()
  /** The paths of records at the service, the last one made at the end. */
  const toRemove = new Set<string>()
  /** The paths that a creation may have been sent to. */
  const attempted = new Set<string>()
  const steps = [...plan.creations, ...plan.innerCreations, ...plan.changes, ...plan.removals]
  let done = 0

  async function run() {
    for (const operation of plan.creations) await create(operation)
    for (const operation of plan.innerCreations) await create(operation)
    for (const operation of plan.changes) await step(operation, 'of a record that was made')
    for (const operation of plan.removals) {
      const placed = await step(operation, 'of a record that was made')
      if (placed && placed.service.status < 300) toRemove.delete(placed.path)
    }
  }

  async function create(operation: Operation) {
    attempted.add(operation.path)
    const placed = await step(operation, 'a new record')
    if (!placed) return
    const [service, profile] = [placed.service, placed.profile].map(idsOf)
    if (service) toRemove.add(`${placed.path}/${encodeURIComponent(service.id)}`)
    if (!service || !profile) return
    made.set(`${templateOf(operation.path)}/:`, {
      service: service.id,
      profile: profile.id,
      ...(service.versionId && profile.versionId
        ? { versions: { service: service.versionId, profile: profile.versionId } }
        : {}),
    })
  }

  /** Asks both sides; nothing where a record that the path names was not made. */
  async function step(operation: Operation, name: string) {
    signal?.throwIfAborted()
    onProgress(done++, steps.length)
    const [theirs, own] = [placeOf(operation, 'service'), placeOf(operation, 'profile')]
    if (!theirs || !own) return undefined
    const service = await ask(questionOf(operation, name, theirs, 'service'))
    const profile = await ours(questionOf(operation, name, own, 'profile'))
    const params = Object.fromEntries(Object.keys(theirs).map(param => [param, MADE]))
    const shown = { ...questionOf(operation, name, theirs, 'service'), params }
    onAsked(shown, neutral(service, 'service'), neutral(profile, 'profile'))
    if (operation.method === 'POST' && !operation.body?.required) await sleep(settling, undefined, { signal })
    return { service, profile, path: filledIn(operation.path, theirs) }
  }

  function questionOf(operation: Operation, name: string, params: Record<string, string>, side: 'service' | 'profile') {
    const { id, method, path, body } = operation
    const tag = made.get('/tags/:')?.[side]
    const sent = body && body.mediaType === undefined ? bodyOf(operation, token, tag) : undefined
    const question: Question = { operation: id, name, method, path: filledIn(path, params), key: 'own', params }
    return sent === undefined ? question : { ...question, body: JSON.stringify(sent) }
  }

  /** The ids of a path on one side. */
  function placeOf({ path }: Operation, side: 'service' | 'profile'): Record<string, string> | undefined {
    const params: Record<string, string> = {}
    const parts = path.split('/')
    for (const [at, part] of parts.entries()) {
      if (!part.startsWith(':')) continue
      const template = templateOf(parts.slice(0, at + 1).join('/'))
      const version = made.get(`${templateOf(parts.slice(0, 3).join('/'))}`)?.versions?.[side]
      const id = made.get(template)?.[side] ?? (/version/i.test(part) ? version : undefined)
      if (id === undefined) return undefined
      params[part.slice(1)] = id
    }
    return params
  }

  /** An answer without ids and dates, which differ from record to record. */
  function neutral(answer: Answer, side: 'service' | 'profile'): Answer {
    const ids = [...made.values()].flatMap(pair => [pair[side], pair.versions?.[side] ?? pair[side]])
    return { ...answer, body: neutralValue(answer.body, '', ids) }
  }

  /** Removes what was made, whatever happened; also what was made without an answer. */
  async function removeAll(): Promise<string[]> {
    const left: string[] = []
    for (const path of attempted) if (!path.includes('/:')) for (const found of await named(path)) toRemove.add(found)
    for (const path of [...toRemove].reverse()) if (!(await remove(path))) left.push(path)
    return left
  }

  /** The records of a list whose names are those of this run. */
  async function named(path: string): Promise<string[]> {
    if (!operations.some(it => it.method === 'GET' && it.path === path)) return []
    try {
      const { body } = await ask(plainQuestion('GET', `${path}?limit=250`))
      const items = recordsOf(isRecord(body) ? body.data : body)
      return items.flatMap(item =>
        [item.name, item.key, item.displayName].includes(token)
          ? [`${path}/${encodeURIComponent(String(item.id))}`]
          : [],
      )
    } catch {
      return []
    }
  }

  /** A published workflow is unpublished first, which takes the service a moment. */
  async function remove(path: string): Promise<boolean> {
    for (let tries = 0; tries < 5; tries++) {
      try {
        if (operations.some(it => templateOf(it.path) === `${templateAt(path)}/deactivate`))
          await ask(plainQuestion('POST', `${path}/deactivate`))
        const { status } = await ask(plainQuestion('DELETE', path))
        if (status < 300 || status === 404) return true
      } catch {
        // it may answer again
      }
      await sleep(settling)
    }
    return false
  }

  return { run, removeAll }
}

const plainQuestion = (method: Question['method'], path: string): Question => ({
  operation: '',
  name: '',
  method,
  path,
  key: 'own',
  params: {},
})

const templateOf = (path: string) => path.replaceAll(/:\w+/g, ':')
/** The template of a record's path. */
const templateAt = (path: string) => path.replace(/\/[^/]+$/, '/:')

function idsOf({ status, body }: Answer): { id: string; versionId: string | undefined } | undefined {
  if (status >= 300 || !isRecord(body)) return undefined
  const { id, slug, versionId } = body
  const known = id ?? slug
  if (typeof known !== 'string' && typeof known !== 'number') return undefined
  return { id: String(known), versionId: typeof versionId === 'string' ? versionId : undefined }
}

const DATE = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const ID_NAME = /(^id|Id|Ids|^authors|^webhookId)$/

function neutralValue(value: unknown, name: string, ids: readonly string[]): unknown {
  if (typeof value === 'string') {
    if (DATE.test(value)) return '<date>'
    if (ID_NAME.test(name)) return '<id>'
    return ids.reduce((text, id) => text.replaceAll(id, MADE), value)
  }
  if (typeof value === 'number' && ID_NAME.test(name)) return 0
  if (Array.isArray(value)) return value.map(item => neutralValue(item, name, ids))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, neutralValue(item, key, ids)]))
}
