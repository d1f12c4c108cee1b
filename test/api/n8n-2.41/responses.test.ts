import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { validationErrors } from '../../../src/http/validation-errors.ts'
import { FEATURES } from '../../../src/model/licence.ts'
import { startInstance, type TestInstance } from '../../../src/testing.ts'
import { firstError } from '../../../src/versions/v2/dialect/first-error.ts'
import { operations } from '../../../src/versions/v2/operations.ts'
import { IDS, licensedPlace } from './place.ts'

/** What is refused whatever is asked: packages, test runs and traces that nothing here makes. */
const REFUSED = new Set([
  ...['testOtelTrace', 'createTestRun', 'getTestRun', 'cancelTestRun', 'getTestCases'],
  ...['installPackage', 'updatePackage', 'exportPackage', 'importPackage'],
])
/** What needs a git remote; see test/git. */
const REMOTE = new Set(['getSourceControlStatus', 'pushSourceControl', 'pullSourceControl'])

const isServed = ({ feature }: { feature?: string }) =>
  feature === undefined || (FEATURES as readonly string[]).includes(feature)

const succeeding = operations.filter(one => isServed(one) && !REFUSED.has(one.id) && !REMOTE.has(one.id))

const THINGS: Record<string, string> = {
  ...{ workflowId: 'w-owner', versionId: 'version-w-owner', workflowVersionId: 'version-w-owner' },
  ...{ credentialId: 'c-owner', credentialTypeName: 'githubApi', executionId: '1', tagId: IDS.tag },
  ...{ dataTableId: IDS.ownersTable, columnId: IDS.column, projectId: IDS.team, userId: IDS.member },
  ...{ folderId: 'folder', roleSlug: 'project:reader', name: 'n8n-nodes-kept' },
}

/** Where an operation needs another thing. */
const OTHERS: Record<string, Record<string, string>> = {
  stopExecution: { executionId: '2' },
  unarchiveWorkflow: { workflowId: 'w-archived' },
  ...Object.fromEntries(['getUser', 'deleteUser', 'changeRole'].map(id => [id, { id: IDS.member }])),
  ...Object.fromEntries(['updateVariable', 'deleteVariable'].map(id => [id, { id: 'v-global' }])),
  ...Object.fromEntries(['getTestRuns', 'getWorkflowVersion'].map(id => [id, { id: 'w-owner' }])),
}

const FILTER = JSON.stringify({ filters: [{ columnName: 'email', condition: 'eq', value: 'ann@example.com' }] })
const QUERIES: Record<string, string> = { deleteDataTableRows: `?returnData=true&filter=${encodeURIComponent(FILTER)}` }

let instance: TestInstance
beforeAll(async () => {
  const archived = { id: 'w-archived', name: 'w', nodes: [], connections: {}, settings: {}, isArchived: true }
  instance = await startInstance({
    ...{ socket: false, profile: 'n8n-2.41' },
    fixture: {
      ...licensedPlace,
      workflows: [...(licensedPlace.workflows ?? []), archived],
      communityPackages: [{ packageName: 'n8n-nodes-kept', installedVersion: '1.0.0', installedNodes: [] }],
    },
  })
  instance.snapshot('whole')
})
afterAll(() => instance.stop())

describe('each operation takes its example and answers in the shape that it declares', () => {
  test.each(succeeding.map(one => [one.id, one] as const))('%s', async (id, { method, path, body, responses }) => {
    const filled = path.replace(/:(\w+)/g, (_part, name: string) => {
      const value = OTHERS[id]?.[name] ?? THINGS[name]
      if (value === undefined) throw new Error(`${path}: no ${name}`)
      return encodeURIComponent(value)
    })
    const answer = await instance.request(method, `/api/v1${filled}${QUERIES[id] ?? ''}`, body?.example)
    await instance.restore('whole')
    expect([answer.status < 300, answer.text]).toEqual([true, answer.text])
    const declared = responses[answer.status]
    if (!declared) throw new Error(`${answer.status} is not declared`)
    if (declared.schema) expect([...Value.Errors(declared.schema, answer.body)]).toEqual([])
    else expect(answer.text).toBe('')
  })

  test('declares no other success', () => {
    for (const { id, responses } of succeeding) {
      expect([id, Object.keys(responses).filter(status => Number(status) < 300).length]).toEqual([id, 1])
    }
  })

  test('which the others do not declare', () => {
    const others = operations.filter(one => !succeeding.includes(one) && !REMOTE.has(one.id))
    const promised = others.filter(({ responses }) => Object.keys(responses).some(status => Number(status) < 300))
    expect(promised.map(({ id }) => id)).toEqual([])
  })
})

test('every body but a form has an example that its schema takes', () => {
  for (const { id, body, dialect } of operations) {
    if (!body || body.mediaType) continue
    const errorOf =
      dialect === 'old'
        ? validationErrors(body.schema, body.example, 'request/body')[0]
        : firstError(body.schema, body.example, 'request/body')
    expect([id, body.example === undefined, errorOf]).toEqual([id, false, undefined])
  }
})
