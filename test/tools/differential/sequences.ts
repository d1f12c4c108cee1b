import fc from 'fast-check'
import { oddValue, withOddPlace } from '../fuzz/odd-values.ts'
import { type OpenApiSchema, schemaValue } from '../fuzz/schema-value.ts'

/** A request of a sequence. In its path, `{3:id}` is the id of the record that the third step (from 0) made. */
export interface Step {
  operation: string
  method: string
  path: string
  key: 'owner' | 'wrong' | 'none'
  headers: Record<string, string>
  body?: string
}

/** As much of an OpenAPI document as the requests are made from. */
export interface OpenApi {
  paths: Record<string, Record<string, OpenApiOperation>>
  components: { schemas: Record<string, OpenApiSchema> }
}

interface OpenApiOperation {
  operationId?: string
  parameters?: { name: string; in: string; schema: OpenApiSchema }[]
  requestBody?: { content: Record<string, { schema: OpenApiSchema; example?: unknown }> }
}

interface Template {
  operation: string
  method: string
  path: string
  query: OpenApiOperation['parameters']
  json: { schema: OpenApiSchema; example?: unknown } | undefined
}

/** What is changed for good, needs other services, or tells of people: only read. */
const READ_ONLY = /^\/(community-packages|source-control|settings|users|n8n-packages|audit)/

/** Records that a sequence makes and the later steps use. */
const MADE = ['workflows', 'tags', 'credentials', 'data-tables', 'variables']

/** Random requests to the operations of a document; the same seed gives the same ones. */
export function sequencesOf(document: OpenApi, options: { seed: number; sequences: number; length: number }): Step[][] {
  const templates = templatesOf(document)
  const creating = templates.filter(({ method, path }) => method === 'POST' && MADE.includes(path.slice(1)))
  const stepOf = (from: Template[]) => fc.constantFrom(...from).chain(template => draftOf(template, document))
  const drafts = fc
    .record({
      first: fc.array(stepOf(creating), { minLength: 3, maxLength: 3 }),
      rest: fc.array(stepOf(templates), { minLength: options.length - 3, maxLength: options.length - 3 }),
    })
    .map(({ first, rest }) => [...first, ...rest])
  const { seed, sequences } = options
  return fc.sample(drafts, { seed, numRuns: sequences }).map(withReferences)
}

function templatesOf({ paths }: OpenApi): Template[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method === 'get' || !READ_ONLY.test(path))
      .map(([method, { parameters = [], requestBody }]) => ({
        operation: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        query: parameters.filter(parameter => parameter.in === 'query'),
        json: requestBody?.content['application/json'],
      })),
  )
}

/** A step whose path still has the names of its parameters; `pick` says which record each of them is. */
interface Draft extends Step {
  pick: number
  oddId: string | undefined
}

function draftOf({ query = [], json, ...template }: Template, { components }: OpenApi): fc.Arbitrary<Draft> {
  const { schemas } = components
  const values = Object.fromEntries(
    query.map(({ name, schema }) => [name, rarely(oddValue, 1, schemaValue(schema, schemas), 2)]),
  )
  return fc
    .record({
      key: fc.oneof(
        { weight: 18, arbitrary: fc.constant('owner' as const) },
        { weight: 1, arbitrary: fc.constantFrom('wrong' as const, 'none' as const) },
      ),
      query: rarely(fc.record(values, { requiredKeys: [] }), 1, fc.constant({}), 1),
      body: json ? bodyOf(json, schemas) : fc.constant(undefined),
      pick: fc.nat(1000),
      oddId: rarely(fc.constantFrom(...ODD_IDS), 1, fc.constant(undefined), 6),
    })
    .map(
      ({ query, body, ...rest }): Draft => ({
        ...template,
        ...rest,
        path: `/api/v1${template.path}${queryText(query)}`,
        ...(body === undefined ? { headers: {} } : { headers: JSON_TYPE, body }),
      }),
    )
}

const JSON_TYPE = { 'content-type': 'application/json' }

const rarely = <A, B>(odd: fc.Arbitrary<A>, oddWeight: number, usual: fc.Arbitrary<B>, usualWeight: number) =>
  fc.oneof({ weight: oddWeight, arbitrary: odd }, { weight: usualWeight, arbitrary: usual })

const ODD_IDS = ['nope', '0', '-1', '1e3', '%20', '__proto__', '00000000-0000-4000-8000-000000000000']

function queryText(query: Record<string, unknown>): string {
  const parts = Object.entries(query).map(([name, value]) => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return `${name}=${encodeURIComponent(text.toWellFormed().slice(0, 200))}`
  })
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** The example of the document, with another name; one of its values replaced; or any value of the schema. */
function bodyOf({ schema, example = {} }: NonNullable<Template['json']>, schemas: Record<string, OpenApiSchema>) {
  const named = fc
    .nat(99)
    .map(number =>
      Array.isArray(example) || !Object.hasOwn(Object(example), 'name')
        ? example
        : { ...Object(example), name: `name ${number}` },
    )
  const broken = fc
    .record({ value: named, pick: fc.nat(), odd: oddValue })
    .map(({ value, pick, odd }) => withOddPlace(value, pick, odd))
  return fc
    .oneof(
      { weight: 5, arbitrary: named },
      { weight: 3, arbitrary: broken },
      { weight: 1, arbitrary: schemaValue(schema, schemas) },
    )
    .map(value => (JSON.stringify(value) ?? '').slice(0, 20_000))
}

/** Puts ids into the paths: of records that earlier steps of the sequence made, or odd ones. */
function withReferences(drafts: readonly Draft[]): Step[] {
  const makers = new Map(MADE.map(name => [name, [] as number[]]))
  return drafts.map(({ pick, oddId, ...step }, at) => {
    const [path = '', query = ''] = step.path.split(/(?=\?)/)
    const filled = path.replace(/([\w-]+)\/\{\w+\}/g, (_whole, collection: string) => {
      const known = makers.get(collection) ?? []
      const maker = known[pick % Math.max(known.length, 1)]
      return `${collection}/${oddId ?? (maker === undefined ? 'nope' : `{${maker}:id}`)}`
    })
    const made = makers.get(path.slice('/api/v1/'.length))
    if (step.method === 'POST' && made) made.push(at)
    return { ...step, path: filled.replaceAll(/\{\w+\}/g, 'nope') + query }
  })
}
