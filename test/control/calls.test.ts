import { describe, expect, test } from 'bun:test'
import { assertReceived, startInstance, type TestInstance } from '../../src/testing.ts'

const hook = (path: string) => ({
  id: path,
  name: 'Webhook',
  type: 'n8n-nodes-base.webhook',
  typeVersion: 2,
  position: [0, 0],
  parameters: { path, httpMethod: 'POST' },
})
const form = {
  id: 'f',
  name: 'Form',
  type: 'n8n-nodes-base.formTrigger',
  typeVersion: 2.2,
  position: [0, 0],
  webhookId: 'signup',
  parameters: { formTitle: 'Sign up', formFields: { values: [{ fieldLabel: 'Name' }] } },
}
const workflow = (id: string, node: Record<string, unknown>) => ({
  id,
  name: `w${id}`,
  active: true,
  nodes: [node],
  connections: {},
})

const start = () =>
  startInstance({
    profile: 'n8n-2.41',
    simulate: true,
    fixture: { workflows: [workflow('1', hook('orders')), workflow('2', form)] },
  })

const call = (instance: TestInstance, body: unknown = { order: 7 }, path = '/webhook/orders') =>
  instance.request('POST', path, body, { key: null })

describe('a call of a webhook', () => {
  test('is in the log, marked as a call, with its body', async () => {
    await using instance = await start()
    expect((await call(instance)).status).toBe(200)
    expect(instance.requests.all()).toMatchObject([
      { method: 'POST', path: '/webhook/orders', status: 200, call: true, operation: null, body: { order: 7 } },
    ])
    assertReceived(instance, { path: '/webhook/orders', method: 'POST', body: { order: 7 }, times: 1 })
    expect(() => assertReceived(instance, { path: '/webhook/orders', body: { order: 8 } })).toThrow(
      'body.order: expected 8, was 7',
    )
    expect(() => assertReceived(instance, { path: '/webhook/refunds' })).toThrow(
      'path: expected "/webhook/refunds", was "/webhook/orders"',
    )
    const { body } = await instance.request<{ requests: object[] }>('GET', '/_control/requests?path=/webhook/orders')
    expect(body.requests).toMatchObject([{ call: true, status: 200 }])
    expect((await instance.request<object>('GET', '/_control/requests/1')).body).toMatchObject({ call: true })
  })

  test('that no webhook answers is there with its status, and no request to the API is marked', async () => {
    await using instance = await start()
    await call(instance, {}, '/webhook/nope')
    await instance.request('GET', '/form/signup', undefined, { key: null })
    await instance.request('GET', '/api/v1/tags')
    const logged = instance.requests.all().map(({ path, status, call }) => [path, status, call])
    expect(logged).toEqual([
      ['/webhook/nope', 404, true],
      ['/form/signup', 200, true],
      ['/api/v1/tags', 200, undefined],
    ])
    expect(instance.requests.warnings()).toEqual([])
  })

  test.each<[what: string, rule: object, answers: number[]]>([
    ['for its path', { path: '/webhook/orders', status: 503, times: 1 }, [503, 200]],
    ['for a pattern of it', { path: '/webhook/:path', status: 503, times: 1 }, [503, 200]],
    ['for another path', { path: '/webhook/refunds', status: 503 }, [200, 200]],
    ['for another method', { path: '/webhook/orders', method: 'GET', status: 503 }, [200, 200]],
    ['for all requests to the API', { status: 503 }, [200, 200]],
    ['for a method of the API', { method: 'POST', status: 503 }, [200, 200]],
  ])('meets a fault %s', async (_what, rule, answers) => {
    await using instance = await start()
    instance.faults.add(rule)
    for (const status of answers) expect((await call(instance)).status).toBe(status)
    const runs = instance.state('executions').executions
    expect(runs).toHaveLength(answers.filter(status => status === 200).length)
    expect(instance.requests.all().map(({ fault }) => fault)).toEqual(
      answers.map(status => (status === 200 ? undefined : 1)),
    )
    expect(instance.requests.all().map(({ body }) => body)).toEqual(answers.map(() => ({ order: 7 })))
  })

  test('that is dropped or cut fails for its client, and leaves a run only where it was answered', async () => {
    await using instance = await start()
    instance.faults.set({
      rules: [
        { path: '/webhook/orders', drop: 'before', times: 1 },
        { path: '/webhook/orders', drop: 'middle' },
      ],
    })
    for (const _drop of ['before', 'middle']) {
      const asked = fetch(`${instance.url}/webhook/orders`, { method: 'POST' }).then(answer => answer.text())
      await expect(asked).rejects.toThrow()
    }
    expect(instance.requests.all().map(({ status }) => status)).toEqual([0, 200])
    expect(instance.state('executions').executions).toHaveLength(1)
  })
})

