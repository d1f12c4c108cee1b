import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { Operation } from '../../core/http/operation.ts'
import type { Answer, Ask, Question } from '../question.ts'
import { filledIn } from '../unknown-values.ts'
import { bodyOf, planWrites, type WritePlan } from './plan-writes.ts'

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
  const writing = new Writing(context)
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

/** The records of one run, on both sides. */
class Writing {
  readonly #context: WriteContext
  /** In the names of all records that it makes. */
  readonly #token = `understudy_${randomBytes(4).toString('hex')}`
  readonly #made = new Map<string, Pair>()
  /** The paths of records at the service, the last one made at the end. */
  readonly #toRemove = new Set<string>()
  /** The paths that a creation may have been sent to. */
  readonly #attempted = new Set<string>()
  readonly #plan: WritePlan
  readonly #steps: number
  #done = 0

  constructor(context: WriteContext) {
    this.#context = context
    this.#plan = planWrites(context.operations)
    const { left, ...asked } = this.#plan
    this.#steps = Object.values(asked).flat().length
  }

  async run() {
    const { creations, innerCreations, changes, removals } = this.#plan
    for (const operation of creations) await this.#create(operation)
    for (const operation of innerCreations) await this.#create(operation)
    for (const operation of changes) await this.#step(operation, 'of a record that was made')
    for (const operation of removals) {
      const placed = await this.#step(operation, 'of a record that was made')
      if (placed && placed.service.status < 300) this.#toRemove.delete(placed.path)
    }
  }

  async #create(operation: Operation) {
    this.#attempted.add(operation.path)
    const placed = await this.#step(operation, 'a new record')
    if (!placed) return
    const [service, profile] = [placed.service, placed.profile].map(idsOf)
    if (service) this.#toRemove.add(`${placed.path}/${encodeURIComponent(service.id)}`)
    if (!service || !profile) return
    this.#made.set(`${templateOf(operation.path)}/:`, {
      service: service.id,
      profile: profile.id,
      ...(service.versionId && profile.versionId
        ? { versions: { service: service.versionId, profile: profile.versionId } }
        : {}),
    })
  }

  /** Asks both sides; nothing where a record that the path names was not made. */
  async #step(operation: Operation, name: string) {
    const { ask, ours, signal, settling, onAsked, onProgress } = this.#context
    signal?.throwIfAborted()
    onProgress(this.#done++, this.#steps)
    const [theirs, own] = [this.#placeOf(operation, 'service'), this.#placeOf(operation, 'profile')]
    if (!theirs || !own) return undefined
    const service = await ask(this.#questionOf(operation, name, theirs, 'service'))
    const profile = await ours(this.#questionOf(operation, name, own, 'profile'))
    const params = Object.fromEntries(Object.keys(theirs).map(param => [param, MADE]))
    const shown = { ...this.#questionOf(operation, name, theirs, 'service'), params }
    onAsked(shown, this.#neutral(service, 'service'), this.#neutral(profile, 'profile'))
    if (operation.method === 'POST' && !operation.body?.required) await sleep(settling, undefined, { signal })
    return { service, profile, path: filledIn(operation.path, theirs) }
  }

  #questionOf(operation: Operation, name: string, params: Record<string, string>, side: 'service' | 'profile') {
    const { id, method, path, body } = operation
    const tag = this.#made.get('/tags/:')?.[side]
    const sent = body && body.mediaType === undefined ? bodyOf(operation, this.#token, tag) : undefined
    const question: Question = { operation: id, name, method, path: filledIn(path, params), key: 'own', params }
    return sent === undefined ? question : { ...question, body: JSON.stringify(sent) }
  }

  /** The ids of a path on one side. */
  #placeOf({ path }: Operation, side: 'service' | 'profile'): Record<string, string> | undefined {
    const params: Record<string, string> = {}
    const parts = path.split('/')
    for (const [at, part] of parts.entries()) {
      if (!part.startsWith(':')) continue
      const template = templateOf(parts.slice(0, at + 1).join('/'))
      const version = this.#made.get(`${templateOf(parts.slice(0, 3).join('/'))}`)?.versions?.[side]
      const id = this.#made.get(template)?.[side] ?? (/version/i.test(part) ? version : undefined)
      if (id === undefined) return undefined
      params[part.slice(1)] = id
    }
    return params
  }

  /** An answer without ids and dates, which differ from record to record. */
  #neutral(answer: Answer, side: 'service' | 'profile'): Answer {
    const ids = [...this.#made.values()].flatMap(pair => [pair[side], pair.versions?.[side] ?? pair[side]])
    return { ...answer, body: neutralValue(answer.body, '', ids) }
  }

  /** Removes what was made, whatever happened; also what was made without an answer. */
  async removeAll(): Promise<string[]> {
    const left: string[] = []
    for (const path of this.#attempted)
      if (!path.includes('/:')) for (const found of await this.#named(path)) this.#toRemove.add(found)
    for (const path of [...this.#toRemove].reverse()) if (!(await this.#remove(path))) left.push(path)
    return left
  }

  /** The records of a list whose names are those of this run. */
  async #named(path: string): Promise<string[]> {
    const { operations, ask } = this.#context
    if (!operations.some(it => it.method === 'GET' && it.path === path)) return []
    try {
      const { body } = await ask(plainQuestion('GET', `${path}?limit=250`))
      const items = recordsOf(isRecord(body) ? body.data : body)
      return items.flatMap(item =>
        [item.name, item.key, item.displayName].includes(this.#token)
          ? [`${path}/${encodeURIComponent(String(item.id))}`]
          : [],
      )
    } catch {
      return []
    }
  }

  /** A published workflow is unpublished first, which takes the service a moment. */
  async #remove(path: string): Promise<boolean> {
    const { operations, ask, settling } = this.#context
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
