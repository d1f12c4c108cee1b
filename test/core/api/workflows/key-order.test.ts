import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'

const NODE =
  'id,name,webhookId,disabled,notesInFlow,notes,type,typeVersion,executeOnce,alwaysOutputData,retryOnFail,maxTries,waitBetweenTries,continueOnFail,onError,position,parameters,credentials'
const SETTINGS =
  'saveExecutionProgress,saveManualExecutions,saveDataErrorExecution,saveDataSuccessExecution,executionTimeout,errorWorkflow,timezone,executionOrder,callerPolicy,callerIds,timeSavedMode,timeSavedPerExecution,availableInMCP,customTelemetryTags'

const sent = {
  name: 'W',
  connections: { N: { main: [] } },
  nodes: [
    {
      credentials: {},
      parameters: { z: 1, a: { y: 1, b: 2 } },
      position: [0, 0],
      onError: 'stopWorkflow',
      continueOnFail: false,
      waitBetweenTries: 5,
      maxTries: 3,
      retryOnFail: true,
      alwaysOutputData: false,
      executeOnce: false,
      typeVersion: 1,
      type: 'n8n-nodes-base.set',
      notes: 'n',
      notesInFlow: true,
      disabled: false,
      webhookId: 'w',
      name: 'N',
      id: 'a',
    },
  ],
  settings: {
    customTelemetryTags: [{ value: 'v', key: 'k' }],
    availableInMCP: false,
    timeSavedPerExecution: 1,
    timeSavedMode: 'fixed',
    callerIds: '1',
    callerPolicy: 'any',
    executionOrder: 'v1',
    timezone: 'UTC',
    errorWorkflow: 'x',
    executionTimeout: 5,
    saveDataSuccessExecution: 'all',
    saveDataErrorExecution: 'all',
    saveManualExecutions: true,
    saveExecutionProgress: true,
  },
}
const keysOf = (value: unknown) => Object.keys(Object(value)).join()

describe('keys of a workflow in 2.41', () => {
  test('nodes and settings have those of the service in its order, whatever was sent; parameters stay', async () => {
    await using instance = await startInstance({ profile: 'n8n-2.41', socket: false })
    const made = Object((await instance.request('POST', '/api/v1/workflows', sent)).body)
    const put = await instance.request('PUT', `/api/v1/workflows/${made.id}`, { ...sent, name: 'V' })
    const got = await instance.request('GET', `/api/v1/workflows/${made.id}`)
    for (const { nodes, settings } of [made, Object(put.body), Object(got.body)]) {
      expect([keysOf(nodes[0]), keysOf(settings)]).toEqual([NODE, SETTINGS])
      expect(JSON.stringify(nodes[0].parameters)).toBe('{"z":1,"a":{"y":1,"b":2}}')
      expect(JSON.stringify(settings.customTelemetryTags)).toBe('[{"key":"k","value":"v"}]')
    }
  })

  test('settings that a PUT adds come behind the stored ones', async () => {
    await using instance = await startInstance({ profile: 'n8n-2.41', socket: false })
    const save = (method: string, path: string, settings: object) =>
      instance.request(method, `/api/v1/workflows${path}`, { name: 'W', nodes: [], connections: {}, settings })
    const { id } = Object((await save('POST', '', { executionOrder: 'v1', timezone: 'UTC' })).body)
    const { body } = await save('PUT', `/${id}`, { callerPolicy: 'any', saveManualExecutions: true })
    expect(keysOf(Object(body).settings)).toBe('timezone,executionOrder,saveManualExecutions,callerPolicy')
  })

  test('an id that the service gives comes last', async () => {
    await using instance = await startInstance({ profile: 'n8n-2.41', socket: false })
    const nodes = [{ parameters: {}, position: [0, 0], type: 'n8n-nodes-base.webhook', name: 'H' }]
    const { body } = await instance.request('POST', '/api/v1/workflows', { ...sent, connections: {}, nodes })
    expect(keysOf(Object(body).nodes[0])).toBe('name,type,position,parameters,id,webhookId')
  })
})

test.each(['n8n-1.41', 'n8n-1.123'])('%s keeps the order in which they were sent', async profile => {
  await using instance = await startInstance({ profile, socket: false })
  const settings = { timezone: 'UTC', executionTimeout: 5 }
  const { body } = await instance.request('POST', '/api/v1/workflows', { ...sent, settings })
  expect(keysOf(Object(body).nodes[0])).toBe(keysOf(sent.nodes[0]))
  expect(keysOf(Object(body).settings)).toStartWith('timezone,executionTimeout')
})
