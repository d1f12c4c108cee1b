import { describe, expect, test } from 'bun:test'
import type { Node } from '../../../src/testing.ts'
import { called, fields, node, playing } from './playing.ts'
import { inARow } from './workflows.ts'

const OWNER = {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'olga@example.com',
  firstName: 'Olga',
  lastName: 'Owner',
  role: 'global:owner',
}
const MEMBER = {
  id: '22222222-2222-4222-8222-222222222222',
  email: 'mia@example.com',
  firstName: 'Mia',
  lastName: 'Member',
  role: 'global:member',
}
const SECRET = { id: 'key', name: 'key', type: 'jwtAuth', data: { keyType: 'passphrase', secret: 'owner only' } }
const signing = node('Sign', 'jwt', { operation: 'sign', claims: '{}' }, { credentials: { jwtAuth: { id: 'key' } } })
const responding = node(
  'Sign',
  'respondToWebhook',
  { respondWith: 'jwt', payload: '{}' },
  { typeVersion: 1.4, credentials: { jwtAuth: { id: 'key' } } },
)
const NO_DATA = 'Workflow executed successfully but no data was returned'
const calling = node('Call', 'executeWorkflow', { workflowId: 'private' }, { typeVersion: 1.2 })
const DENIED = 'The sub-workflow (private) cannot be called by this workflow'
const NOT_SHARED = 'Node "Sign" does not have access to the credential'

async function answerTo(
  owner: string,
  nodes: ReturnType<typeof node>[],
  settings: object = {},
  credential: object = {},
) {
  const callee = inARow(node('Start', 'executeWorkflowTrigger'), fields('Inside', { secret: 'of the owner' }))
  await using instance = await playing([], {
    fixture: {
      users: [OWNER, MEMBER],
      credentials: [{ ...SECRET, owner: OWNER.email, ...credential }],
      workflows: [
        { ...called('hook', nodes), owner },
        { id: 'private', name: 'private', active: true, owner: OWNER.email, ...callee, settings },
      ],
    },
  })
  const { answer, execution } = await instance.call('hook')
  const { error } = execution.data.resultData as { error?: { message: string } }
  return { status: answer.status, text: answer.text, error: error?.message, ran: instance.stored().length }
}

