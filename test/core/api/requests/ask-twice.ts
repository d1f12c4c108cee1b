// Asks an instance while there are no file descriptors, and again when there are: retries.test.ts
import { closeSync, openSync } from 'node:fs'
import process from 'node:process'
import { startInstance } from '../../../../src/index.ts'

const [method = '', path = ''] = process.argv.slice(2)
const nodes = [{ id: 'n', name: 'Start', type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1, position: [0, 0] }]
const fixture = { workflows: [{ id: 'w', name: 'Flow', nodes, connections: {} }] }
const instance = await startInstance({ socket: false, profile: 'n8n-2.41', fixture, report: () => {} })

async function ask() {
  const response = await instance.fetch(path, { method, headers: { [instance.apiKeyHeader]: `${instance.apiKey}` } })
  await response.text()
  return response.status
}

const taken: number[] = []
try {
  for (;;) taken.push(openSync('/dev/null', 'r'))
} catch {
  // there are no more
}
const first = await ask()
for (const descriptor of taken) closeSync(descriptor)
console.log(JSON.stringify([first, await ask()]))
await instance.stop()
