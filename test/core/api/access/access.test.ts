import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { n8n241 } from '../../../../src/core/versions/v2/n8n-2.41.ts'
import { startInstance, type TestInstance } from '../../../../src/testing.ts'
import { IDS, KEYS, place } from '../place.ts'
import measured from './access.json'

const { operations } = n8n241

type Answer = readonly [status: number, message?: string]
interface Row {
  method: string
  path: string
  owner: Answer
  member: Answer
  scopeless: Answer
}

const ROWS = measured as unknown as Row[]
const named = ROWS.map(row => [`${row.method} ${row.path}`, row] as const)

/** Ids that there are not, as those were that the service was asked with. */
const UNKNOWN: Record<string, string> = {
  executionId: '999999',
  dataTableId: 'abcdefghijklmnop',
  columnId: 'abcdefghijklmnop',
}

/** Bodies that the service was asked with, where they were neither `{}` nor what the operation takes. */
const ODD_BODIES: Record<string, unknown> = {
  'PATCH /data-tables/{dataTableId}/columns/{columnId}': [],
  'PATCH /data-tables/{dataTableId}/rows/update': emptyChange(),
  'POST /data-tables/{dataTableId}/rows/upsert': emptyChange(),
  'PUT /settings/security-policy': {
    personalSpacePublishing: true,
    personalSpaceSharing: true,
    redactionEnforcement: { floor: false },
  },
}

function emptyChange() {
  return { filter: { filters: [{ columnName: 'email', condition: 'eq', value: 'x' }] }, data: {} }
}

const operationOf = ({ method, path }: Row) => {
  const found = operations.find(one => one.method === method && one.path.replace(/:(\w+)/g, '{$1}') === path)
  if (!found) throw new Error(`${method} ${path} is not served`)
  return found
}

/** Sends what the service was asked; the ids are unknown ones where none are given. */
async function ask(instance: TestInstance, row: Row, key: string, ids: Record<string, string> = {}): Promise<Answer> {
  const { body } = operationOf(row)
  const filled = row.path.replace(/\{(\w+)\}/g, (_part, name: string) => ids[name] ?? unknownId(row, name))
  const odd = ODD_BODIES[`${row.method} ${row.path}`]
  const usual = row.owner[0] === 400 || row.owner[0] === 415 ? {} : body?.example
  const sent = body ? (Object.keys(ids).length > 0 ? body.example : (odd ?? usual ?? {})) : undefined
  const query = Object.keys(ids).length > 0 ? queryOf(row) : ''
  const answer = await instance.request<{ message?: string }>(row.method, `/api/v1${filled}${query}`, sent, { key })
  const message = answer.body?.message
  return answer.status < 400 || message === undefined ? [answer.status] : [answer.status, message]
}

const unknownId = ({ path }: Row, name: string) =>
  path.startsWith('/users/') ? '00000000-0000-4000-8000-000000000000' : (UNKNOWN[name] ?? 'nope')

const queryOf = ({ path }: Row) =>
  path.endsWith('/rows/delete')
    ? `?filter=${encodeURIComponent(JSON.stringify({ filters: [{ columnName: 'email', condition: 'eq', value: 'x' }] }))}`
    : ''

let instance: TestInstance
beforeAll(async () => {
  instance = await startInstance({ socket: false, profile: 'n8n-2.41', fixture: place })
})
afterAll(() => instance.stop())

test('the operations are those of the service', () => {
  const served = operations.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(served.toSorted()).toEqual(ROWS.map(({ method, path }) => `${method} ${path}`).toSorted())
})

describe("what the service was measured to answer an owner's key", () => {
  test.each(named)('%s', async (_name, row) => expect(await ask(instance, row, KEYS.owner)).toEqual([...row.owner]))
})

describe("an admin's key is answered as an owner's", () => {
  test.each(named)('%s', async (_name, row) => expect(await ask(instance, row, KEYS.admin)).toEqual([...row.owner]))
})

describe("what the service was measured to answer a member's key", () => {
  test.each(named)('%s', async (_name, row) => expect(await ask(instance, row, KEYS.member)).toEqual([...row.member]))
})

describe('what the service was measured to answer a key without the scope', () => {
  test.each(named)('%s', async (_name, row) =>
    expect(await ask(instance, row, KEYS.scoped)).toEqual([...row.scopeless]),
  )
})