describe("a member's workflow", () => {
  test.each([
    ['a workflow of another project', [calling], {}],
    ['one that no workflow may call', [calling], { callerPolicy: 'none' }],
    ['one that lists others', [calling], { callerPolicy: 'workflowsFromAList', callerIds: 'a, b' }],
  ])('may not use %s, which leaves an execution', async (_, nodes, settings) => {
    const { status, text, error, ran } = await answerTo(MEMBER.email, nodes, settings)
    expect([status, error, ran]).toEqual([500, DENIED, 2])
    expect(text).not.toContain('of the owner')
  })

  const NOT_BEGUN = 'There was a problem executing the workflow'
  const HINT = 'Please recreate the credential or ask its owner to share it with you.'
  const RECREATE = 'Please recreate the credential.'
  const named = (credential: object) => ({ ...signing, credentials: { jwtAuth: credential } })
  test.each([
    ['n8n-2.41', 'one of another project', signing, 500, { code: 0, message: NOT_BEGUN }, NOT_SHARED, HINT],
    ['n8n-2.41', 'an unknown one', named({ id: 'no' }), 500, { code: 0, message: NOT_BEGUN }, NOT_SHARED, HINT],
    ['n8n-2.41', 'one to answer with', responding, 400, { code: 0, message: NOT_SHARED }, NOT_SHARED, HINT],
    [
      'n8n-2.41',
      'none',
      named({ name: 'x' }),
      500,
      { code: 0, message: NOT_BEGUN },
      'Node "Sign" uses invalid credential',
      RECREATE,
    ],
    ['n8n-1.123', 'one of another project', signing, 200, { message: NO_DATA }, NOT_SHARED, HINT],
    ['n8n-1.123', 'an unknown one', named({ id: 'no' }), 200, { message: NO_DATA }, NOT_SHARED, HINT],
    ['n8n-1.123', 'one to answer with', responding, 500, { code: 0, message: NOT_SHARED }, NOT_SHARED, HINT],
    [
      'n8n-1.123',
      'none',
      named({ id: null, name: 'x' }),
      200,
      { message: NO_DATA },
      'Node "Sign" uses invalid credential',
      RECREATE,
    ],
  ])('of %s does not begin where a node names %s', async (profile, _, sign, status, body, message, description) => {
    const workflow = called('hook', [fields('First', { a: 1 }), sign])
    if (sign === responding) Object.assign(workflow.nodes[0]?.parameters ?? {}, { responseMode: 'responseNode' })
    await using instance = await playing([], {
      profile,
      fixture: {
        users: [OWNER, MEMBER],
        credentials: [{ ...SECRET, owner: OWNER.email }],
        workflows: [{ ...workflow, owner: MEMBER.email }],
      },
    })
    const { answer, execution } = await instance.call('hook')
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, body])
    const { startData, resultData, executionData } = execution.data as Record<string, Record<string, unknown>>
    expect(startData).toEqual({ destinationNode: { nodeName: 'Sign', mode: 'inclusive' }, runNodeFilter: ['Sign'] })
    expect(resultData).toMatchObject({ lastNodeExecuted: 'Sign', error: { level: 'info', message, description } })
    expect(Object.keys(resultData?.runData as object)).toEqual(['Sign'])
    expect(executionData?.nodeExecutionStack).toMatchObject([{ node: { name: 'Sign' }, data: {}, source: null }])
  })

  test('says which project a credential is to be shared with', async () => {
    const team = { id: 'TeamProject00000', name: 'Sales' }
    await using instance = await playing([], {
      fixture: {
        users: [OWNER, MEMBER],
        projects: [team],
        credentials: [{ ...SECRET, owner: OWNER.email }],
        workflows: [{ ...called('hook', [signing]), projectId: team.id }],
      },
    })
    const { execution } = await instance.call('hook')
    expect(execution.data.resultData.error).toMatchObject({
      message: NOT_SHARED,
      description: 'Please make sure that the credential is shared with the project "Sales"',
    })
  })

  test('begins where a node does not take the credential that it names', async () => {
    const plain = fields('Set', { a: 1 }, {}, { credentials: { jwtAuth: { id: 'key' } } })
    expect(await answerTo(MEMBER.email, [plain])).toMatchObject({ status: 200, error: undefined })
    const answering = node(
      'Set',
      'respondToWebhook',
      { respondWith: 'text', responseBody: 'a' },
      {
        typeVersion: 1.4,
        credentials: { jwtAuth: { id: 'key' } },
      },
    )
    expect(await answerTo(MEMBER.email, [answering])).toMatchObject({ error: expect.stringContaining('Unused') })
  })

  test('fails before its respond node with 200 and no body in 1.123', async () => {
    const failing = called(
      'hook',
      [node('Fail', 'stopAndError', { errorMessage: 'no' }), responding],
      {},
      {
        responseMode: 'responseNode',
      },
    )
    const answers = []
    for (const profile of ['n8n-1.123', 'n8n-2.41']) {
      await using instance = await playing([failing], { profile })
      const { answer } = await instance.call('hook')
      answers.push([answer.status, answer.text])
    }
    expect(answers).toEqual([
      [200, ''],
      [500, '{"message":"Error in workflow"}'],
    ])
  })

  test.each([
    ['one that lets all call', { callerPolicy: 'any' }],
    ['one that lists it', { callerPolicy: 'workflowsFromAList', callerIds: 'a, hook' }],
  ])('may call %s', async (_, settings) => {
    expect(await answerTo(MEMBER.email, [calling], settings)).toMatchObject({ status: 200, error: undefined, ran: 2 })
  })

  test.each([{ isGlobal: true }, { owner: MEMBER.email }])('may use a credential with %j', async credential => {
    expect(await answerTo(MEMBER.email, [signing], {}, credential)).toMatchObject({ status: 200, error: undefined })
  })
})

describe('a call that is denied', () => {
  const callee = inARow(node('Start', 'executeWorkflowTrigger'), fields('Inside', { a: 1 }), signing)
  const caller = (parameters: object, rest: object = {}) => ({
    ...calling,
    parameters: { ...calling.parameters, ...parameters },
    ...rest,
  })
  async function deniedWith(
    call: ReturnType<typeof node>,
    { owner = OWNER.email, settings = {} as Record<string, unknown>, profile = 'n8n-2.41' } = {},
  ) {
    await using instance = await playing([], {
      profile,
      fixture: {
        users: [OWNER, MEMBER],
        credentials: [{ ...SECRET, owner: OWNER.email }],
        workflows: [
          { ...called('hook', [call]), owner: MEMBER.email },
          { id: 'private', name: 'private', active: true, owner, ...callee, settings },
        ],
      },
    })
    const { answer, left } = await instance.call('hook')
    const [own, other, ...more] = left
    expect(more).toEqual([])
    return { status: answer.status, own, other }
  }
  const profiles = ['n8n-2.41', 'n8n-1.123']

  test.each(profiles)('leaves an execution of the called workflow, and an error that names it (%s)', async profile => {
    const { own, other } = await deniedWith(calling, { profile })
    expect(own?.data.resultData.error).toEqual({
      description: expect.stringContaining('You will need Olga Owner to update'),
      executionId: other?.id,
      workflowId: 'private',
      message: DENIED,
      stack: `Error: ${DENIED}`,
    })
    expect(other).toMatchObject({ workflowId: 'private', status: 'error', mode: 'integrated' })
    expect(other?.data).toMatchObject({
      startData: { destinationNode: { nodeName: 'Call' } },
      resultData: { error: { name: 'SubworkflowPolicyDenialError', message: DENIED, node: { name: 'Call' } } },
    })
    expect(other?.data.resultData.error).not.toHaveProperty('cause')
    expect(Object.keys(other?.data.resultData.runData ?? {})).toEqual(['Call'])
  })

  test.each(profiles)('by a credential leaves the error of the node that names it (%s)', async profile => {
    const { own, other } = await deniedWith(calling, { owner: MEMBER.email, profile })
    expect(own?.data.resultData.error).toMatchObject({
      name: 'NodeOperationError',
      message: NOT_SHARED,
      node: { name: 'Sign' },
      workflowId: 'private',
      executionId: other?.id,
      errorResponse: { message: NOT_SHARED, executionId: other?.id },
    })
    expect(other?.data.resultData).toMatchObject({ lastNodeExecuted: 'Sign', error: { message: NOT_SHARED } })
  })

  test('fails the item that it was for', async () => {
    const { own } = await deniedWith(caller({ mode: 'each' }))
    expect(own?.data.resultData.error).toMatchObject({
      name: 'NodeOperationError',
      message: 'Error executing workflow with item at index 0',
      description: DENIED,
      context: { itemIndex: 0 },
    })
  })

  test('does not fail a caller that does not wait for it', async () => {
    const { status, own, other } = await deniedWith(caller({ options: { waitForSubWorkflow: false } }))
    expect([status, other?.status]).toEqual([200, 'error'])
    expect(own?.data.resultData.runData.Call?.[0]?.metadata).toEqual({
      subExecution: { executionId: other?.id, workflowId: 'private' },
      subExecutionsCount: 1,
    })
  })

  test('is an item where the node goes on', async () => {
    const { own, other } = await deniedWith(caller({}, { onError: 'continueRegularOutput' }))
    const subExecution = { executionId: other?.id, workflowId: 'private' }
    expect(own?.data.resultData.runData.Call?.[0]?.data.main).toEqual([
      [{ json: { error: DENIED }, metadata: { subExecution, subExecutionsCount: 1 }, pairedItem: [{ item: 0 }] }],
    ])
  })
})

