import { describe, expect, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { startCli, temporaryFolder } from './run-cli.ts'

const FIXTURE = { credentials: [{ name: 'Slack', type: 'slackApi', data: { accessToken: 'in clear' } }] }
const KINDS = ['folder', 'full folder', ...(process.platform === 'win32' ? [] : ['named pipe'])]

describe.each(KINDS)('a %s in the place', kind => {
  async function put(path: string) {
    if (kind === 'named pipe') execFileSync('mkfifo', [path])
    else await mkdir(kind === 'folder' ? path : join(path, 'inner'), { recursive: true })
  }

  test.each([
    { where: 'of the document', name: 'instance.json', what: 'the document' },
    { where: 'of the lock', name: 'instance.json.lock-4194305-0123abcd', what: 'the lock of FILE' },
    { where: 'of the key', name: 'instance.json.key', what: 'the key file', made: ['instance.json'] },
    { where: 'of the journal', name: 'instance.json.journal', what: 'the journal' },
    { where: 'of its second file', name: 'instance.json.journal.next', what: 'the journal' },
    { where: 'of the ready file', name: 'ready.json', what: 'the ready file' },
  ])('$where is refused by its name, and stays', async ({ name, what, made = [] }) => {
    await using folder = await temporaryFolder()
    await using seeds = await temporaryFolder()
    const [file, taken, seed] = [
      join(folder.path, 'instance.json'),
      join(folder.path, name),
      join(seeds.path, 's.json'),
    ]
    await writeFile(seed, JSON.stringify(FIXTURE))
    await put(taken)
    const old = new Date(Date.now() - 3_600_000)
    await utimes(taken, old, old)
    const before = await stat(taken)
    const cli = startCli([
      '--data',
      file,
      '--port',
      '0',
      '--seed',
      seed,
      '--ready-file',
      join(folder.path, 'ready.json'),
    ])
    const isServing = await cli.url().then(
      () => true,
      () => false,
    )
    if (isServing) cli.kill('SIGTERM')
    const says = `${taken} is a ${kind.replace('full ', '')}, not a file, and in the way of ${what.replace('FILE', file)}`
    const ended = await cli.ended
    expect([isServing, ended, cli.said.err]).toEqual([false, 1, `understudy: ${says}. Move it away first.\n`])
    expect((await readdir(folder.path)).sort()).toEqual([name, ...made].sort())
    expect((await stat(taken)).mode).toBe(before.mode)
  })

  test('that a temporary file would have is passed over, and stays', async () => {
    await using folder = await temporaryFolder()
    const names = ['instance.json.journal.tmp-0123abcd', 'instance.json.tmp-0123abcd']
    for (const name of names) await put(join(folder.path, name))
    const cli = startCli(['--data', join(folder.path, 'instance.json'), '--port', '0'])
    await cli.url()
    cli.kill('SIGTERM')
    expect(await cli.ended).toBe(0)
    expect((await readdir(folder.path)).sort()).toEqual(['instance.json', ...names])
  })
})
