// What needs the service's engine: ENGINE names a project that has it. Without one these tests are skipped.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { type RunOptions, runWorkflow, startInstance, type WorkflowGiven } from '../../../src/testing.ts'
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

  test('says what to install for a package that is missing', async () => {
    const node = { name: 'Own', type: 'n8n-nodes-does-not-exist.own', typeVersion: 1, parameters: {} }
    await expect(run(inARow(node))).rejects.toThrow('npm install --save-dev --ignore-scripts n8n-nodes-does-not-exist')
  })
})
