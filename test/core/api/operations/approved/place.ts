import { once } from '../../../../../src/core/base/once.ts'
import type { Operation } from '../../../../../src/core/http/operation.ts'
import { type Fixture, type ProfileName, startInstance } from '../../../../../src/index.ts'
import { digest } from '../../../../digest.ts'
import { IDS, KEYS } from '../../place.ts'
import { webhook } from '../../world.ts'
import { wholePlace } from '../example-requests.ts'
import type { Wording } from './shape-refusals.ts'

const LATER = { createdAt: '2026-01-04T00:00:00.000Z', updatedAt: '2026-01-06T12:30:00.000Z' }
const node = (name: string, type: string, more = {}) => ({
  id: `id-${name}`,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
})
const ran = (id: number, status: string, more = {}) => ({
  id,
  workflowId: 'w-graph',
  status,
  mode: 'trigger',
  startedAt: `2026-01-05T00:00:${id}.000Z`,
  stoppedAt: `2026-01-05T00:01:${id}.500Z`,
  data: {
    resultData: { runData: { Hook: [{ startTime: 1, executionTime: 2, data: { main: [[{ json: { id } }]] } }] } },
  },
  ...more,
})

const rows = [
  { word: 'Ann', count: 3, isOn: true, day: '2026-01-01T00:00:00.000Z' },
  { word: 'ann', count: -1.5, isOn: false, day: '2025-12-31T23:59:59.999Z' },
  { word: 'a%b_c', count: 0, isOn: null, day: null },
  { word: '', count: 1e15, isOn: true, day: '1999-06-15T12:00:00.000Z' },
  { word: null, count: null, isOn: false, day: '2026-01-01T00:00:00.001Z' },
  { word: 'Übung', count: 31, isOn: true, day: '2030-02-28T00:00:00.000Z' },
].map(row => ({ ...LATER, ...row }))

/** A place in which each operation has something to find, to order and to refuse. */
export const richPlace = {
  ...wholePlace,
  tags: [
    ...(wholePlace.tags ?? []),
    { id: 'tag-urgent', name: 'urgent', ...LATER },
    { id: 'tag-unused', name: 'Unused', ...LATER },
  ],
  annotationTags: [...(wholePlace.annotationTags ?? []), { id: 'note2', name: 'checked', ...LATER }],
  workflows: [
    ...(wholePlace.workflows ?? []).map(one => ({ createdAt: LATER.createdAt, updatedAt: LATER.createdAt, ...one })),
    {
      id: 'w-graph',
      name: 'Graph of a day',
      description: 'all parts',
      active: true,
      tags: ['urgent', IDS.tag],
      versionId: 'version-w-graph',
      ...LATER,
      nodes: [
        webhook('Hook', 'day'),
        node('Timer', 'scheduleTrigger', { parameters: { rule: { interval: [{ field: 'days' }] } } }),
        node('Ask', 'httpRequest', {
          credentials: { httpBasicAuth: { id: 'c-owner', name: 'c-owner' } },
          parameters: { url: 'https://example.com' },
        }),
        node('Code', 'code', { disabled: true }),
        node('Merge', 'merge'),
        node('Note', 'stickyNote'),
        node('Run', 'executeCommand'),
        node('Own', 'x', { type: 'n8n-nodes-kept.thing' }),
      ],
      connections: {
        Hook: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] },
        Ask: { main: [[{ node: 'Merge', type: 'main', index: 0 }], null, [{ node: 'Code', type: 'main', index: 1 }]] },
      },
      nodeGroups: [{ id: 'group', name: 'Group', nodeIds: ['id-Ask', 'id-Merge'] }],
      settings: { executionOrder: 'v1', timezone: 'Europe/Berlin', errorWorkflow: 'w-owner', callerPolicy: 'any' },
      staticData: { 'node:Hook': { last: 1 } },
      pinData: { Hook: [{ json: { a: 1 } }] },
      meta: { templateId: '7' },
    },
    {
      id: 'w-late',
      name: 'graph, later',
      tags: ['urgent'],
      projectId: IDS.team,
      parentFolderId: 'inner',
      createdAt: LATER.createdAt,
      updatedAt: '2026-01-07T00:00:00.000Z',
      nodes: [],
      connections: {},
      settings: {},
      versionId: 'version-w-late',
    },
  ],
  credentials: [
    ...(wholePlace.credentials ?? []),
    { id: 'c-global', name: 'Everyone', type: 'githubApi', data: { accessToken: 'a' }, isGlobal: true, ...LATER },
    { id: 'c-managed', name: 'Managed', type: 'slackApi', data: { accessToken: 'a' }, isManaged: true, ...LATER },
  ],
  executions: [
    ...(wholePlace.executions ?? []),
    ran(10, 'success', { annotationTags: ['note1'] }),
    ran(11, 'error', { retrySuccessId: 12, customData: { key: 'value' } }),
    ran(12, 'success', { mode: 'retry', retryOf: 11 }),
    ran(13, 'running', { stoppedAt: null }),
    ran(14, 'waiting', { waitTill: '2026-03-01T00:00:00.000Z' }),
    ran(15, 'crashed', { mode: 'webhook' }),
    ran(16, 'canceled', { workflowId: 'w-late' }),
    ran(17, 'new', { startedAt: undefined, stoppedAt: null, createdAt: '2026-01-05T00:00:17.000Z' }),
    ran(18, 'unknown', { data: undefined }),
  ],
  dataTables: [
    ...(wholePlace.dataTables ?? []),
    {
      id: 'AllKindsOfCells0',
      name: 'All kinds',
      owner: 'olga@example.com',
      columns: [
        { id: 'ColumnOfWords000', name: 'word', type: 'string' },
        { id: 'ColumnOfCounts00', name: 'count', type: 'number' },
        { id: 'ColumnOfFlags000', name: 'isOn', type: 'boolean' },
        { id: 'ColumnOfDays0000', name: 'day', type: 'date' },
      ],
      rows,
      ...LATER,
    },
  ],
  folders: [
    ...(wholePlace.folders ?? []),
    { id: 'inner', name: 'inner', projectId: IDS.team, parentFolderId: 'folder', ...LATER },
    { id: 'beside', name: 'Beside', projectId: IDS.team, ...LATER },
    { id: 'folder-other', name: 'Folder', projectId: 'other-team', ...LATER },
  ],
  customRoles: [
    ...(wholePlace.customRoles ?? []),
    { id: 'global:helper', displayName: 'Helper', roleType: 'global', scopes: ['tag:list', 'user:read'], ...LATER },
  ],
} as unknown as Fixture

