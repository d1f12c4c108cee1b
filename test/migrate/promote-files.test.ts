import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startInstance } from '../../src/testing.ts'
import { runCli, startCli, temporaryFolder } from '../commands/run-cli.ts'

const KEY = 'target-key'
const env = { TARGET_KEY: KEY }
const withKey = ['--key-env', 'TARGET_KEY']

const node = (name: string, more: object = {}) => ({
  id: `of ${name}`,
  name,
  type: 'n8n-nodes-base.noOp',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
})
const exported = (name: string, more: object = {}) => ({
  name,
  nodes: [node(name)],
  connections: {},
  settings: {},
  ...more,
})
const slack = { credentials: { slackApi: { id: 'c1', name: 'Slack' } } }

/** A folder of exported workflows: with an id, without one, and with a tag and a credential of the service. */
async function repository() {
  const folder = await temporaryFolder()
  const path = join(folder.path, 'workflows')
  await mkdir(path)
  const write = (name: string, workflow: object) => writeFile(join(path, name), JSON.stringify(workflow, null, 2))
  await write('intake.json', exported('Intake', { id: 'AbCdEfGhIjKlMnOp', tags: [{ name: 'billing' }] }))
  await write('report.json', exported('Report'))
  await write('slack.json', exported('Slack', { nodes: [node('Send', slack)] }))
  const texts = async () => {
    const names = (await readdir(path)).sort()
    return Promise.all(names.map(async name => [name, await readFile(join(path, name), 'utf8')]))
  }
  return { ...folder, write, texts, cwd: { cwd: folder.path, env } }
}

const startTarget = () =>
  startInstance({
    apiKey: KEY,
    profile: 'n8n-2.41',
    fixture: { credentials: [{ id: 'c1', name: 'Slack', type: 'slackApi', data: {} }] },
  })

describe('a folder of exported workflows', () => {
  test.each([
    ['as PATH', []],
    ['as --data', ['--data']],
  ] as const)('%s is promoted, and left as it is', async (_how, flag) => {
    await using folder = await repository()
    await using target = await startTarget()
    const before = await folder.texts()
    const promote = (...more: string[]) =>
      runCli(['promote', target.url, ...flag, 'workflows/', ...withKey, ...more], folder.cwd)

    expect(await promote('--dry-run')).toMatchObject({ code: 0, out: expect.stringContaining('4 to create') })
    expect(await readdir(folder.path)).toEqual(['workflows'])
    const { code, out, err } = await promote('--yes')
    expect([code, err]).toEqual([0, ''])
    const notes = join(folder.path, 'workflows.promoted.jsonl')
    expect(out).toEndWith(
      `5 steps were done at ${target.url}. ${notes} notes what is there: keep it for the next promote\n`,
    )
    expect(
      target
        .state()
        .workflows.map(({ name }) => name)
        .sort(),
    ).toEqual(['Intake', 'Report', 'Slack'])
    expect(await folder.texts()).toEqual(before)
    expect((await readdir(folder.path)).sort()).toEqual(['workflows', 'workflows.promoted.jsonl'])
    expect(await promote()).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to do: 5 the same') })
  })

  test('whose files have no ids is known by the names of the files, when one is added and one renamed', async () => {
    await using folder = await repository()
    await using target = await startTarget()
    const promote = (...more: string[]) => runCli(['promote', target.url, 'workflows', ...withKey, ...more], folder.cwd)
    expect((await promote('--yes')).code).toBe(0)
    await folder.write('a-new-one.json', exported('A new one'))
    await folder.write('report.json', exported('Nightly report', { nodes: [node('Other')] }))
    const { code, out } = await promote('--yes')
    expect([code, out]).toEqual([0, expect.stringContaining('1 to create, 1 to change, 4 the same')])
    const names = target.state().workflows.map(({ name }) => name)
    expect(names.sort()).toEqual(['A new one', 'Intake', 'Nightly report', 'Slack'])
    await rm(join(folder.path, 'workflows', 'a-new-one.json'))
    expect((await promote('--yes', '--prune')).code).toBe(0)
    expect(target.state().workflows).toHaveLength(3)
  })

  test('with a broken file is refused, and nothing is sent', async () => {
    await using folder = await repository()
    await using target = await startTarget()
    await folder.write('wrong.json', { nodes: 7, connections: {} })
    const { code, err } = await runCli(['promote', target.url, 'workflows', ...withKey, '--yes'], folder.cwd)
    expect([code, err]).toEqual([1, expect.stringContaining('wrong.json')])
    expect(target.requests.all()).toEqual([])
    expect(await readdir(folder.path)).toEqual(['workflows'])
  })
})

