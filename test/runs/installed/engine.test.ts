// What needs the service's engine: ENGINE names a project that has it. Without one these tests are skipped.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { type RunOptions, runWorkflow, startInstance, type WorkflowGiven } from '../../../src/testing.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { engineProject } from '../../needs.ts'
import { inARow, request, slack } from '../tests/workflows.ts'

const { PATH } = process.env
const folder = process.cwd()
beforeAll(() => {
  if (engineProject === undefined) return
  process.env.PATH = `${dirname(nodeProgram())}:${PATH}`
  process.chdir(engineProject)
})
afterAll(() => {
  process.env.PATH = PATH
  process.chdir(folder)
})

const run = (workflow: WorkflowGiven, options: RunOptions = {}) =>
  runWorkflow(workflow, { input: [{ n: 1, name: 'Ann' }], ...options, engine: 'installed' })
const post = {
  resource: 'message',
  operation: 'post',
  select: 'channel',
  channelId: { __rl: true, mode: 'id', value: 'C0123456789' },
}

describe.skipIf(engineProject === undefined)('the engine that a project has installed', () => {
  test('runs a node really: its request, signed by its credential, and what it makes of the answer', async () => {
    const made = await run(inARow(slack('Slack', { ...post, text: '=Hi {{ $json.name }}' })), {
      credentials: { slackApi: { accessToken: 'xoxb-very-secret' } },
      http: [{ method: 'POST', url: 'https://slack.com/api/chat.postMessage', json: { ok: true, ts: '1' } }],
    })
    expect([made.status, made.error]).toEqual(['success', undefined])
    expect(made.node('Slack').output).toEqual([{ ok: true, message_timestamp: '1' }])
    expect(made.requests).toMatchObject([
      {
        node: 'Slack',
        method: 'POST',
        headers: { authorization: 'Bearer <secret>' },
        body: { channel: 'C0123456789', text: expect.stringContaining('Hi Ann') },
      },
    ])
    expect(JSON.stringify(made)).not.toContain('xoxb-very-secret')
  })

  test('answers by a function', async () => {
    const made = await run(inARow(request()), { http: ({ url }) => Response.json({ url }) })
    expect(made.node('Ask').output).toEqual([{ url: 'https://api.example.com/a' }])
  })

  test('forwards a request without the secrets of its credential, in its headers and its body', async () => {
    const sent: string[] = []
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        sent.push(JSON.stringify([...request.headers]), await request.text())
        return Response.json({ ok: true })
      },
    })
    const node = request(
      {
        method: 'POST',
        authentication: 'genericCredentialType',
        genericAuthType: 'httpCustomAuth',
        sendBody: true,
        bodyParameters: { parameters: [{ name: 'a', value: 'b' }] },
      },
      { credentials: { httpCustomAuth: { id: 'c', name: 'c' } } },
    )
    const secrets = { 'x-key': 'in-the-headers', 'x-key-2': 'in-the-headers-too' }
    const body = { token: 'in "the" body, ö' }
    const made = await run(inARow(node), {
      credentials: { httpCustomAuth: { json: JSON.stringify({ headers: secrets, body }) } },
      http: [{ url: '*', forward: `http://127.0.0.1:${server.port}` }],
    })
    await server.stop(true)
    expect([made.status, made.requests.length]).toEqual(['success', 1])
    for (const secret of ['in-the-headers', 'too', 'the"', 'the\\"', 'ö'])
      expect([secret, sent.join(), JSON.stringify(made.requests)].filter(text => text.includes(secret))).toEqual([
        secret,
      ])
    expect(sent.join()).toContain('<secret>')
  })

  test('shows no secret of a login, whatever its fields are called', async () => {
    const node = request(
      {
        authentication: 'predefinedCredentialType',
        nodeCredentialType: 'jiraSoftwareCloudApi',
        url: 'https://x.atlassian.net/a',
      },
      { credentials: { jiraSoftwareCloudApi: { id: 'c', name: 'c' } } },
    )
    const data = { email: 'ann@example.com', apiToken: 'very-secret', domain: 'https://x.atlassian.net' }
    const made = await run(inARow(node), {
      credentials: { jiraSoftwareCloudApi: data },
      http: [{ url: '*', json: {} }],
    })
    expect(made.requests).toMatchObject([{ headers: { authorization: 'Basic <secret>' } }])
  })

  test('breaks where nothing answers', async () => {
    const made = await run(inARow(request({}, { onError: 'continueRegularOutput' })))
    expect([made.status, made.unmocked]).toEqual(['broken', ['Ask']])
    expect(made.error?.message).toContain('no answer is given for GET https://api.example.com/a')
  })

  test('takes mocks, with what the node got', async () => {
    const made = await run(inARow(slack('Slack', { ...post, text: '=Hi {{ $json.name }}' })), {
      mocks: { Slack: ({ parameters }) => [{ said: parameters[0]?.text }] },
    })
    expect(made.node('Slack')).toMatchObject({ parameters: { text: 'Hi Ann' }, output: [{ said: 'Hi Ann' }] })
  })

  describe.each<[string, object]>([
    ['that answers requests', { http: () => Promise.reject(new RangeError('the order is unknown')) }],
    ['that stands for a node', { mocks: { Ask: () => Promise.reject(new RangeError('the order is unknown')) } }],
  ])('a function %s, and throws', (_what, options) => {
    test('fails the node, said with where it threw', async () => {
      const made = await run(inARow(request()), options)
      expect([made.status, made.error?.node, made.error?.message]).toEqual(['error', 'Ask', 'the order is unknown'])
      expect(made.error?.description).toContain('engine.test.ts')
    })

    test('has the node go on by its error output', async () => {
      const made = await run(inARow(request({}, { onError: 'continueErrorOutput' })), options)
      expect(made.status).toBe('success')
      expect(made.node('Ask').runs[0]?.output.map(items => items.length)).toEqual([0, 1])
    })
  })

  test('runs Code by the built-in engine, at the given time', async () => {
    const code = {
      name: 'Code',
      type: 'n8n-nodes-base.code',
      typeVersion: 2,
      parameters: { jsCode: 'return [{ json: { n: $input.first().json.n + 1, at: $now.toISO() } }]' },
    }
    const made = await run(inARow(code), { now: '2026-03-01T09:00:00Z', timezone: 'UTC' })
    expect(made.node('Code').output).toEqual([{ n: 2, at: '2026-03-01T09:00:00.000Z' }])
  })

  test('breaks at a node with a client of its own', async () => {
    const parameters = { operation: 'executeQuery', query: 'select 1' }
    const node = { name: 'Read', type: 'n8n-nodes-base.postgres', typeVersion: 2.5, parameters }
    const postgres = { host: 'db.example.com', port: 5432, database: 'x', user: 'u', password: 'very-secret' }
    const made = await run(inARow(node), { credentials: { postgres } })
    expect([made.status, made.error?.message]).toEqual([
      'broken',
      'Node "Read" connects to db.example.com:5432 by a client of its own, and only HTTP is answered. Give its output in mocks, or pin data.',
    ])
  })

  test('says which credential is missing', async () => {
    const made = await run(inARow(slack('Slack', { ...post, text: 'Hi' })), {
      http: [{ url: '*', json: { ok: true } }],
    })
    expect([made.status, made.error?.message]).toEqual(['error', 'Node does not have any credentials set'])
    expect(made.notes.join()).toContain('"Slack" needs a credential of the type "slackApi"')
  })

  test('runs a package that is under development, which reaches nothing of this machine', async () => {
    const nodes = [join(import.meta.dirname, 'probe')]
    const probe = (parameters: object) => ({ name: 'Probe', type: 'n8n-nodes-probe.probe', typeVersion: 1, parameters })
    process.env.UNDERSTUDY_PROBE = 'very-secret'
    try {
      const credentials = [{ id: 'other', name: 'Other', type: 'httpBearerAuth', data: { token: 'very-secret' } }]
      await using instance = await startInstance({ profile: 'n8n-2.41', fixture: { credentials } as never })
      const made = await instance.runWorkflow(inARow(probe({ note: '={{ $json.name }}' })), {
        input: [{ name: 'Ann' }],
        engine: 'installed',
        nodes,
        http: [{ url: '*', json: { answered: true } }],
      })
      expect([made.error, made.node('Probe').output]).toEqual([
        undefined,
        [
          {
            other: 'refused',
            undici: { answered: true },
            reported: [],
            note: 'Ann',
            answered: { answered: true },
            environment: [],
            secret: 'undefined',
            data: 'ERR_ACCESS_DENIED',
            passwords: 'ERR_ACCESS_DENIED',
            process: 'ERR_ACCESS_DENIED',
            thread: 'ERR_ACCESS_DENIED',
            name: 'ENOTFOUND',
            parent: 'ERR_ACCESS_DENIED',
            channel: 'undefined',
          },
        ],
      ])
    } finally {
      delete process.env.UNDERSTUDY_PROBE
    }
  })

  test.skipIf(process.platform !== 'linux')('ends a node that takes too much memory, and goes on', async () => {
    const nodes = [join(import.meta.dirname, 'probe')]
    const greedy = { name: 'Probe', type: 'n8n-nodes-probe.probe', typeVersion: 1, parameters: { note: 'greedy' } }
    await expect(run(inARow(greedy), { nodes })).rejects.toThrow('it took more than 3072 MB of memory')
    expect((await run(inARow(request()), { http: () => Response.json({}) })).status).toBe('success')
  })

  test('a redirect leads to what answers, and to nothing else', async () => {
    const to = 'http://169.254.169.254/latest'
    const http = [{ url: 'https://api.example.com/a', status: 302, headers: { location: to } }]
    const made = await run(inARow(request()), { http })
    expect([made.status, made.error?.message]).toEqual([
      'broken',
      expect.stringContaining(`no answer is given for GET ${to}`),
    ])
    const answered = await run(inARow(request()), { http: [...http, { url: to, json: { n: 1 } }] })
    expect(answered.node('Ask').output).toEqual([{ n: 1 }])
    expect(answered.requests.map(({ url, sent }) => [url, sent])).toEqual([
      ['https://api.example.com/a', undefined],
      [to, undefined],
    ])
  })

  test('records of each request the item that it is for', async () => {
    const items = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
    const url = '=https://api.example.com/{{ $json.id }}'
    const made = await run(inARow(request({ url })), { input: items, http: [{ url: '*', json: {} }] })
    const sent = made.requests.map(({ url, itemIndex }) => [url.at(-1) ?? '', itemIndex] as const)
    expect(sent.sort(([one], [other]) => one.localeCompare(other))).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ])
  })

  describe('a trigger', () => {
    const seen = {
      name: 'Seen',
      type: 'n8n-nodes-base.set',
      typeVersion: 3.4,
      parameters: { assignments: { assignments: [{ id: '1', name: 'all', type: 'object', value: '={{ $json }}' }] } },
    }
    const begun = (trigger: { name: string; type: string } & Record<string, unknown>, options: RunOptions) => {
      const { nodes, ...rest } = inARow(seen)
      const start = { id: 'start', position: [0, 0], typeVersion: 1, parameters: {}, ...trigger }
      const connections = { [trigger.name]: { main: [[{ node: 'Seen', type: 'main', index: 0 }]] } }
      return runWorkflow({ ...rest, nodes: [start, ...nodes.slice(1)], connections } as never, {
        ...options,
        engine: 'installed',
      })
    }
    const feed = {
      name: 'Feed',
      type: 'n8n-nodes-base.rssFeedReadTrigger',
      parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, feedUrl: 'https://example.com/feed' },
    }
    const rss = (items: string) => ({
      url: 'https://example.com/feed',
      text: `<rss version="2.0"><channel><title>t</title>${items}</channel></rss>`,
    })

    test('that polls, does', async () => {
      const made = await begun(feed, {
        http: [rss('<item><title>One</title><pubDate>Sun, 01 Mar 2026 09:00:00 GMT</pubDate></item>')],
      })
      expect(made.requests).toMatchObject([{ node: 'Feed', method: 'GET', url: 'https://example.com/feed' }])
      expect(made.node('Seen').output).toMatchObject([{ all: { title: 'One' } }])
    })

    test.each<[string, RunOptions, string, string]>([
      ['and finds nothing', { http: [rss('')] }, 'error', 'found nothing'],
      ['and fails', { http: [{ url: '*', status: 500 }] }, 'error', '500'],
      ['and has no answer', {}, 'broken', 'no answer is given for GET https://example.com/feed'],
    ])('that polls %s, begins no run', async (_what, options, status, message) => {
      const made = await begun(feed, options)
      expect([made.status, made.error?.node, made.path]).toEqual([status, 'Feed', ['Feed']])
      expect(made.error?.message).toContain(message)
    })

    test('that polls puts out the input, where there is one', async () => {
      const made = await begun(feed, { input: [{ title: 'Given' }] })
      expect([made.requests, made.node('Seen').output]).toEqual([[], [{ all: { title: 'Given' } }]])
    })

    const cal = {
      name: 'Called',
      type: 'n8n-nodes-base.calTrigger',
      typeVersion: 2,
      parameters: { events: ['BOOKING_CREATED'], version: 2, options: {} },
      webhookId: 'called',
    }

    test('of a service makes the items of a call', async () => {
      const made = await begun(cal, {
        input: { body: { triggerEvent: 'BOOKING_CREATED', createdAt: 'now', payload: { title: 'Call' } } },
      })
      expect([made.status, made.node('Seen').output]).toMatchObject(['success', [{ all: { title: 'Call' } }]])
    })

    test('of a service that refuses a call says what it answers', async () => {
      const parameters = {
        owner: { __rl: true, mode: 'name', value: 'o' },
        repository: { __rl: true, mode: 'name', value: 'r' },
        events: ['push'],
      }
      const made = await begun(
        { name: 'Pushed', type: 'n8n-nodes-base.githubTrigger', parameters, webhookId: 'pushed' },
        { input: { body: { ref: 'main' }, headers: { 'X-GitHub-Event': 'push' } } },
      )
      expect([made.status, made.error?.message]).toEqual(['error', expect.stringContaining('(401 "Unauthorized")')])
    })

    test('of a webhook is answered by its respond node', async () => {
      const respond = {
        name: 'Respond',
        type: 'n8n-nodes-base.respondToWebhook',
        typeVersion: 1.1,
        parameters: { respondWith: 'json', responseBody: '={{ { n: $json.body.n } }}', options: { responseCode: 201 } },
      }
      const { nodes, ...rest } = inARow(respond)
      const parameters = { path: 'go', httpMethod: 'POST', responseMode: 'responseNode' }
      const hook = { type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: 'go', parameters }
      const made = await runWorkflow({ ...rest, nodes: [{ ...nodes[0], ...hook }, ...nodes.slice(1)] } as never, {
        input: { body: { n: 7 } },
        engine: 'installed',
      })
      expect(made.response).toMatchObject({ status: 201, body: { n: 7 } })
    })
  })

  test.each<[string, object, string]>([
    [
      'data tables',
      {
        type: 'n8n-nodes-base.dataTable',
        parameters: { resource: 'row', operation: 'get', dataTableId: { __rl: true, mode: 'id', value: 't1' } },
      },
      'needs the data tables of an instance',
    ],
    [
      'what earlier executions saw',
      {
        type: 'n8n-nodes-base.removeDuplicates',
        typeVersion: 2,
        parameters: { operation: 'removeItemsSeenInPreviousExecutions', dedupeValue: '={{ $json.n }}' },
      },
      'needs what earlier executions saw',
    ],
    [
      'Python',
      {
        type: 'n8n-nodes-base.code',
        typeVersion: 2,
        parameters: { language: 'pythonNative', pythonCode: 'return []' },
      },
      'needs a task runner for Python',
    ],
    [
      'another process',
      { type: 'n8n-nodes-base.executeCommand', parameters: { command: 'id' } },
      'starts another process',
    ],
    [
      'files of the machine',
      { type: 'n8n-nodes-base.readWriteFile', parameters: { fileSelector: '/etc/passwd' } },
      'reads or writes files of this machine',
    ],
  ])('breaks at a node that needs %s, and says so, even where it would go on', async (_what, node, message) => {
    for (const onError of ['stopWorkflow', 'continueRegularOutput']) {
      const made = await run(inARow({ name: 'Needs', typeVersion: 1, type: '', onError, ...node }))
      expect([made.status, made.unmocked, made.error?.message]).toEqual([
        'broken',
        ['Needs'],
        expect.stringContaining(`Node "Needs" ${message}`),
      ])
    }
  })

  test.each<[string, object, string]>([
    [
      'no node of the name',
      { type: 'n8n-nodes-base.slak' },
      'has no node "slak": install a version that has it (npm install',
    ],
    [
      'no such version of it',
      { type: 'n8n-nodes-base.slack', typeVersion: 99 },
      'not 99: install a version that has it (npm install',
    ],
    [
      'no such version of a node of one class',
      { type: 'n8n-nodes-probe.probe', typeVersion: 2 },
      'in the versions 1, not 2',
    ],
  ])('says in one line that its package has %s', async (_what, node, message) => {
    const nodes = [join(import.meta.dirname, 'probe')]
    const failed = run(inARow({ name: 'Own', typeVersion: 1, type: '', parameters: {}, ...node }), { nodes })
    await expect(failed).rejects.toThrow(message)
    await failed.catch(({ message }) => expect(message).not.toContain('\n'))
  })

  test.each(['n8n-nodes-does-not-exist.own', 'n8n-nodes-base.slak'])(
    'takes a mock for %s, which is not installed',
    async type => {
      const own = { name: 'Own', type, typeVersion: 1, parameters: { text: '=Hi {{ $json.name }}' } }
      const made = await run(inARow(own), { mocks: { Own: [{ ok: true }] } })
      expect([made.error, made.node('Own')]).toMatchObject([
        undefined,
        { parameters: { text: 'Hi Ann' }, output: [{ ok: true }] },
      ])
    },
  )

  describe('without the nodes of the service', () => {
    /** Runs in a project that has the engine alone. */
    async function alone(workflow: WorkflowGiven, options: RunOptions = {}) {
      await using project = await temporaryFolder()
      mkdirSync(join(project.path, 'node_modules'))
      for (const name of ['n8n-core', 'n8n-workflow'])
        symlinkSync(join(engineProject ?? '', 'node_modules', name), join(project.path, 'node_modules', name))
      process.chdir(project.path)
      try {
        return await run(workflow, { nodes: [join(import.meta.dirname, 'probe')], ...options })
      } finally {
        process.chdir(engineProject ?? '')
      }
    }
    const probe = {
      name: 'Probe',
      type: 'n8n-nodes-probe.probe',
      typeVersion: 1,
      parameters: { note: '={{ $json.name }}' },
    }

    test('runs a package that is under development, after any trigger that runs here', async () => {
      const made = await alone(inARow(probe), { http: [{ url: '*', json: {} }] })
      expect([made.status, made.path, made.node('Probe').output]).toMatchObject([
        'success',
        ['Start', 'Probe'],
        [{ note: 'Ann' }],
      ])
    })

    test('says what to install for another node of it', async () => {
      await expect(alone(inARow(probe, request()))).rejects.toThrow(
        'npm install --save-dev --ignore-scripts n8n-nodes-base',
      )
    })
  })

  test('says what to install for a package that is missing', async () => {
    const node = { name: 'Own', type: 'n8n-nodes-does-not-exist.own', typeVersion: 1, parameters: {} }
    await expect(run(inARow(node))).rejects.toThrow('npm install --save-dev --ignore-scripts n8n-nodes-does-not-exist')
  })
})
