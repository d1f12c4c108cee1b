import { Kind, type TObject, type TSchema } from '@sinclair/typebox'
import { Inner } from '../../../../../src/core/model/schema.ts'
import { IDS } from '../../place.ts'

/** Ids by the part of a path before them: the owner's, those of others, and those that are unknown. */
const FOUND: Record<string, readonly string[]> = {
  workflows: ['w-owner', 'w-graph', 'w-member', 'w-team', 'w-late', 'w-archived'],
  credentials: ['c-owner', 'c-member', 'c-team', 'c-global', 'c-managed'],
  schema: ['githubApi', 'httpBasicAuth', 'oAuth2Api', 'githubOAuth2Api'],
  executions: ['1', '2', '3', '5', '10', '11', '13', '14', '15', '16', '17', '18'],
  tags: [IDS.tag, 'tag-urgent'],
  users: [IDS.member, 'mia@example.com', IDS.owner, IDS.pending, 'paul%40example.com'],
  variables: ['v-global', 'v-team', 'v-other'],
  projects: [IDS.team, 'other-team', 'members-project'],
  'data-tables': ['AllKindsOfCells0', IDS.ownersTable, IDS.membersTable, 'TeamTable0000000'],
  columns: ['ColumnOfCounts00', IDS.column],
  folders: ['folder', 'inner', 'folder-other'],
  roles: ['project:reader', 'global:helper', 'global:owner', 'project:editor'],
  versions: ['version-w-owner', 'version-w-graph'],
  'community-packages': ['n8n-nodes-kept', 'n8n-nodes-missing'],
}

/** The ways to fill a path, by the id in it: the first is the usual one; each other differs from it in one place. */
export function pathsOf(path: string): [id: string, path: string][] {
  const parts = path.split('/')
  const choices = parts.map((part, at) => {
    if (!part.startsWith(':')) return [part]
    const before = part === ':versionId' ? 'versions' : (parts[at - 1] ?? '')
    return [...(FOUND[before] ?? ['1']), '99', '__proto__']
  })
  const first = choices.map(([one]) => one)
  const others = choices.flatMap((values, at) =>
    values.slice(1).map((value): [string, string] => [value, first.with(at, value).join('/')]),
  )
  return [['', first.join('/')], ...others]
}

type Query = [name: string, value: string]

/** Values of the parameters of a query, each at its bounds and beyond. */
export function queriesOf(schema: TObject | undefined): Query[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, property]) =>
    valuesOf(name, property).map((value): Query => [name, value]),
  )
}

const USUAL = ['', 'x', '0', '1']
const PAGES = ['2', '249', '250', '251', '-1', '1.5', '1e1', '3x', ' 2']

/** Values that lists can be asked for by the name of a parameter. */
const NAMED: Record<string, readonly string[]> = {
  workflowId: ['w-owner', 'w-graph', 'w-member'],
  projectId: [IDS.team, 'members-project', 'other-team'],
  tags: ['urgent', 'billing', 'urgent,billing', 'urgent,missing', ' urgent'],
  name: ['graph', 'Graph of a day', 'w-', 'p%'],
  search: ['graph', 'ann', 'people'],
  sortBy: ['name:asc', 'name:desc', 'word:asc', 'count:desc', 'day:ASC', 'updatedAt:desc', 'word:up', 'none:asc'],
  sort: ['name:asc', 'updatedAt:desc'],
  include: ['resources', 'nothing'],
  resource: ['workflow', 'credential', 'tag'],
  operation: ['read', 'list', 'create'],
  startDate: ['2026-01-01T00:00:00.000Z', '2026-01-01', '2026-02-04T00:00:00.000Z'],
  endDate: ['2026-02-01T00:00:00.000Z', '2026-01-01T00:00:00Z', '2020-01-01T00:00:00Z'],
  startedAfter: ['2026-01-05T00:00:11.000Z', '2026-01-05'],
  startedBefore: ['2026-01-05T00:00:11.000Z', '2026-01-05'],
  transferToFolderId: ['beside', 'inner', 'folder', 'folder-other', '0'],
  reassignRoleSlug: ['global:member', 'global:helper', 'project:viewer', 'global:owner'],
  transferId: [IDS.admin, 'members-project', IDS.team, IDS.member],
  skip: ['0', '1', '2', '-1', '1.5'],
  take: ['0', '1', '2', '-1', '1.5'],
  select: ['["name"]', '["id","path","project"]', '["odd"]', '[]', '{}'],
  filter: [
    '{}',
    '{"name":"people"}',
    '{"name":"inner"}',
    '{"parentFolderId":"folder"}',
    '{"projectId":"other-team"}',
    '{"filters":[]}',
    '{"filters":[{"columnName":"word","condition":"like","value":"a%"}]}',
    '{"type":"or","filters":[{"columnName":"count","condition":"gt","value":2},{"columnName":"word","condition":"eq","value":""}]}',
    '{"type":"and","filters":[{"columnName":"count","condition":"lte","value":3},{"columnName":"isOn","condition":"neq","value":true}]}',
    '[]',
    '{"filters":1}',
    '{"odd":1}',
  ],
}

