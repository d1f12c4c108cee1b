import { isEqual } from '../core/base/compare.ts'
import { isRecord } from '../core/base/is-record.ts'
import type { Answer } from './question.ts'

/** How two answers to the same question differ, in one place. */
export interface Difference {
  kind: 'status' | 'header' | 'text' | 'added' | 'missing' | 'type' | 'value'
  /** Where: the name of a header, or the path of a field such as `data[].name`. */
  at: string
  /** What the service has; nothing where only the profile has it. */
  service?: unknown
  /** What the profile has. */
  profile?: unknown
}

/** Content of users: equal or not. Its fields are not those of the API. */
const CONTENT =
  /(^|\.|\])(nodes|connections|settings|staticData|pinData|meta|nodeGroups|customData|workflowData|data\.resultData|resultData|executionData|properties|allOf|icon)$/

/** What a copy cannot have, as no answer shows where it comes from: present on both sides, and not compared further. */
const HIDDEN =
  /(^|\.|\])(triggerCount|versionCounter|sizeBytes|jsonSizeBytes|binaryDataSizeBytes|lastActiveAt|personalizationAnswers|tracingContext|storedAt|customTelemetryTags|shared\[\]\.(project\.(projectRelations\[\]\.)?)?(createdAt|updatedAt)|user\.settings)$/

/** Personal projects are named by no answer before something is in them. */
const PLACE = /(^|\.|\])projectId$/

/** May be there or not: the service's own documentation, and what it shows by the scopes of a key. */
const OPTIONAL = /\.requestSchema$|^data\.resources\.\w+$/

interface Options {
  /** Whether values are compared, beside shapes. */
  values: boolean
  /** Whether nothing is said of a field's value. Default: of none. */
  isIgnored?: ((path: string) => boolean) | undefined
}

/** The differences of two answers; none where they are alike. A place in the items of a list is listed once. */
export function compareAnswers(service: Answer, profile: Answer, { values, isIgnored }: Options): Difference[] {
  if (service.status !== profile.status) {
    return [
      { kind: 'status', at: 'status', service: service.status, profile: profile.status },
      ...textDifference(service, profile),
    ]
  }
  const found = [...headerDifferences(service, profile)]
  if (service.status >= 400) return [...found, ...textDifference(service, profile), ...refusalFields(service, profile)]
  const bodies = new Map<string, Difference>()
  collect(service.body, profile.body, '', { values, isIgnored, into: bodies })
  return [...found, ...bodies.values()]
}

function headerDifferences(service: Answer, profile: Answer): Difference[] {
  return (['contentType', 'allow', 'etag'] as const).flatMap(name => {
    const [a, b] = [normal(service[name]), normal(profile[name])]
    return a === b ? [] : [{ kind: 'header' as const, at: HEADERS[name], service: a, profile: b }]
  })
}

const HEADERS = { contentType: 'content-type', allow: 'allow', etag: 'etag' }

const normal = (value: string | null) => value?.toLowerCase().replaceAll(' ', '') ?? 'none'

/** What a refusal says. */
export const messageOf = ({ body }: Answer): string | undefined => {
  if (isRecord(body)) return typeof body.message === 'string' ? body.message : undefined
  return typeof body === 'string' ? body : undefined
}

function textDifference(service: Answer, profile: Answer): Difference[] {
  const [a, b] = [service, profile].map(answer => (answer.status >= 400 ? messageOf(answer) : undefined))
  return a === b ? [] : [{ kind: 'text', at: 'message', service: a, profile: b }]
}

function refusalFields({ body: a }: Answer, { body: b }: Answer): Difference[] {
  if (!isRecord(a) || !isRecord(b)) return []
  const found = new Map<string, Difference>()
  collect({ ...a, message: '' }, { ...b, message: '' }, '', { values: true, into: found })
  return [...found.values()]
}

interface Collecting extends Options {
  into: Map<string, Difference>
}

function collect(service: unknown, profile: unknown, path: string, options: Collecting) {
  const { into, values, isIgnored } = options
  const add = (difference: Difference) => {
    const key = `${difference.kind} ${difference.at}`
    if (!into.has(key)) into.set(key, difference)
  }
  const at = path || 'body'
  if (path.endsWith('.requestSchema')) return
  if (HIDDEN.test(path) || isIgnored?.(path)) return
  const [kind, other] = [kindOf(service), kindOf(profile)]
  if (kind !== other) {
    if (values || !hasNull(kind, other)) add({ kind: 'type', at, service, profile })
    return
  }
  if (CONTENT.test(path)) {
    if (values && !isEqual(service, profile)) add({ kind: 'value', at, service, profile })
    return
  }
  if (Array.isArray(service) && Array.isArray(profile)) {
    if (values && service.length !== profile.length)
      add({ kind: 'value', at: `${path}.length`, service: service.length, profile: profile.length })
    const [theirs, ours] = [inOrder(service), inOrder(profile)]
    const most = Math.min(theirs.length, ours.length)
    for (let index = 0; index < most; index++) collect(theirs[index], ours[index], `${path}[]`, options)
    return
  }
  if (isRecord(service) && isRecord(profile)) {
    const below = (name: string) => (path ? `${path}.${name}` : name)
    for (const [name, value] of Object.entries(service)) {
      if (isIgnored?.(below(name))) continue
      if (Object.hasOwn(profile, name)) collect(value, profile[name], below(name), options)
      else if (!OPTIONAL.test(below(name))) add({ kind: 'added', at: below(name), service: value })
    }
    for (const name of Object.keys(profile))
      if (!Object.hasOwn(service, name) && !OPTIONAL.test(below(name)))
        add({ kind: 'missing', at: below(name), profile: profile[name] })
    return
  }
  if (values && service !== profile && !PLACE.test(path)) add({ kind: 'value', at, service, profile })
}

/** Items that say where they stand come in any order. */
const inOrder = (items: readonly unknown[]): readonly unknown[] =>
  items.every(item => isRecord(item) && typeof item.index === 'number')
    ? items.toSorted((a, b) => Number((a as { index: number }).index) - Number((b as { index: number }).index))
    : items

/** Nothing in the place of something is a matter of the state. */
const hasNull = (a: string, b: string) => a === 'null' || b === 'null'

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