test('a path that the client has wrong is no path of the API', async () => {
  await using instance = await start()
  await instance.request('GET', '/tags')
  expect(() => assertReceived(instance, { path: '/tags' })).toThrow('path: expected "/api/v1/tags", was "/tags"')
  await instance.request('GET', '/api/v1/tags')
  assertReceived(instance, { path: '/tags', times: 1 })
})

test.each<[rule: object, message: string]>([
  [{ path: '/tagz', status: 500 }, 'fault/path: nothing is served at "/tagz"; did you mean "/tags"?'],
  [
    { path: '/workflow/7', status: 500 },
    'fault/path: nothing is served at "/workflow/7"; did you mean "/workflows/:workflowId"?',
  ],
  [{ path: '/nothing/of/the/sort', status: 500 }, 'fault/path: nothing is served at "/nothing/of/the/sort"'],
  [{ path: '/tags', method: 'DELETE', status: 500 }, 'fault/path: "/tags" is served for GET, POST, not for DELETE'],
  [{ operation: 'getTag s', status: 500 }, 'did you mean getTags?'],
])('a fault that would never apply is refused: %j', async (rule, message) => {
  await using instance = await start()
  expect(() => instance.faults.add(rule)).toThrow(message)
  const answer = await instance.request<{ message: string }>('POST', '/_control/faults', rule)
  expect([answer.status, answer.body.message]).toEqual([
    400,
    expect.stringContaining(message.replace('fault/', 'request/body/')),
  ])
  const put = await instance.request<{ message: string }>('PUT', '/_control/faults', { rules: [rule] })
  expect([put.status, instance.faults.rules]).toEqual([400, []])
})

test.each([
  '/tags',
  '/API/V1/tags/',
  '/workflows/7',
  '/workflows/:id/activate',
  '/:kind',
  '/*/{id}',
  '/webhook/of-a-workflow-to-come',
  '/form-test/x',
])('a fault for %s may apply', async path => {
  await using instance = await start()
  expect(instance.faults.add({ path, status: 500 })).toMatchObject({ path })
})

test.each<[rule: { workflow: string; node?: string; error: string }, message: string]>([
  [{ workflow: 'nightly', error: 'x' }, '/workflow: there is no workflow "nightly"'],
  [{ workflow: 'w11', error: 'x' }, '/workflow: there is no workflow "w11"; did you mean "w1"?'],
  [
    { workflow: 'w1', node: 'Webhok', error: 'x' },
    '/node: the workflow "w1" has no node "Webhok"; did you mean "Webhook"?',
  ],
])('a rule of the simulation for nobody is refused: %j', async (rule, message) => {
  await using instance = await start()
  expect(() => instance.simulation.add(rule)).toThrow(`rule${message}`)
  const answer = await instance.request<{ message: string }>('PUT', '/_control/simulation/rules', { rules: [rule] })
  expect([answer.status, answer.body.message]).toEqual([400, `request/body/rules/0${message}`])
  expect(instance.simulation.rules).toEqual([])
  instance.simulation.add({ workflow: '1', node: 'Webhook', error: 'x' })
})