test.each<[what: string, text: object]>([
  ['an exported workflow', exported('Intake')],
  ['a fixture', { workflows: [exported('Intake')] }],
  ['a list of exported workflows', [exported('Intake')]],
])('%s is promoted, and never written', async (_what, value) => {
  await using folder = await temporaryFolder()
  await using target = await startTarget()
  const text = JSON.stringify(value)
  await writeFile(join(folder.path, 'mine.json'), text)
  const { code, err } = await runCli(['promote', target.url, 'mine.json', ...withKey, '--yes'], {
    cwd: folder.path,
    env,
  })
  expect([code, err]).toEqual([0, ''])
  expect(target.state().workflows).toMatchObject([{ name: 'Intake' }])
  expect(await readFile(join(folder.path, 'mine.json'), 'utf8')).toBe(text)
  expect((await readdir(folder.path)).sort()).toEqual(['mine.json', 'mine.json.promoted.jsonl'])
})

test('PATH and --data together are refused', async () => {
  const { code, err } = await runCli(['promote', 'http://127.0.0.1:9', 'a', '--data', 'b', ...withKey], { env })
  expect([code, err]).toEqual([2, expect.stringContaining('promote takes --data FILE, or the path')])
})

describe('Ctrl-C', () => {
  test('in promote: says how many steps were done, leaves no lock, and the same command goes on', async () => {
    await using folder = await repository()
    await using target = await startTarget()
    const slow = { method: 'POST', path: '/workflows', after: 1, delay: 60_000 } as const
    target.faults.add(slow)
    const args = ['promote', target.url, 'workflows', ...withKey, '--yes']
    const cli = startCli(args, folder.cwd)
    while (target.faults.rules[0]?.hits === 0) await Bun.sleep(20)
    cli.kill('SIGINT')
    expect(await cli.ended).toBe(130)
    expect(cli.said.err).toBe('understudy: Interrupted after 2 of 5 steps; run the same command again\n')
    expect((await readdir(folder.path)).sort()).toEqual(['workflows', 'workflows.promoted.jsonl'])
    target.faults.clear()
    expect((await runCli(args, folder.cwd)).code).toBe(0)
    expect(
      target
        .state()
        .workflows.map(({ name }) => name)
        .sort(),
    ).toEqual(['Intake', 'Report', 'Slack'])
  })

  test('in promote, before the plan: nothing was sent', async () => {
    await using folder = await repository()
    await using target = await startTarget()
    target.faults.add({ delay: 60_000 })
    const cli = startCli(['promote', target.url, 'workflows', ...withKey, '--yes'], folder.cwd)
    while (target.faults.rules[0]?.hits === 0) await Bun.sleep(20)
    cli.kill('SIGINT')
    expect([await cli.ended, cli.said.err]).toEqual([130, 'understudy: Interrupted before anything was sent\n'])
    expect(await readdir(folder.path)).toEqual(['workflows'])
  })

  test('in clone: says how far it was, leaves no lock, and the same command goes on', async () => {
    await using folder = await temporaryFolder()
    const workflows = Array.from({ length: 3 }, (_, at) => exported(`w${at}`, { id: `${at + 1}` }))
    const executions = Array.from({ length: 9 }, () => ({ workflowId: '1', status: 'success' as const }))
    await using source = await startInstance({ apiKey: KEY, fixture: { workflows, executions } })
    source.faults.add({ operation: 'getExecution', after: 4, delay: 60_000 })
    const args = ['clone', source.url, '--data', 'copy.json', '--executions', '9', '--concurrency', '1', ...withKey]
    const options = { cwd: folder.path, env }
    const cli = startCli(args, options)
    while (source.faults.rules[0]?.hits === 0) await Bun.sleep(20)
    cli.kill('SIGINT')
    expect(await cli.ended).toBe(130)
    expect(cli.said.err).toMatch(
      /^understudy: Interrupted after \d of 9 executions; run the same command again to continue\n$/,
    )
    expect(await readdir(folder.path)).toEqual(['copy.json.clone'])
    source.faults.clear()
    expect((await runCli(args, options)).code).toBe(0)
    expect(await readdir(folder.path)).toEqual(['copy.json'])
  })
})

test('a clone as a fixture is none that --data would write; one as a document is', async () => {
  await using folder = await temporaryFolder()
  await using source = await startInstance({ apiKey: KEY, fixture: { tags: [{ name: 'a' }] } })
  const options = { cwd: folder.path, env }
  for (const [flag, code] of [
    ['--fixture', 1],
    ['--data', 0],
  ] as const) {
    const file = `copy${flag}.json`
    expect((await runCli(['clone', source.url, flag, file, ...withKey], options)).code).toBe(0)
    expect([flag, (await runCli(['keys', 'list', '--data', file], options)).code]).toEqual([flag, code])
  }
})
