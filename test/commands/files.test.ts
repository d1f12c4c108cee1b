import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCli, startCli, temporaryFolder } from './run-cli.ts'

describe('a document that is not as it should be stops the start and is left alone', () => {
  test.each<[string, string, RegExp]>([
    ['broken JSON', '{"tags": [', /instance\.json/],
    ['an empty file', '', /instance\.json/],
    [
      'a tag without a name',
      '{"format":1,"tags":[{"id":"1"}],"sealCheck":null}',
      /tags\/0 must have required property 'name'/,
    ],
    [
      'a workflow with a tag that is not there',
      '{"workflows":[{"name":"w","tags":["x"]}],"sealCheck":null}',
      /workflows\/0\/tags\/0.*"x"/,
    ],
    ['a later format', '{"format":99}', /99/],
    [
      'a format before the first',
      '{"format":0}',
      /instance\.json: format must be .* of 1 or more, not 0\. Put a good copy/,
    ],
    [
      'a negative format',
      '{"format":-1,"tags":[]}',
      /instance\.json: format must be a whole number of 1 or more, not -1\./,
    ],
    ['half a format', '{"format":1.5}', /instance\.json: format must be a whole number of 1 or more, not 1\.5\./],
    ['a format as text', '{"format":"1"}', /instance\.json: format must be a whole number of 1 or more\./],
    ['a format that is null', '{"format":null}', /instance\.json: format must be a whole number of 1 or more\./],
    [
      'two workflows of one id',
      '{"workflows":[{"id":"1","name":"first"},{"id":"1","name":"second"}],"sealCheck":null}',
      /instance\.json: \/workflows\/1\/id: another record of the fixture has the same/,
    ],
  ])('%s', async (_, text, says) => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'instance.json')
    await writeFile(file, text)
    const { code, err } = await runCli(['--data', file, '--port', '0'])
    expect(err).toMatch(says)
    expect(err).not.toContain('    at ')
    expect(code).toBe(1)
    expect(await readFile(file, 'utf8')).toBe(text)
    expect(await readdir(folder.path)).toEqual(['instance.json'])
  })
})

describe('a fixture that is not one stops the start', () => {
  test.each<[string, string, RegExp]>([
    ['an empty file', '', /fixture\.json: it is empty$/m],
    ['broken JSON', '{"tags": ]', /fixture\.json: it is not JSON \(line 1, column 10\)/],
    ['a format before the first', '{"format":0}', /fixture\.json: \/format must be >= 1/],
    ['an unknown key', '{"tag":[]}', /fixture\.json: \/tag is not a known property/],
    [
      'a dangling tag',
      '{"workflows":[{"name":"w","tags":["x"]}]}',
      /fixture\.json: \/workflows\/0\/tags\/0: there is no tag "x"/,
    ],
    ['an execution of no workflow', '{"executions":[{"workflowId":9,"status":"error"}]}', /executions\/0\/workflowId/],
    [
      'two tags with one id',
      '{"tags":[{"id":"1","name":"first"},{"id":"1","name":"second"}]}',
      /fixture\.json: \/tags\/1\/id: another record of the fixture has the same/,
    ],
    [
      'an unknown owner',
      '{"workflows":[{"name":"w","owner":"a@b.co"}]}',
      /workflows\/0\/owner: there is no user a@b\.co/,
    ],
  ])('%s', async (_, text, says) => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'fixture.json')
    await writeFile(file, text)
    const { code, err } = await runCli(['--memory', '--seed', file, '--port', '0'])
    expect(err).toMatch(says)
    expect(code).toBe(1)
  })

  test('a file that is not there', async () => {
    const { code, err } = await runCli(['--memory', '--seed', '/nowhere/fixture.json'])
    expect(err).toContain('/nowhere/fixture.json: there is no such file or folder')
    expect(code).toBe(1)
  })
})

describe('validate', () => {
  test('ends with 0 for a fixture', async () => {
    const demo = join(import.meta.dirname, '../../data/demo.json')
    const { code, out } = await runCli(['validate', demo])
    expect(out).toContain('a valid fixture')
    expect(code).toBe(0)
  })

  test('names every fault of one that is none and ends with 1', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'bad.json')
    await writeFile(
      file,
      JSON.stringify({ tags: [{}, { name: 5 }], executions: [{ workflowId: '1', status: 'done' }] }),
    )
    const { code, out } = await runCli(['validate', file])
    expect(out.split('\n')).toEqual(
      expect.arrayContaining([
        `${file}:1: fault: /tags/0: it must have required property 'name'`,
        `${file}:1: fault: /tags/1/name: it must be string`,
        expect.stringContaining('/executions/0/status: it must be equal to one of the allowed values: '),
      ]),
    )
    expect(code).toBe(1)
  })
})