describe('a key with that scope alone is answered as one with all', () => {
  test.each(named)('%s', async (name, row) => {
    const { scope } = operationOf(row)
    const scopes = scope === undefined ? ['tag:list'] : typeof scope === 'string' ? [scope] : [scope[0] ?? '']
    const apiKeys = [{ user: IDS.owner, label: 'one', key: name, scopes }]
    await instance.seed({ apiKeys })
    expect(await ask(instance, row, name)).toEqual([...row.owner])
  })
})

describe('an expired key is answered as one that nobody has', () => {
  test.each(named)('%s', async (_name, row) => {
    const message = operationOf(row).dialect === 'old' ? 'unauthorized' : 'Unauthorized'
    expect(await ask(instance, row, KEYS.expired)).toEqual([401, message])
    expect(await ask(instance, row, 'nobody-has-this')).toEqual([401, message])
  })
})

/** What is there: of the owner, and of the member. */
const THINGS = {
  foreign: { workflow: 'w-owner', credential: 'c-owner', table: IDS.ownersTable, execution: '1', user: IDS.owner },
  own: { workflow: 'w-member', credential: 'c-member', table: IDS.membersTable, execution: '3', user: IDS.member },
}

function idsOf({ path }: Row, { workflow, credential, table, execution, user }: (typeof THINGS)['own']) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const known: Record<string, string> = {
    workflowId: workflow,
    credentialId: credential,
    dataTableId: table,
    executionId: execution,
    projectId: 'other-team',
    roleSlug: 'global:member',
    tagId: IDS.tag,
    credentialTypeName: 'githubApi',
    workflowVersionId: `version-${workflow}`,
    versionId: `version-${workflow}`,
    folderId: 'nope',
    columnId: table === IDS.ownersTable ? IDS.column : `${table.slice(0, 12)}Clmn`,
    id: path.startsWith('/workflows') ? workflow : user,
    userId: user,
  }
  return Object.fromEntries(names.map(name => [name, known[name] ?? 'nope']))
}

/** What the documents of the service say of a member's key and what is another's. */
function foreignAnswer(row: Row): Answer | undefined {
  const { path } = row
  if (row.member[0] === 403) return row.member
  if (/^\/(workflows|credentials|data-tables)\/\{(?!credentialTypeName)/.test(path)) return [403, 'Forbidden']
  if (!path.startsWith('/executions/{')) return undefined
  if (path.endsWith('/retry')) return [404, 'The execution with the ID "1" does not exist.']
  return [404, path.endsWith('/stop') ? 'Failed to find execution to stop' : 'Not Found']
}

describe("a member's key and what is another's", () => {
  const foreign = named.filter(([, row]) => row.path.includes('{') && foreignAnswer(row) !== undefined)
  test.each(foreign)('%s', async (_name, row) => {
    const before = JSON.stringify(instance.state())
    const expected = foreignAnswer(row) ?? []
    expect(await ask(instance, row, KEYS.member, idsOf(row, THINGS.foreign))).toEqual([...expected] as never)
    expect(JSON.stringify(instance.state())).toBe(before)
  })

  test('no operation is left out but those that have nothing of anybody', () => {
    const rest = named.filter(([, row]) => row.path.includes('{') && foreignAnswer(row) === undefined)
    const names = ['GET /credentials/schema/{credentialTypeName}', 'GET /tags/{tagId}', 'PUT /tags/{tagId}']
    expect(rest.map(([name]) => String(name))).toEqual(names)
  })
})

/** What a member is refused of his own, for reasons other than whose it is. */
const REFUSED_OWN: Record<string, string> = {
  'POST /workflows/{id}/test-runs': '403 Evaluations are not available on your plan',
  'POST /workflows/{id}/test-runs/{runId}/cancel': '403 Evaluations are not available on your plan',
  'GET /workflows/{id}/test-runs/{runId}': '404 Test run not found',
  'GET /workflows/{id}/test-runs/{runId}/test-cases': '404 Test run not found',
  'POST /executions/{executionId}/stop':
    '409 Only running or waiting executions can be stopped and 3 is currently error',
  'POST /workflows/{workflowId}/unarchive': '400 Workflow is not archived.',
}

describe("a member's key and what is the member's own", () => {
  const own = named.filter(([, row]) => row.path.includes('{') && row.member[0] !== 403)
  test.each(own)('%s', async (name, row) => {
    instance.snapshot('whole')
    const [status, message] = await ask(instance, row, KEYS.member, idsOf(row, THINGS.own))
    await instance.restore('whole')
    expect(status < 300 ? 'done' : `${status} ${message}`).toBe(REFUSED_OWN[name] ?? 'done')
  })
})