test.each(['n8n-2.41', 'n8n-1.123'])(
  'an error workflow of another project has an execution that says who may not use it (%s)',
  async profile => {
    const handler = inARow(node('Error', 'errorTrigger'), fields('Inside', { a: 1 }))
    await using instance = await playing([], {
      profile,
      fixture: {
        users: [OWNER, MEMBER],
        workflows: [
          {
            ...called('hook', [node('Fail', 'stopAndError', { errorMessage: 'no' })], {
              settings: { errorWorkflow: 'own' },
            }),
            owner: MEMBER.email,
          },
          // its own failure is not handled
          { id: 'own', name: 'own', active: true, owner: OWNER.email, ...handler, settings: { errorWorkflow: 'hook' } },
        ],
      },
    })
    const { left } = await instance.call('hook')
    expect(left.map(({ workflowId, mode, status }) => [workflowId, mode, status])).toEqual([
      ['hook', 'webhook', 'error'],
      ['own', 'error', 'error'],
    ])
    expect(left[1]?.data.resultData).toMatchObject({
      lastNodeExecuted: 'Error',
      error: {
        name: 'SubworkflowOperationError',
        message: 'Another workflow: (ID hook) tried to invoke this workflow to handle errors.',
        description:
          "Unfortunately current permissions do not allow this. Please check that this workflow's settings allow it to be called by others",
        cause: { name: 'SubworkflowOperationError' },
      },
    })
    expect(left[1]?.data.resultData.error).not.toHaveProperty('node')
    expect(Object.keys(left[1]?.data.resultData.runData ?? {})).toEqual(['Error'])
  },
)

test('a credential is found by its name among those of the project', async () => {
  await using instance = await playing([], {
    fixture: {
      users: [OWNER, { ...MEMBER, apiKey: 'key-of-the-member' }],
      credentials: [{ ...SECRET, owner: OWNER.email }],
    },
  })
  const { name, nodes, connections } = called('hook', [
    { ...signing, id: 's', position: [0, 0], credentials: { jwtAuth: { id: null, name: 'key' } } },
  ])
  const body = {
    name,
    nodes: nodes.map((one, at) => ({ id: `${at}`, position: [0, 0], ...one })),
    connections,
    settings: {},
  }
  const credentialsFor = async (key: string | undefined) => {
    const answer = await instance.request<{ nodes: Node[] }>('POST', '/api/v1/workflows', body, key ? { key } : {})
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.anything()])
    return answer.body.nodes[1]?.credentials
  }
  expect(await credentialsFor('key-of-the-member')).toEqual({ jwtAuth: { id: null, name: 'key' } })
  expect(await credentialsFor(undefined)).toEqual({ jwtAuth: { id: 'key', name: 'key' } })
})

test("a missing credential fails the owner's node", async () => {
  const { error } = await answerTo(OWNER.email, [{ ...signing, credentials: { jwtAuth: { id: 'no' } } }])
  expect(error).toBe('Credential with ID "no" does not exist for type "jwtAuth".')
})

test("the owner's workflow may use its own, and every credential", async () => {
  expect(await answerTo(OWNER.email, [calling])).toMatchObject({ status: 200, ran: 2 })
  const ofMember = { owner: MEMBER.email }
  expect(await answerTo(OWNER.email, [signing], {}, ofMember)).toMatchObject({ status: 200, error: undefined })
})
