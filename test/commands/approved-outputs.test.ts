import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { digest } from '../digest.ts'
import { shapes, starts } from '../runs/checks/damaged/connections.ts'
import { CUSTOMER, inARow, orders, request, slack } from '../runs/tests/workflows.ts'
import { runCli } from './run-cli.ts'

// what commands print and write can only be seen of a process
let root = ''
let service: TestInstance
let target: TestInstance
const options = { clock: '2024-05-06T07:08:09.123Z', profile: 'n8n-2.41', apiKey: 'a-key-of-the-owner' } as const
const fails = inARow(slack('First', { text: '={{ $json.body }}' }), {
  name: 'Stop',
  type: 'n8n-nodes-base.stopAndError',
  typeVersion: 1,
  parameters: { errorMessage: 'no' },
} as never)

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'understudy-outputs-'))
  const hook = {
    name: 'Hook',
    type: 'n8n-nodes-base.webhook',
    typeVersion: 2,
    parameters: { path: 'b', httpMethod: 'POST', options: {} },
  }
  const asks = inARow(request({ url: '=https://api.example.com/{{ $json.body.id }}' }), slack())
  const nodes = [{ ...asks.nodes[0], ...hook }, ...asks.nodes.slice(1)]
  const connections = { Hook: asks.connections.Start, ...asks.connections }
  service = await startInstance({
    ...options,
    simulate: true,
    keepCallSecrets: true,
    idSeed: 'service',
    fixture: {
      tags: [{ name: 'urgent' }],
      credentials: [
        { name: 'Token', type: 'githubApi', data: { accessToken: 'secret-token', user: 'u', server: 's' } },
      ],
      workflows: [
        { id: 'w1', active: true, tags: ['urgent'], ...orders() },
        { id: 'w2', active: true, ...asks, nodes, connections, name: 'Asks' },
        { id: 'w3', ...fails, name: 'Fails' },
      ],
    } as never,
  })
  target = await startInstance({
    ...options,
    idSeed: 'target',
    fixture: { workflows: [{ id: 'w3', ...inARow(slack()), name: 'Fails' }] } as never,
  })
  service.simulation.add({ workflow: 'w1', http: CUSTOMER })
  service.simulation.add({ workflow: 'w1', node: 'Notify Slack', output: [{ ok: true }] })
  service.simulation.add({
    workflow: 'w2',
    http: { url: 'https://api.example.com/*', json: [{ a: 1 }, { token: 'abcdefghijkl' }] },
  } as never)
  const post = (path: string, body: unknown) =>
    service.request('POST', path, body, { key: null, headers: { authorization: 'Bearer hush-hush-hush' } })
  await post('/webhook/orders', { total: 1200, customer: 7 })
  await post('/webhook/orders', { total: 1 })
  await post('/webhook/b', { id: 3, more: 'hush-hush-hush' })
})
afterAll(async () => {
  await Promise.all([service.stop(), target.stop()])
  await rm(root, { recursive: true, force: true })
})