function valuesOf(name: string, schema: TSchema): readonly string[] {
  const own = NAMED[name] ?? []
  switch (schema[Kind]) {
    case 'Boolean':
      return ['true', 'false', '', '1', 'TRUE']
    case 'Enumeration':
      return [...(schema.enum as string[]), '', 'odd']
    case 'Integer':
    case 'Number':
      return [...USUAL, ...PAGES]
    default:
      return [...own, ...USUAL.slice(0, 2), ...(name === 'cursor' ? CURSORS : [])]
  }
}

/** What a cursor holds, in place of its text. */
export const CURSOR_TEXTS = new Map<string, string>()

function cursor(value: unknown): string {
  const json = JSON.stringify(value)
  const text = Buffer.from(json).toString('base64')
  CURSOR_TEXTS.set(text, json)
  return text
}
const CURSORS = [
  cursor({ limit: 2, offset: 1 }),
  cursor({ limit: 1, lastId: '11' }),
  cursor({ limit: 0, offset: 2 }),
  cursor({ limit: 251, offset: 0 }),
  cursor({ limit: 2, offset: -1 }),
  cursor({ limit: 2 }),
  cursor({ lastId: 'x', limit: 1 }),
  cursor([]),
]

/** A body with one place changed: the place, its value and shape, and the whole. */
export interface Changed {
  place: Place
  value: unknown
  shape: TSchema
  body: unknown
}

export const LEFT_OUT = Symbol('left out')
/** The name of a property that no shape has. */
export const SURPLUS = 'surplus'

/** A body with each place in turn missing, null, of another type, empty, and at its bounds. */
export const bodiesOf = (schema: TSchema, body: unknown): Changed[] =>
  placesOf(schema, body, []).map(([place, value, shape]) => ({
    place,
    value,
    shape,
    body: changedAt(body, place, value),
  }))

export type Place = (string | number)[]

function placesOf(schema: TSchema, value: unknown, place: Place): [Place, unknown, TSchema][] {
  const inner = schema[Kind] === 'Nullable' ? (schema as TSchema & { [Inner]: TSchema })[Inner] : schema
  const here = [...(typeof place.at(-1) === 'string' && value !== undefined ? [LEFT_OUT] : []), ...bodyValues(inner)]
  const own = here.map((given): [Place, unknown, TSchema] => [place, given, inner])
  if (inner[Kind] === 'Array') {
    const [first] = Array.isArray(value) ? value : []
    return [...own, ...(first === undefined ? [] : placesOf(inner.items, first, [...place, 0]))]
  }
  if (inner[Kind] !== 'Object') return own
  const known = Object(value)
  const parts = Object.entries((inner as TObject).properties).flatMap(([name, part]) =>
    placesOf(part, known[name], [...place, name]),
  )
  return [...own, ...parts, [[...place, SURPLUS], 1, inner]]
}

function bodyValues(schema: TSchema): unknown[] {
  const { minimum, maximum, minLength = 0, maxLength } = schema
  switch (schema[Kind]) {
    case 'String':
      return [
        null,
        5,
        '',
        ' ',
        ...(minLength ? ['a'.repeat(minLength)] : []),
        ...(maxLength ? longTexts(maxLength) : []),
      ]
    case 'Enumeration':
      return [null, 5, 'odd', ...(schema.enum as string[])]
    case 'Boolean':
      return [null, true, false, 'true']
    case 'Integer':
    case 'Number':
      return [null, '1', 0, -1, 1.5, ...[minimum, maximum].filter(one => one !== undefined).flatMap(at => [at, at + 1])]
    case 'Array':
      return [null, {}, []]
    case 'Object':
      return [null, [], {}, 5]
    case 'ReadOnly':
      return ['x']
    default:
      return [null, 'x', 5, {}]
  }
}

const longTexts = (most: number) => ['a'.repeat(most), 'a'.repeat(most + 1)]

function changedAt(body: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value
  if (typeof name === 'number') return [changedAt((body as unknown[])[0], rest, value), ...(body as unknown[]).slice(1)]
  const before: Record<string, unknown> = Object(body)
  const part = rest.length === 0 ? value : changedAt(before[name], rest, value)
  if (part !== LEFT_OUT) return { ...before, [name]: part }
  const { [name]: _, ...others } = before
  return others
}

export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > 60 ? `${text.slice(0, 20)}… ${text.length}` : text
}
