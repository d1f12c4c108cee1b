import { expect, test } from 'bun:test'
import { aWorkflow, startInstance, type TestInstance } from '../../src/testing.ts'

const INSTANCES = 64
const PATHS = ['tags', 'workflows', 'executions', 'users', 'credentials']

/** Its number is in everything that an instance is given, so that whatever comes from another one shows. */
async function startNumbered(number: number): Promise<TestInstance> {
  return startInstance({
    apiKey: `key-${number}`,
    serviceName: `s${number}`,
    profile: number % 2 ? 'contract' : 'n8n-1.41',
    clock: new Date(Date.UTC(2000 + number, 0, 1)),
    fixture: {
      users: [{ email: `u${number}@example.com`, role: 'global:owner' }],
      tags: [{ name: `tag-${number}` }],
      workflows: [aWorkflow({ id: '1', name: `workflow-${number}` })],
    },
  })
}

async function useInstance(instance: TestInstance, number: number) {
  const headers = { [instance.apiKeyHeader]: `key-${number}`, 'content-type': 'application/json' }
  const ask = (path: string, init = {}) => fetch(`${instance.url}${path}`, { headers, ...init })
  await ask('/api/v1/tags', { method: 'POST', body: JSON.stringify({ name: `made-${number}` }) })
  await ask('/api/v1/credentials', {
    method: 'POST',
    body: JSON.stringify({ name: `credential-${number}`, type: 'httpBasicAuth', data: { user: `u${number}` } }),
  })
  await instance.executions.add({ workflowId: '1', status: 'error', error: `error-${number}` })
  instance.faults.add({ operation: 'getUsers', status: 500, body: { message: `fault-${number}` } })
  instance.snapshot(`snapshot-${number}`)
  for (const path of PATHS) await (await ask(`/api/v1/${path}?limit=${(number % 50) + 1}`)).text()
  await ask('/api/v1/tags', { headers: { ...headers, [instance.apiKeyHeader]: `key-${number + 1}` } })
}

/** Everything that an instance knows, as text. */
async function memoryOf(instance: TestInstance) {
  const control = ['state', 'snapshots', 'faults', 'clock', 'requests?bodies=true']
  const api = ['workflows', 'tags', 'executions?includeData=true', 'users']
  const texts = [...control.map(path => `/_control/${path}`), ...api.map(path => `/api/v1/${path}`)].map(
    async path => (await instance.request('GET', path)).text,
  )
  return (await Promise.all(texts)).join('\n')
}

test(`${INSTANCES} instances at once have nothing of each other`, async () => {
  const numbers = Array.from({ length: INSTANCES }, (_, at) => at + 100)
  const instances = await Promise.all(numbers.map(startNumbered))
  try {
    expect(new Set(instances.map(({ url }) => url)).size).toBe(INSTANCES)
    await Promise.all(instances.map((instance, at) => useInstance(instance, numbers[at] ?? 0)))
    const memories = await Promise.all(instances.map(memoryOf))
    for (const [at, memory] of memories.entries()) {
      const own = numbers[at] ?? 0
      const named = [...memory.matchAll(/(?:tag|workflow|made|credential|error|fault|snapshot)-(\d+)|u(\d+)@/g)]
      expect(new Set(named.map(([, first, second]) => Number(first ?? second)))).toEqual(new Set([own]))
      expect(
        new Set([...memory.matchAll(/"(\d{4})-01-01T00:00:00.000Z"/g)].map(([, year]) => Number(year) - 2000)),
      ).toEqual(new Set([own]))
      const { requests } = instances[at] as TestInstance
      expect(requests.matching({ status: 401 })).toHaveLength(1)
      expect(requests.matching({ path: '/tags', method: 'GET' })).toHaveLength(3)
    }
    await instances[0]?.reset()
    expect(await memoryOf(instances[1] as TestInstance)).toContain('made-101')
  } finally {
    await Promise.all(instances.map(instance => instance.stop()))
  }
})
