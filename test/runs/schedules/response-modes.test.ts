import { describe, expect, test } from 'bun:test'
import { type Node, startInstance } from '../../../src/testing.ts'
import { inARow, respond, webhook } from './workflows.ts'

const STARTED = { status: 200, said: '{"message":"Workflow was started"}' }
const LAST = { status: 200, said: '{"x":1}' }
const ANSWERED = { status: 200, said: 'said' }
const EMPTY = { status: 200, said: '' }
const FORM_TAKEN = { status: 200, said: '{"status":200}' }

const missing = 'No Respond to Webhook node found in the workflow'
const unused = 'Unused Respond to Webhook node found in the workflow'
const unsupported = 'The "Respond to Webhook" node is not supported in workflows initiated by the "n8n Form Trigger"'
const failed = (message: string, error = message) => ({
  status: 500,
  said: JSON.stringify({ code: 0, message }),
  error,
})
const NO_FORM = 'Workflow Form Error: Workflow could not be started!'

const RESPONDERS = ['none', 'follows', 'disabled', 'apart'] as const
type Answer = { status: number; said: string; error?: string }

/** Response mode → the answers without a respond node, with one behind, with a disabled one, with one beside. */
const AS_IT_SAYS: Record<string, Answer[]> = {
  onReceived: [STARTED, STARTED, STARTED, STARTED],
  lastNode: [LAST, LAST, LAST, LAST],
  responseNode: [EMPTY, ANSWERED, EMPTY, EMPTY],
}
const CHECKED: Record<string, Answer[]> = {
  onReceived: [STARTED, failed(unused), failed(unused), STARTED],
  lastNode: [LAST, failed(unused), failed(unused), LAST],
  responseNode: [failed(missing), ANSWERED, EMPTY, failed(missing)],
}
const FORM: Record<string, Answer[]> = {
  onReceived: [FORM_TAKEN, failed(unused), failed(unused), FORM_TAKEN],
  lastNode: [EMPTY, failed(unused), failed(unused), EMPTY],
  responseNode: [failed(NO_FORM, missing), ANSWERED, EMPTY, failed(NO_FORM, missing)],
}
const NEW_FORM: Record<string, Answer[]> = {
  onReceived: [FORM_TAKEN, failed(NO_FORM, unsupported), failed(NO_FORM, unsupported), FORM_TAKEN],
  lastNode: [EMPTY, failed(NO_FORM, unsupported), failed(NO_FORM, unsupported), EMPTY],
  responseNode: [
    failed(NO_FORM, missing),
    failed(NO_FORM, unsupported),
    failed(NO_FORM, unsupported),
    failed(NO_FORM, missing),
  ],
}

const set: Node = {
  name: 'Set',
  type: 'n8n-nodes-base.set',
  typeVersion: 3.4,
  parameters: { assignments: { assignments: [{ id: '1', name: 'x', value: 1, type: 'number' }] }, options: {} },
}
const form = (responseMode: string): Node => ({
  name: 'Form',
  type: 'n8n-nodes-base.formTrigger',
  webhookId: 'x',
  parameters: { formTitle: 'F', formFields: { values: [{ fieldLabel: 'q' }] }, responseMode, options: {} },
})

/** Measured at 2.41.1 and at 1.123.81, which answer alike. */
describe.each(['n8n-1.123', 'n8n-2.41'] as const)('in profile %s', profile => {
  const rows = [
    ...[1, 1.1].map(version => ({ kind: 'webhook', version, answers: AS_IT_SAYS })),
    ...[2, 2.1].map(version => ({ kind: 'webhook', version, answers: CHECKED })),
    ...[2, 2.1].map(version => ({ kind: 'form', version, answers: FORM })),
    ...[2.2, 2.3].map(version => ({ kind: 'form', version, answers: NEW_FORM })),
  ].flatMap(({ kind, version, answers }) =>
    Object.entries(answers).flatMap(([mode, given]) =>
      RESPONDERS.map((responder, at) => ({ kind, version, mode, responder, answer: given[at] as Answer })),
    ),
  )
  test.each(rows)('a $kind $version in mode $mode, respond node: $responder', async row => {
    const { kind, version, mode, responder, answer } = row
    const trigger =
      kind === 'form' ? form(mode) : webhook('x', { responseMode: mode, httpMethod: 'POST' }, { webhookId: 'x' })
    const reply: Node = {
      ...respond({ respondWith: 'text', responseBody: 'said' }),
      disabled: responder === 'disabled',
    }
    const started = [{ ...trigger, typeVersion: version }, set]
    const inRow = responder === 'follows' || responder === 'disabled' ? inARow(...started, reply) : inARow(...started)
    const graph =
      responder === 'apart' ? { ...inRow, nodes: [...inRow.nodes, { ...reply, position: [0, 0] as const }] } : inRow
    await using instance = await startInstance({
      profile,
      socket: false,
      simulate: true,
      fixture: { workflows: [{ id: '1', name: 'Orders', active: true, ...graph }] },
    })
    const body = new FormData()
    body.append('field-0', '1')
    const given = kind === 'form' ? { body } : { body: '{}', headers: { 'content-type': 'application/json' } }
    const response = await instance.fetch(kind === 'form' ? '/form/x' : '/webhook/x', { method: 'POST', ...given })
    expect<Answer>({ status: response.status, said: await response.text() }).toEqual({
      status: answer.status,
      said: answer.said,
    })
    const [{ status, data } = { status: 'none', data: undefined }] = instance.state('executions').executions
    expect<unknown>([status, (data as Data | undefined)?.resultData.error?.message]).toEqual([
      answer.error === undefined ? 'success' : 'error',
      answer.error,
    ])
  })
})

interface Data {
  resultData: { error?: { message: string } }
}
