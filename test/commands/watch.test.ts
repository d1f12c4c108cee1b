import { describe, expect, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signatureOfSeeds, watchSeeds } from '../../src/commands/watch-seeds.ts'
import { runCli, startCli, temporaryFolder } from './run-cli.ts'

const headers = { 'X-N8N-API-KEY': 'k', 'content-type': 'application/json' }

/** An instance that watches a seed, in a folder of its own. */
async function watching(seed: string, write: (path: string) => Promise<unknown>) {
  const folder = await temporaryFolder()
  const path = join(folder.path, seed)
  await write(path)
  const cli = startCli(['--memory', '--port', '0', '--api-key', 'k', '--seed', path, '--watch'], { cwd: folder.path })
  const url = await cli.url()
  const tags = async () => {
    const { data } = await (await fetch(`${url}/api/v1/tags`, { headers })).json()
    return data.map(({ name }: { name: string }) => name)
  }
  const logged = async (text: string) => {
    while (!cli.said.err.includes(text)) await Bun.sleep(20)
  }
  const dispose = async () => {
    cli.kill('SIGTERM')
    await cli.ended
    await folder[Symbol.asyncDispose]()
  }
  return { path, folder: folder.path, url, tags, logged, said: cli.said, [Symbol.asyncDispose]: dispose }
}

const fixture = (...names: string[]) => JSON.stringify({ tags: names.map(name => ({ name })) })

describe('with --watch', () => {
  test('a named pipe is refused: it can be read only once', async () => {
    await using folder = await temporaryFolder()
    const pipe = join(folder.path, 'pipe')
    execFileSync('mkfifo', [pipe])
    const { code, err } = await runCli(['--memory', '--port', '0', '--seed', pipe, '--watch'])
    expect([code, err]).toEqual([
      2,
      `understudy: --watch needs files or folders, and ${pipe} is neither: it can be read only once\nSee npx n8n-understudy serve --help.\n`,
    ])
  })

  test('a changed seed replaces what the instance holds, and a broken one changes nothing', async () => {
    await using it = await watching('seed.json', path => writeFile(path, fixture('one')))
    await fetch(`${it.url}/api/v1/tags`, { method: 'POST', headers, body: '{"name":"by the client"}' })
    expect(await it.tags()).toEqual(['one', 'by the client'])

    await writeFile(it.path, '{"tags":[{"name":"two"}')
    await it.logged('Not loaded, so the instance is unchanged: ')
    expect(it.said.err).toContain(`${it.path}: it is not JSON (line 1, column 24)`)
    expect(await it.tags()).toEqual(['one', 'by the client'])

    await writeFile(it.path, '{"tags":[{"nam":"two"}]}')
    await it.logged(`${it.path}: /tags/0`)
    expect(await it.tags()).toEqual(['one', 'by the client'])

    await writeFile(it.path, fixture('two', 'three'))
    await it.logged('Loaded again')
    expect(await it.tags()).toEqual(['two', 'three'])
    await fetch(`${it.url}/_control/reset`, { method: 'POST', headers })
    expect(await it.tags()).toEqual(['two', 'three'])
  }, 30_000)

  test('a seed that an editor replaces by another file is loaded, and so is a file that is new in a folder', async () => {
    await using it = await watching('seeds', async path => {
      await mkdir(path)
      await writeFile(join(path, 'a.json'), fixture('one'))
    })
    await writeFile(join(it.folder, 'new.json'), fixture('other'))
    await rename(join(it.folder, 'new.json'), join(it.path, 'b.json'))
    await it.logged('Loaded again')
    expect(await it.tags()).toEqual(['one', 'other'])
  }, 30_000)

  test('a fixture of another profile is refused', async () => {
    await using it = await watching('seed.json', path => writeFile(path, fixture('one')))
    await writeFile(it.path, '{"profile":"n8n-2.41"}')
    await it.logged('A fixture names the profile n8n-2.41, but this instance runs contract: restart it')
    expect(await it.tags()).toEqual(['one'])
  }, 30_000)

  test('a watch loads once at a time, and looks no more once it is stopped', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'seed.json')
    await writeFile(path, fixture('one'))
    const watch = (startAgain: () => Promise<void>) =>
      watchSeeds(
        [path],
        'another',
        { startAgain },
        async () => [],
        () => {},
      )
    /** A watch whose first load takes until it is released. */
    const holding = async () => {
      const loading = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      const loads: number[] = []
      const stop = watch(async () => {
        loads.push(loads.length)
        loading.resolve()
        await released.promise
      })
      await loading.promise
      return { loads, stop, release: released.resolve }
    }
    const [stopped, held] = await Promise.all([holding(), holding()])
    await writeFile(path, fixture('one', 'two'))
    stopped.stop()
    stopped.release()
    // three of them, one after the other, take longer than it would take the others to load again
    for (let count = 0; count < 3; count++) {
      const loaded = Promise.withResolvers<void>()
      const stopNext = watch(async () => loaded.resolve())
      await loaded.promise
      stopNext()
    }
    expect([stopped.loads, held.loads]).toEqual([[0], [0]])
    held.stop()
    held.release()
  })

  test('a seed that changes while the instance starts is loaded', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'seed.json')
    await writeFile(path, fixture('one'))
    const signature = await signatureOfSeeds([path])
    await writeFile(path, fixture('one', 'two'))
    const loaded = Promise.withResolvers<void>()
    const instance = { startAgain: async () => loaded.resolve() }
    const stop = watchSeeds(
      [path],
      signature,
      instance,
      async () => [],
      () => {},
    )
    await loaded.promise
    stop()
  })
})