test.each([
  [
    'more errors than a line holds',
    JSON.stringify({ tags: Array(33).fill({}) }),
    33,
    "/tags/32: it must have required property 'name'",
  ],
  [
    'as many references to nothing',
    JSON.stringify({ workflows: Array.from({ length: 33 }, (_, at) => ({ name: `w${at}`, tags: ['x, y'] })) }),
    33,
    '/workflows/32/tags/0: there is no tag "x, y"',
  ],
])('validate names what is wrong with %s, a line each', async (_what, text, count, last) => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'bad.json'), text)
  const { code, out } = await runCli(['validate', 'bad.json'], { cwd: folder.path })
  const faults = out.split('\n').filter(line => line.startsWith('bad.json:1: fault: '))
  expect([code, faults.length]).toEqual([1, count])
  expect(faults.at(-1)).toEndWith(last)
})

test.each(['{}', '{ "tags": 7 }'])('a document whose counters are %s is completed, and opens again', async counters => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  const headers = { 'X-N8N-API-KEY': 'owner-key', 'content-type': 'application/json' }
  for (const name of ['first', 'second', 'third']) {
    const cli = startCli(['--data', file, '--api-key', 'owner-key', '--port', '0', '--log', 'off'])
    const url = `${await cli.url()}/api/v1/tags`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ name }) })
    expect([answer.status, await answer.json()]).toEqual([
      201,
      expect.objectContaining({ id: expect.stringMatching(/^\d+$/) }),
    ])
    cli.kill('SIGTERM')
    expect(await cli.ended).toBe(0)
    const document = JSON.parse(await readFile(file, 'utf8'))
    if (name === 'first') await writeFile(file, JSON.stringify({ ...document, counters: JSON.parse(counters) }))
  }
})

test.each([
  ['--credential-types', 'nope.json', 'nope.json: there is no such file.'],
  ['--credential-types', '.', '. is a folder, not a file.'],
  ['keys list --api-key k --ready-file', '.', '. is a folder, not a file.'],
  ['promote http://127.0.0.1:9 --key-env THE_KEY --credentials', '.', '. is a folder, not a file.'],
])('%s %s is told as what it is', async (flags, file, says) => {
  await using folder = await temporaryFolder()
  const { code, err } = await runCli([...flags.split(' '), file], { cwd: folder.path, env: { THE_KEY: 'k' } })
  expect([code, err]).toEqual([1, `understudy: ${says}\n`])
  expect(await readdir(folder.path)).toEqual([])
})

describe('the key file of a document that --data names by a link', () => {
  const FIXTURE = { credentials: [{ name: 'Slack', type: 'slackApi', data: { accessToken: 'in clear' } }] }

  /** A folder with a link in it to a document that is still to be made in a folder of its own. */
  async function linked() {
    const folder = await temporaryFolder()
    const [file, link] = [join(folder.path, 'volume/instance.json'), join(folder.path, 'link.json')]
    await mkdir(join(folder.path, 'volume'))
    await writeFile(join(folder.path, 'fixture.json'), JSON.stringify(FIXTURE))
    await symlink(file, link)
    return { ...folder, file, link }
  }

  async function startAndStop(data: string, cwd: string) {
    const cli = startCli(['--data', data, '--seed', 'fixture.json', '--port', '0'], { cwd })
    await cli.url().finally(() => cli.kill('SIGTERM'))
    return cli.ended
  }

  test('is made beside the document, where a start without the link finds it', async () => {
    await using folder = await linked()
    expect(await startAndStop(folder.link, folder.path)).toBe(0)
    expect((await readdir(folder.path)).sort()).toEqual(['fixture.json', 'link.json', 'volume'])
    expect((await readdir(join(folder.path, 'volume'))).sort()).toEqual(['instance.json', 'instance.json.key'])
    expect(await startAndStop(folder.file, folder.path)).toBe(0)
    expect((await runCli(['keys', 'list', '--data', folder.link])).code).toBe(0)
  })

  test('is found beside the link, where earlier versions made it', async () => {
    await using folder = await linked()
    expect(await startAndStop(folder.link, folder.path)).toBe(0)
    await rename(`${folder.file}.key`, `${folder.link}.key`)
    expect(await startAndStop(folder.link, folder.path)).toBe(0)
    expect((await runCli(['keys', 'list', '--data', folder.link])).code).toBe(0)
    expect(await readdir(join(folder.path, 'volume'))).toEqual(['instance.json'])
  })
})

test.each([
  ['the document', 'taken.json', ['--data', 'taken.json']],
  ['the document by a link', 'taken.json', ['--data', 'link.json']],
  ['the key file', 'taken.json.key', ['--data', 'taken.json']],
  ['the key file of a document by a link', 'taken.json.key', ['--data', 'link.json']],
  ['a fixture', 'taken.json', ['--memory', '--seed', 'taken.json']],
  ['credential types', 'taken.json', ['--memory', '--credential-types', './taken.json']],
])('a ready file in the place of %s is refused, and what is there stays', async (_what, name, args) => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, name)
  for (const taken of ['taken.json', 'taken.json.key']) await writeFile(join(folder.path, taken), '{}')
  await symlink('taken.json', join(folder.path, 'link.json'))
  const cli = startCli([...args, '--ready-file', file, '--port', '0'], { cwd: folder.path })
  await cli.url().then(
    () => cli.kill('SIGTERM'),
    () => {},
  )
  expect([await cli.ended, await readFile(file, 'utf8')]).toEqual([2, '{}'])
  expect(cli.said.err).toContain('--ready-file must be a separate file')
})