/** The callers, by what they are. */
export const CALLERS: Record<string, string | null> = {
  admin: KEYS.admin,
  member: KEYS.member,
  viewer: KEYS.viewer,
  scoped: KEYS.scoped,
  keyless: null,
}

/** An instance in which nothing happens by chance. */
export async function startApproved(profile: ProfileName, fixture: Fixture = richPlace) {
  const instance = await startInstance({
    socket: false,
    profile,
    fixture,
    apiKey: KEYS.owner,
    clock: '2026-02-03T04:05:06.789Z',
    idSeed: 'approved',
  })
  const { control } = instance
  if (!control) throw new Error('no control API')
  const state = () => control.state() as Record<string, unknown>
  const jsonOf = (parts: Record<string, unknown>) =>
    new Map(Object.entries(parts).map(([name, part]) => [name, JSON.stringify(part)]))
  await control.reset()
  const before = jsonOf(state())
  const revisionsNow = () => {
    const { requests, clock, ...records } = control.revisions()
    return JSON.stringify(records)
  }
  let revisions = revisionsNow()

  /** The parts of the state that differ from those at the start, each with a digest; at the start again after it. */
  async function takeChanges(): Promise<string> {
    if (revisionsNow() === revisions) return ''
    const after = jsonOf(state())
    const names = [...new Set([...before.keys(), ...after.keys()])].sort()
    const changed = names.filter(name => before.get(name) !== after.get(name))
    if (changed.length > 0) await control?.reset()
    revisions = revisionsNow()
    return changed.map(name => ` ${name}:${digest(after.get(name) ?? '').slice(0, 4)}`).join('')
  }

  /** What is answered, on a line: the message of a refusal, else a digest; and what it changed. */
  async function outcomeOf(request: string, body?: unknown, key: string | null = KEYS.owner, headers = {}) {
    const [method = '', path = ''] = request.split(' ')
    const isText = typeof body === 'string' || body instanceof Uint8Array
    const response = await instance.fetch(`/api/v1${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { [instance.apiKeyHeader]: key }),
        ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: (isText ? body : JSON.stringify(body)) as BodyInit }),
    })
    const text = await response.text()
    const changed = method === 'GET' ? '' : await takeChanges()
    return `${response.status} ${response.status < 400 ? (text === '' ? '' : digest(text)) : refusalOf(text)}${changed}`
  }

  const document = once(async () => {
    const response = await instance.fetch('/api/v1/openapi.json')
    return (await response.json()) as { paths: Record<string, Record<string, object>>; components: object }
  })

  /** A digest of an operation as documented, with its summary and descriptions. */
  async function documentOf(method: string, path: string) {
    const { paths } = await document()
    return digest(JSON.stringify(paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]))
  }

  const wordingOf = ({ dialect }: Operation): Wording =>
    profile === 'n8n-2.41' && dialect !== 'old' ? 'zod' : 'validator'

  return { ...instance, control, outcomeOf, takeChanges, document, documentOf, wordingOf }
}

export type Approved = Awaited<ReturnType<typeof startApproved>>

/** Often answered, and long. */
const LICENCE =
  /^Your license does not allow for (\S+)\. To enable \1, please upgrade to a license that supports this feature\.$/

const OTHER_TYPE =
  /^Validation error with data table request: value '(.*)' does not match column type '(\w+)': '(\w+)' expects a (\w+) but we got '\1'/

/** The message alone where a refusal says nothing else. */
function refusalOf(text: string): string {
  try {
    const { message, ...more } = JSON.parse(text)
    const rest = Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : ''
    const said = typeof message === 'string' ? message : text
    return shortened(`${said.replace(LICENCE, 'no licence for $1').replace(OTHER_TYPE, 'no $2 or $4 for $3')}${rest}`)
  } catch {
    return shortened(text)
  }
}

const shortened = (text: string) => (text.length > 150 ? `${text.slice(0, 130)}… ${text.length} ${digest(text)}` : text)

type Outcomes = readonly (readonly [input: string, outcome: string])[]

/** Inputs with the same outcome, on one line: `name=null|5, id="x" → 400 …`. */
export function linesOf(outcomes: Outcomes): string[] {
  const inputs = new Map<string, string[]>()
  for (const [input, outcome] of outcomes) inputs.set(outcome, [...(inputs.get(outcome) ?? []), input])
  return [...inputs].map(([outcome, inputs]) => `${joined(inputs)} → ${outcome.trimEnd()}`)
}

function joined(inputs: readonly string[]): string {
  const places = Map.groupBy(inputs, input => input.split('=', 1)[0] ?? '')
  return [...places]
    .map(([place, [first = '', ...others]]) => [first, ...others.map(other => other.slice(place.length + 1))].join('|'))
    .join(', ')
}

/** Lines as a text, which a snapshot holds without quotes around each. */
export const textOf = (lines: readonly string[]) => `\n${lines.join('\n')}\n`