const RANDOM =
  /127\.0\.0\.1:\d+|"(?:startTime|executionTime|milliseconds|seconds)": ?[\d.]+,?|20\d\d-\d\d-\d\dT[\d:.]+Z|\b\d+(?:\.\d+)? ?m?s\b| time="[\d.]+"|[0-9a-f]{8}-[0-9a-f-]{27}|\S*understudy-outputs-[^\s/"]*/g
const shown = (text: string) => text.replace(RANDOM, '')

/** The files of folders to check: exported workflows, fixtures, and others. */
function filesOf(): Record<string, unknown> {
  const broken = [...(Object.values(starts()).flat() as object[]), ...(Object.values(shapes()).flat() as object[])]
  return {
    'exports/orders.json': orders(),
    'exports/two.json': [orders(), { ...fails, name: 'Fails' }],
    'exports/gallery.json': { workflow: { name: 'G', workflow: fails } },
    'exports/orders.workflow-test.json': { workflow: './orders.json', cases: [{ name: 'a' }] },
    'exports/note.txt': 'a',
    'exports/odd.json': '{"nodes": [1,',
    'exports/other.json': { a: 1 },
    'exports/credentials.json': [{ name: 'C', type: 'githubApi', data: {} }],
    'exports/empty.json': '',
    'fixtures/whole.json': {
      profile: 'n8n-1.123',
      workflows: [{ name: 'A', active: true, ...fails }],
      tags: [{ name: 'a' }, { name: 'a' }],
    },
    'fixtures/wrong.json': { workflows: [{ name: 7 }], tagz: [] },
    'fixtures/ids.json': {
      workflows: [
        { id: '1', ...fails },
        { id: '1', ...fails },
      ],
    },
    'fixtures/none.json': { tags: [] },
    ...Object.fromEntries(
      broken.filter((_, at) => at % 23 === 0).map((workflow, at) => [`broken/${at}.json`, workflow]),
    ),
    'fix/typo.json': inARow({
      name: 'Call',
      type: 'n8n-nodes-base.httpRequest',
      typeVersion: 4.2,
      parameters: { url: 'https://a.example/{{ $json.id }}', metod: 'POST' },
    } as never),
  }
}

const COMMANDS = [
  'validate exports fixtures broken',
  'validate --json --publish --profile n8n-1.123 .',
  'validate --annotations --strict --allow-nodes n8n-nodes-x broken exports/orders.json',
  'validate exports/orders.json',
  'validate none exports/note.txt exports/empty.json',
  'validate fixtures/none.json',
  'validate --fix fix',
  'node slack',
  'node slack --with resource=message --with operation=post --json',
  'node httpRequest --version 1',
  'node slak',
  'node n8n-nodes-base.if --profile n8n-1.123',
  'test record SERVICE --last 3 --out recorded',
  'test record SERVICE --execution 3 --out one --force',
  'test record SERVICE --execution 99',
  'test recorded one',
  'test record SERVICE --execution 3',
  'compare SERVICE TARGET',
  'compare SERVICE TARGET --json --executions 5',
  'compare SERVICE fixtures/whole.json --only workflows',
  'clone SERVICE --fixture cloned.json --executions 3',
  'promote TARGET cloned.json --dry-run --prune',
  'promote TARGET cloned.json --yes',
  'promote TARGET cloned.json --dry-run',
  'keys list --url SERVICE',
  'verify SERVICE --only getTag,getUsers --rate 100 --profile n8n-1.123',
  'verify SERVICE --only /tags --rate 100 --json --junit verify.xml --save overrides.json',
].map(line => line.split(' '))

test('what commands print and write is as approved (bun run generate writes it)', async () => {
  for (const [name, content] of Object.entries(filesOf())) {
    await mkdir(join(root, dirname(name)), { recursive: true })
    await writeFile(join(root, name), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
  const env = { N8N_KEY: options.apiKey, UNDERSTUDY_API_KEY: options.apiKey }
  const lines: string[] = []
  for (const given of COMMANDS) {
    const args = given.map(arg => arg.replace('SERVICE', service.url).replace('TARGET', target.url))
    const isPair = given[0] === 'compare'
    const keys = isPair ? ['--left-key-env', 'N8N_KEY', '--right-key-env', 'N8N_KEY'] : ['--key-env', 'N8N_KEY']
    const asks = given[0] !== 'keys' && given.some(arg => arg === 'SERVICE' || arg === 'TARGET')
    const { code, out, err } = await runCli([...args, ...(asks ? keys : [])], { cwd: root, env })
    lines.push(`${given.join(' ')}: ${code} ${digest(shown(out))} ${digest(shown(err))}`)
  }
  for (const folder of ['fix', 'recorded', 'one', '.']) {
    const entries = await readdir(join(root, folder), { withFileTypes: true })
    const names = entries.filter(entry => entry.isFile()).map(entry => entry.name)
    for (const name of names.sort())
      lines.push(`${folder}/${name} ${digest(shown(await readFile(join(root, folder, name), 'utf8')))}`)
  }
  expect(lines.join('\n')).toMatchSnapshot()
}, 180_000)
