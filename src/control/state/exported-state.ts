import { badRequest } from '../../core/base/errors.ts'
import { jsonOf, RawJson } from '../../core/base/raw-json.ts'
import { listTexts } from '../../core/http/list-reply.ts'
import { type Collections, FORMAT, layout, type Values } from '../../core/model/document.ts'
import type { Fixture, FixtureOf } from '../../core/model/fixture.ts'
import type { State } from '../../core/model/state.ts'
import type { Contents } from '../../core/seeding/contents.ts'

export type ExportedPart = Exclude<keyof Collections, 'apiKeys'> | Exclude<keyof Values, 'sealCheck'>

const SECRET = ['apiKeys', 'sealCheck']

/** The parts of an exported state. API keys are none: not even their hashes leave the instance. */
export const EXPORTED_PARTS = [...Object.keys(layout.collections), ...Object.keys(layout.values)].filter(
  (name): name is ExportedPart => !SECRET.includes(name),
)

/** What every version of the service has. The other parts are left out where they are empty and were not asked for. */
const ALWAYS_SHOWN: readonly ExportedPart[] = [
  ...(['users', 'workflows', 'tags', 'credentials', 'executions', 'variables'] as const),
  ...(['counters', 'sourceControl', 'communityPackages'] as const),
]

/**
 * The document as a fixture, secrets left out: users have no key, credentials no data, settings of telemetry no
 * headers.
 *
 * @param only the parts that are wanted; all of them where left out
 * @throws ApiError 400 for an unknown part
 */
export function exportedState(state: State | Contents, only?: readonly ExportedPart[]): Fixture {
  const unknown = only?.find(part => !EXPORTED_PARTS.includes(part))
  if (unknown !== undefined)
    throw badRequest(`There is no part ${JSON.stringify(unknown)}; there are: ${EXPORTED_PARTS.join(', ')}`)
  const parts = EXPORTED_PARTS.filter(part => only?.includes(part) ?? true)
    .map((part): [ExportedPart, unknown] => [part, exportedPart(state, part)])
    .filter(([part, value]) => only || ALWAYS_SHOWN.includes(part) || !isEmpty(value))
  return { format: FORMAT, ...Object.fromEntries(parts) }
}

/** The same as plain objects: what is held as text is parsed. */
export function plainState(exported: Fixture): Fixture {
  const { executions } = exported
  if (!executions) return exported
  return { ...exported, executions: executions.map(plainExecution) }
}

const plainExecution = (execution: FixtureOf<'executions'>) =>
  Object.fromEntries(
    Object.entries(execution).map(([name, field]) => [name, field instanceof RawJson ? field.value : field]),
  ) as FixtureOf<'executions'>

/** The JSON of an exported state, a record or another part after the other. */
export function* exportedTexts(exported: Fixture): Generator<string> {
  let opening = '{'
  for (const [name, part] of Object.entries(exported)) {
    const before = `${opening}${JSON.stringify(name)}:`
    opening = ','
    if (Array.isArray(part)) yield* listTexts(`${before}[`, jsonOfEach(part), ']')
    else yield before + JSON.stringify(part)
  }
  yield '}'
}

function* jsonOfEach(records: readonly unknown[]): Generator<string> {
  for (const record of records) yield jsonOf(record)
}

const isEmpty = (value: unknown) => value === null || (typeof value === 'object' && Object.keys(value).length === 0)

function exportedPart(state: State | Contents, part: ExportedPart): unknown {
  if (part === 'credentials') return Array.from(state.credentials.values(), ({ data, ...rest }) => rest)
  if (part === 'otelSettings') return state.otelSettings && withoutHeaders(state.otelSettings)
  return isCollection(part) ? [...state[part].values()] : state[part]
}

const isCollection = (part: ExportedPart): part is ExportedPart & keyof Collections =>
  Object.hasOwn(layout.collections, part)

const withoutHeaders = ({ exporterHeaders, ...rest }: Record<string, unknown>) => rest
