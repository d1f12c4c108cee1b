import { describe, expect, test } from 'bun:test'
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
const calling = node('Call', 'executeWorkflow', { workflowId: 'private' }, { typeVersion: 1.2 })

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
    ['a workflow of another project', [calling], {}, 'The sub-workflow (private) cannot be called by this workflow'],
    [
      'one that nobody may call',
      [calling],
      { callerPolicy: 'none' },
      'The sub-workflow (private) cannot be called by this workflow',
    ],
    [
      'one that lists others',
      [calling],
      { callerPolicy: 'workflowsFromAList', callerIds: 'a, b' },
      'The sub-workflow (private) cannot be called by this workflow',
    ],
  ])('may not use %s', async (_, nodes, settings, message) => {
    const { status, text, error, ran } = await answerTo(MEMBER.email, nodes, settings)
    expect([status, error, ran]).toEqual([500, message, 1])
    expect(text).not.toContain('of the owner')
  })

  test.each([
    [500, 'There was a problem executing the workflow', 'one of another project', signing, {}],
    [500, 'There was a problem executing the workflow', 'one that is not there', signing, { id: 'other' }],
    [400, 'Node "Sign" does not have access to the credential', 'one of another project, to answer', responding, {}],
  ])('does not begin, with %i %j, where a node names %s', async (status, text, _, named, credential) => {
    const workflow = called('hook', [fields('First', { a: 1 }), named])
    if (named === responding) Object.assign(workflow.nodes[0]?.parameters ?? {}, { responseMode: 'responseNode' })
    await using instance = await playing([], {
      fixture: {
        users: [OWNER, MEMBER],
        credentials: [{ ...SECRET, owner: OWNER.email, ...credential }],
        workflows: [{ ...workflow, owner: MEMBER.email }],
      },
    })
    const { answer, execution } = await instance.call('hook')
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, { code: 0, message: text }])
    const { startData, resultData, executionData } = execution.data as Record<string, Record<string, unknown>>
    expect(startData).toEqual({ destinationNode: { nodeName: 'Sign', mode: 'inclusive' }, runNodeFilter: ['Sign'] })
    expect(resultData).toMatchObject({
      lastNodeExecuted: 'Sign',
      error: {
        level: 'info',
        message: 'Node "Sign" does not have access to the credential',
        description: 'Please recreate the credential or ask its owner to share it with you.',
      },
    })
    expect(Object.keys(resultData?.runData as object)).toEqual(['Sign'])
    expect(executionData?.nodeExecutionStack).toMatchObject([{ node: { name: 'Sign' }, data: {}, source: null }])
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

test("the owner's workflow may use its own, and every credential", async () => {
  expect(await answerTo(OWNER.email, [calling])).toMatchObject({ status: 200, ran: 2 })
  const ofMember = { owner: MEMBER.email }
  expect(await answerTo(OWNER.email, [signing], {}, ofMember)).toMatchObject({ status: 200, error: undefined })
})
