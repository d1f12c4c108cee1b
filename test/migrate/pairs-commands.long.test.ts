import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fixture } from '../../src/index.ts'
import { aWorkflow, startInstance } from '../../src/testing.ts'
import { runCli, temporaryFolder } from '../commands/run-cli.ts'
import { SOME_PAIRS } from './pairs.ts'
import { writes } from './rehearsal.ts'
import { HIDES_WAITING, SECRET, sampleFixture } from './sample.ts'

const sizes = { workflows: 12, tags: 3, credentials: 3, executions: 5 }
const KEYS = { FROM_KEY: 'key-of-the-source', TO_KEY: 'key-of-the-target' }

test.each(SOME_PAIRS)(
  'from %s to %s by commands alone, into a half-filled service, without a terminal',
  async (from, to) => {
    await using folder = await temporaryFolder()
    const fixture = sampleFixture(sizes)
    const { users = [], credentials = [] } = fixture
    await using source = await startInstance({ profile: from, apiKey: KEYS.FROM_KEY, fixture })
    const there = {
      users,
      tags: [{ id: '9', name: 'tag 2' }],
      // a version that lists none tells of those that its nodes name
      credentials: credentials.map((one, at) => ({ ...one, id: `9${at}` })),
      workflows: [aWorkflow({ id: '1', name: 'of others' })],
    }
    await using target = await startInstance({ profile: to, apiKey: KEYS.TO_KEY, fixture: there })
    const file = join(folder.path, 'copy.json')
    const shown: string[] = []
    const run = async (...args: string[]) => {
      const result = await runCli(args, { cwd: folder.path, env: KEYS })
      shown.push(result.out, result.err)
      return result
    }
    const promote = (...args: string[]) => run('promote', target.url, '--key-env', 'TO_KEY', '--data', file, ...args)
    const keys = ['--left-key-env', 'FROM_KEY', '--right-key-env', 'TO_KEY', '--only', 'workflows,tags,credentials']

    const cloned = await run('clone', source.url, '--key-env', 'FROM_KEY', '--data', file, '--executions', '5')
    expect([cloned.code, cloned.out]).toEqual([0, expect.stringContaining(`answers like ${from}`)])
    expect(await run('compare', file, source.url, '--key-env', 'FROM_KEY', '--executions', '5')).toMatchObject({
      code: HIDES_WAITING.includes(from) ? 1 : 0,
      err: '',
    })
    expect((await run('compare', source.url, target.url, ...keys)).code).toBe(1)

    target.requests.clear()
    expect(await promote()).toMatchObject({ code: 2, err: expect.stringContaining('nothing was sent: add --yes') })
    expect(await promote('--dry-run')).toMatchObject({ code: 0, out: expect.stringContaining('14 to create') })
    expect(writes(target)).toEqual([])
    expect(await promote('--yes')).toMatchObject({ code: 0, err: '' })
    expect(target.state()).toMatchObject({ workflows: { length: 13 }, tags: { length: 3 }, credentials: { length: 3 } })
    target.requests.clear()
    expect(await promote('--yes')).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to do') })
    expect(writes(target)).toEqual([])
    const promoted = JSON.parse((await run('compare', file, target.url, ...keys, '--json')).out)
    expect(promoted.kinds).toMatchObject({
      workflows: { onlyLeft: [], different: [], onlyRight: [{ name: 'of others' }], same: 12 },
      tags: { onlyLeft: [], onlyRight: [], different: [] },
    })

    const document = JSON.parse(await readFile(file, 'utf8')) as Fixture
    const workflows = document.workflows?.filter(({ name }) => name !== 'Workflow 12') ?? []
    await writeFile(file, JSON.stringify({ ...document, workflows }))
    expect(await promote()).toMatchObject({ code: 0, out: expect.stringContaining('- workflow "Workflow 12"') })
    expect(target.state().workflows?.length).toBe(13)
    const pruned = await promote('--prune', '--yes')
    expect([pruned.code, pruned.out]).toEqual([0, expect.stringContaining('workflow "Workflow 12" removed')])
    expect(target.state().workflows?.map(({ name }) => name)).toContain('of others')
    expect(target.state().workflows?.length).toBe(12)

    const files = readdirSync(folder.path).map(name => readFileSync(join(folder.path, name), 'utf8'))
    const addresses = [source, target].flatMap(it =>
      it.requests.all().map(({ path, query }) => path + JSON.stringify(query)),
    )
    const everything = [...shown, ...files, ...addresses].join('\n')
    for (const secret of [...Object.values(KEYS), SECRET]) expect(everything).not.toContain(secret)
    for (const sign of ['\u001b', '\r', '█']) expect(shown.join('')).not.toContain(sign)
  },
  120_000,
)
