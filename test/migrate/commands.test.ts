import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { VersionName } from '../../src/core/versions/versions.ts'
import { startInstance } from '../../src/testing.ts'
import { runCli, startCli, temporaryFolder } from '../commands/run-cli.ts'
import { SECRET, sampleFixture } from './sample.ts'
import { startService } from './strange-services.ts'

const sizes = { workflows: 20, tags: 4, credentials: 4, executions: 12 }
const KEY = 'key-that-nobody-may-see'
const env = { THE_KEY: KEY }
const withKey = ['--key-env', 'THE_KEY']

const serviceWith = (fixture: object = sampleFixture(sizes), profile: VersionName = 'contract') =>
  startInstance({ apiKey: KEY, fixture, profile })

test('a copy is made, compared, served and promoted, with no key and no datum in sight', async () => {
  await using folder = await temporaryFolder()
  await using source = await serviceWith()
  await using target = await serviceWith({ credentials: sampleFixture(sizes).credentials ?? [] })
  const file = join(folder.path, 'instance.json')
  const at = { cwd: folder.path, env }
  const shown: string[] = []
  const run = async (...args: string[]) => {
    const { code, out, err } = await runCli([...args, ...withKey], at)
    shown.push(out, err)
    return { code, out, err }
  }
  const cloned = await run('clone', source.url, '--data', file, '--executions', '12')
  expect(cloned.code).toBe(0)
  expect([cloned.out, cloned.err]).toEqual([
    `${source.url} answers like contract.\n` + `${file}: 1 user, 4 tags, 4 credentials, 20 workflows, 12 executions\n`,
    'Credentials that no workflow names are not copied: the service lists none with this key.\n' +
      `npx n8n-understudy serve --data ${file} serves the copy. Its credentials have placeholder data.\n`,
  ])
  expect(await run('compare', file, source.url, '--executions', '12')).toMatchObject({ code: 0, err: '' })
  expect(await run('compare', target.url, file)).toMatchObject({ code: 1, err: '' })
  const json = await run('compare', file, target.url, '--json', '--only', 'workflows')
  expect(JSON.parse(json.out)).toMatchObject({ isSame: false, kinds: { workflows: { onlyLeft: { length: 20 } } } })
  expect(await run('promote', target.url, '--data', file)).toMatchObject({
    code: 2,
    out: expect.stringContaining('+ create workflow'),
  })
  expect(await run('promote', target.url, '--data', file, '--dry-run')).toMatchObject({ code: 0 })
  expect(target.state().workflows).toEqual([])
  expect(await run('promote', target.url, '--data', file, '--yes')).toMatchObject({ code: 0, err: '' })
  expect(await run('compare', file, target.url, '--only', 'workflows,tags,credentials')).toMatchObject({ code: 0 })
  expect(await run('promote', target.url, '--data', file)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Nothing to do'),
  })

  const files = readdirSync(folder.path).map(name => readFileSync(join(folder.path, name), 'utf8'))
  const addresses = [source, target].flatMap(it =>
    it.requests.all().map(({ path, query }) => path + JSON.stringify(query)),
  )
  const everything = [...shown, ...files, ...addresses].join('\n')
  expect(everything).not.toContain(KEY)
  expect(everything).not.toContain(SECRET)
  // no terminal: no bar, no colours
  for (const sign of ['\u001b', '\r', '█']) expect(shown.join('')).not.toContain(sign)
})

test('a promotion is rehearsed on a copy of its target', async () => {
  await using folder = await temporaryFolder()
  await using source = await serviceWith()
  await using target = await serviceWith({ credentials: sampleFixture(sizes).credentials ?? [] }, 'n8n-2.41')
  const [copy, rehearsal] = [join(folder.path, 'copy.json'), join(folder.path, 'target.json')]
  const run = (...args: string[]) => runCli([...args, ...withKey], { cwd: folder.path, env })
  expect((await run('clone', source.url, '--data', copy)).code).toBe(0)
  expect((await run('clone', target.url, '--data', rehearsal)).code).toBe(0)
  const stage = startCli(['serve', '--data', rehearsal, '--port', '0', '--api-key', KEY])
  try {
    const url = await stage.url()
    expect((await run('promote', url, '--data', copy)).out).not.toContain('! ')
    expect(await run('promote', url, '--data', copy, '--yes')).toMatchObject({ code: 0, err: '' })
    expect(await run('compare', copy, url, '--only', 'workflows,tags,credentials')).toMatchObject({ code: 0 })
    expect(target.state().workflows).toEqual([])
  } finally {
    stage.kill('SIGTERM')
    await stage.ended
  }
})

