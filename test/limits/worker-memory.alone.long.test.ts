import { expect, setDefaultTimeout, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../commands/run-cli.ts'
import { KEY, RUNTIMES, startOn } from '../runtimes/runtimes.ts'
import { to } from './large-requests.ts'

setDefaultTimeout(120_000)

const hook = (path: string) => ({
  name: 'Hook',
  type: 'n8n-nodes-base.webhook',
  typeVersion: 2,
  parameters: { path, httpMethod: 'POST', responseMode: 'lastNode' },
})

/** Calls itself, and each call fills the memory of an engine of its own. */
const taking = {
  id: 'taking',
  name: 'Taking',
  active: true,
  nodes: [
    hook('taking'),
    {
      name: 'Start',
      type: 'n8n-nodes-base.executeWorkflowTrigger',
      typeVersion: 1.1,
      parameters: { inputSource: 'passthrough' },
    },
    {
      name: 'Take',
      type: 'n8n-nodes-base.code',
      typeVersion: 2,
      parameters: {
        jsCode:
          "globalThis.taken = [1, 2, 3, 4].map(n => 'x'.repeat(25e6) + n)\nreturn [{ json: { n: taken.length } }]",
      },
    },
    {
      name: 'Again',
      type: 'n8n-nodes-base.executeWorkflow',
      typeVersion: 1.2,
      parameters: { workflowId: { __rl: true, mode: 'id', value: 'taking' }, options: {} },
    },
  ],
  connections: { Hook: to('Take'), Start: to('Take'), Take: to('Again') },
}
const plain = {
  id: 'plain',
  name: 'Plain',
  active: true,
  nodes: [
    hook('plain'),
    {
      name: 'Code',
      type: 'n8n-nodes-base.code',
      typeVersion: 2,
      parameters: { jsCode: 'return [{ json: { a: 1 } }]' },
    },
  ],
  connections: { Hook: to('Code') },
}

test.each(RUNTIMES)('on %s, a run that takes too much memory fails alone', async runtime => {
  await using folder = await temporaryFolder()
  const seed = join(folder.path, 'seed.json')
  await writeFile(seed, JSON.stringify({ workflows: [taking, plain] }))
  await using server = await startOn(runtime, ['--profile', 'n8n-2.41', '--simulate', '--seed', seed])
  const call = async (path: string) => {
    const answer = await fetch(`${server.url}/webhook/${path}`, { method: 'POST', body: '{}' })
    return { status: answer.status, body: await answer.json() }
  }
  const failed = { status: 500, body: { message: 'Error in workflow' } }
  const served = { status: 200, body: { a: 1 } }
  expect(await Promise.all([call('taking'), call('plain'), call('plain')])).toEqual([failed, served, served])
  expect([await call('plain'), await call('taking'), await call('plain')]).toEqual([served, failed, served])

  const url = `${server.url}/api/v1/executions?includeData=true&workflowId=taking&status=error`
  const { data } = await fetch(url, { headers: { 'X-N8N-API-KEY': KEY } }).then(answer => answer.json())
  const messages = new Set(data.map(({ data }: { data: Execution }) => data.resultData.error.message))
  expect([...messages]).toEqual(['The run was stopped: it may take 640 MB of memory at most'])
})

interface Execution {
  resultData: { error: { message: string } }
}