test('a clone that is killed is gone on with', async () => {
  await using folder = await temporaryFolder()
  await using source = await serviceWith()
  source.faults.add({ path: '/executions/:id', delay: 30 })
  const args = ['clone', source.url, '--data', 'copy.json', '--executions', '12', '--concurrency', '1', ...withKey]
  const first = startCli(args, { cwd: folder.path, env })
  while (source.requests.matching({ path: '/executions/:id' }).length < 5) await Bun.sleep(2)
  first.kill('SIGKILL')
  await first.ended
  expect(readdirSync(folder.path).filter(name => !name.includes('.lock-'))).toEqual(['copy.json.clone'])
  source.requests.clear()
  const second = await runCli(args, { cwd: folder.path, env })
  expect(second).toMatchObject({ code: 0, err: expect.stringContaining('Continuing the interrupted clone') })
  expect(source.requests.matching({ path: '/executions/:id' }).length).toBeLessThan(10)
  expect(readdirSync(folder.path)).toEqual(['copy.json'])
})

test('a clone that breaks off says that what was read is kept, where something was', async () => {
  await using folder = await temporaryFolder()
  await using source = await serviceWith()
  source.faults.add({ path: '/executions/:id', status: 500, retryAfter: 0 })
  const run = () =>
    runCli(['clone', source.url, '--data', 'copy.json', '--executions', '12', ...withKey], { cwd: folder.path, env })
  const kept = ' What was read is stored: run the same command again to continue\n'
  expect((await run()).err).toMatch(new RegExp(`: 500[^.]*\\.${kept}$`))
  await source.stop()
  expect((await run()).err).toEndWith(`the service running?${kept}`)
})

test('a promotion whose target stops answering midway says what is done and what is left', async () => {
  await using folder = await temporaryFolder()
  await using target = await serviceWith({}, 'n8n-2.41')
  const { tags, credentials, workflows } = sampleFixture(sizes)
  await writeFile(join(folder.path, 'mine.json'), JSON.stringify({ tags, credentials, workflows }))
  const args = ['promote', target.url, '--data', 'mine.json', '--yes', ...withKey]
  const run = () => runCli(args, { cwd: folder.path, env })
  const stepsIn = (out: string) => out.split('\n').filter(line => / (created|set|activated)$/.test(line)).length
  const fault = target.faults.add({ path: '/workflows', method: 'POST', after: 5, drop: 'before' })

  const first = await run()
  expect([first.code, stepsIn(first.out)]).toEqual([1, 4 + 4 + 5])
  const told =
    /[?] 13 of (\d+) steps were done at the service and are noted, (\d+) are left: run the same command again/
  const [, all, left] = (told.exec(first.err) ?? []).map(Number)
  expect(first.err).toMatch(told)
  expect(Number(all) - Number(left)).toBe(13)
  expect(first.err).not.toContain(KEY)

  // what is told as left is what a repeat then does
  target.faults.remove(fault.id)
  const second = await run()
  expect([second.code, second.err, stepsIn(second.out)]).toEqual([0, '', Number(left)])
})

test('what a clone lacks is told with its reason', async () => {
  await using folder = await temporaryFolder()
  await using odd = startService('odd')
  const { code, err } = await runCli(['clone', odd.url, '--data', 'copy.json', ...withKey], { cwd: folder.path, env })
  expect([code, err.split('\n')]).toEqual([
    0,
    expect.arrayContaining(["Missing: data tables (5 is left out, as dataTables must have required property 'name')"]),
  ])
})

describe('what was not understood is said with exit code 2', () => {
  test.each([
    [['clone'], 'clone needs one address'],
    [['clone', 'https://a.example.com'], 'name the environment variable with the API key'],
    [['clone', 'https://a.example.com', '--key', 'x'], "Unknown option '--key'"],
    [['clone', 'https://a.example.com', '--key-env', 'NO_SUCH'], 'NO_SUCH is empty or not set'],
    [['clone', 'https://a.example.com', ...withKey, '--data', 'a', '--fixture', 'b'], 'takes --data or --fixture'],
    [['clone', 'https://a.example.com', ...withKey, '--executions', 'many'], '--executions must be a whole number'],
    [['compare', 'a.json'], 'compare needs two of'],
    [['compare', 'a.json', 'b.json', '--only', 'nodes'], '--only has an unknown kind "nodes"'],
    [['promote', 'https://a.example.com', ...withKey, '--activate', 'some'], '--activate must be same, none or all'],
    [['promote', 'https://a.example.com', ...withKey, '--yes', '--dry-run'], 'takes --dry-run or --yes'],
    [['promote'], 'promote needs the URL of the target'],
    [['promote', 'https://a.example.com', 'https://b.example.com', ...withKey], 'promote needs the URL of the target'],
    [
      ['clone', 'https://a.example.com', ...withKey, '--concurrency', '0'],
      '--concurrency must be a whole number from 1',
    ],
    [['compare', 'a', 'b', '--executions', '9007199254740993'], '--executions must be a whole number from 0'],
    [['compare', 'a', 'b', 'c'], 'compare needs two of'],
  ])('%p', async (args, message) => {
    await using folder = await temporaryFolder()
    const { code, err, out } = await runCli(args, { cwd: folder.path, env })
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
    expect(readdirSync(folder.path)).toEqual([])
  })
})

test.each([
  ['of 1.41', `n8n_api_${'0a'.repeat(40)}`],
  ['of 2.41', `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIi'.repeat(20)}.x-y`],
])('a key %s that is given in place of the name of its variable is not said', async (_which, key) => {
  const { code, err } = await runCli(['clone', 'https://a.example.com', '--key-env', key])
  expect([code, err]).toEqual([2, expect.stringContaining('--key-env takes the name of an environment variable')])
  expect(err).not.toContain(key.slice(0, 12))
})

test.each(['[]', '["7"]', '{"Slack":7}', '{"Slack":""}', '5', '"text"', 'null', '{'])(
  'a map of credentials that is %s is refused with exit code 2',
  async text => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'map.json'), text)
    const args = ['promote', 'https://a.example.com', '--credentials', 'map.json', ...withKey]
    const { code, err } = await runCli(args, { cwd: folder.path, env })
    expect([code, err]).toEqual([2, expect.stringContaining('understudy: map.json must be an object such as {')])
  },
)

describe('what cannot be is said in one line with exit code 1, or 2 where it is a comparison, and leaves nothing half-written', () => {
  test.each([
    ['a wrong key', ['clone', 'URL', '--key-env', 'WRONG'], 'the key is not accepted'],
    ['nothing there', ['clone', 'http://127.0.0.1:1', ...withKey], 'nothing answers there'],
    ['a failure', ['clone', 'FAILING', ...withKey], '500 out of order\n'],
    ['a web page', ['clone', 'PAGE', ...withKey], 'a web page came instead of an answer of the API'],
    ['a web page to compare with', ['compare', 'there.json', 'PAGE', ...withKey], 'a web page came instead'],
    ['a redirect to another host', ['clone', 'REDIRECT', ...withKey], 'and the key is not sent there'],
    ['plain http', ['clone', 'http://n8n.example.com', ...withKey], 'Use https, or allow it with --insecure'],
    ['a file that is there', ['clone', 'URL', '--data', 'there.json', ...withKey], 'exists already'],
    ['a side that is none', ['compare', 'nope.json', 'URL', ...withKey], 'there is no such file or folder'],
    ['a side that is no JSON', ['compare', 'broken.json', 'URL', ...withKey], 'it is not JSON (line 1'],
    ['no document', ['promote', 'URL', '--data', 'nope.json', ...withKey], 'there is no such document'],
  ])('%s', async (_what, args, message) => {
    await using folder = await temporaryFolder()
    await using service = await serviceWith()
    await writeFile(join(folder.path, 'there.json'), '{}')
    await writeFile(join(folder.path, 'broken.json'), '{')
    await using page = startService('page')
    await using redirect = startService('redirect')
    await using failing = startService('failing')
    const given = args.map(arg =>
      arg
        .replace('URL', service.url)
        .replace('PAGE', page.url)
        .replace('REDIRECT', redirect.url)
        .replace('FAILING', failing.url),
    )
    const { code, err } = await runCli(given, { cwd: folder.path, env: { ...env, WRONG: 'wrong' } })
    expect([code, err.trim().split('\n').length]).toEqual([args[0] === 'compare' ? 2 : 1, 1])
    expect(err).toContain(message)
    expect(err).not.toContain('is kept')
    const left = readdirSync(folder.path, { recursive: true, withFileTypes: true })
    expect(left.flatMap(one => (one.isFile() ? one.name : [])).sort()).toEqual(['broken.json', 'there.json'])
    expect(await readFile(join(folder.path, 'there.json'), 'utf8')).toBe('{}')
  })

  test('a document in use by a running instance', async () => {
    await using folder = await temporaryFolder()
    await using service = await serviceWith()
    const options = { cwd: folder.path, env }
    const serving = startCli(['serve', '--data', 'used.json', '--port', '0'], options)
    try {
      await serving.url()
      const used = { code: 1, err: expect.stringContaining('is in use by process') }
      expect(await runCli(['promote', service.url, '--data', 'used.json', ...withKey], options)).toMatchObject(used)
      expect(await runCli(['compare', 'used.json', service.url, ...withKey], options)).toMatchObject({
        ...used,
        code: 2,
      })
      await mkdir(join(folder.path, 'links'))
      await symlink(join(folder.path, 'used.json'), join(folder.path, 'links', 'link.json'))
      const byLink = ['compare', join('links', 'link.json'), service.url, ...withKey]
      expect(await runCli(byLink, options)).toMatchObject({ ...used, code: 2 })
      expect(await runCli(['clone', service.url, '--data', 'used.json', ...withKey], options)).toMatchObject(used)
    } finally {
      serving.kill('SIGTERM')
      await serving.ended
    }
    expect(existsSync(join(folder.path, 'used.json.clone'))).toBe(false)
  })
})
