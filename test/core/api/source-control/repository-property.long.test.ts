import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { RemoteError } from '../../../../src/core/git/remote-error.ts'
import { createGitRemote } from '../../../../src/core/git/temporary-remote.ts'
import { startInstance, type TestInstance } from '../../../../src/testing.ts'
import { damage, damaged } from '../../../tools/fuzz/damage.ts'
import { createFolder, type Files, readFiles, withDamage } from '../../../tools/fuzz/folder.ts'
import { oddValue, withOddPlace } from '../../../tools/fuzz/odd-values.ts'
import { fuzzRuns } from '../../../tools/fuzz/runs.ts'
import { createWatchdog } from '../../../tools/fuzz/watchdog.ts'
import { connect } from './connect.ts'
import { workflowFile } from './setting.ts'

const FILES = {
  'workflows/w1.json': workflowFile('w1', 'Orders'),
  'workflows/w2.json': workflowFile('w2', 'Invoices'),
  'credential_stubs/c1.json': { id: 'c1', name: 'Shop', type: 'httpBasicAuth', data: { user: '' }, ownedBy: null },
  'tags.json': { tags: [{ id: 't1', name: 'urgent' }], mappings: [{ workflowId: 'w1', tagId: 't1' }] },
  'variable_stubs.json': [{ id: 'v1', key: 'region', type: 'string', value: '' }],
}
const NAMES = Object.keys(FILES) as (keyof typeof FILES)[]

const pick = fc.nat({ max: 100 })
const bytes = (text: string) => new TextEncoder().encode(text)

/** Files of a repository that git would write only for reasons, with what makes no sense in them. */
const oddFiles = fc.dictionary(
  fc.constantFrom(
    ...['HEAD', 'refs/heads/main', 'refs/heads/other', 'packed-refs', 'config', 'shallow', 'commondir', '.git'],
    ...['objects/info/alternates', 'objects/pack/pack-1.idx', 'objects/pack/pack-1.pack', 'index', 'refs/heads/a b'],
  ),
  fc.oneof(
    fc
      .constantFrom(
        'ref: refs/heads/main\n',
        'ref: refs/heads/other\n',
        'ref: \n',
        '\n',
        `${'0'.repeat(40)}\n`,
        'gitdir: .\n',
      )
      .map(bytes),
    fc.constantFrom('.', '..', '../../..', '# pack-refs\n^x\n', '[core]\n\tbare = maybe\n[', '\ufffftOc').map(bytes),
    fc.uint8Array({ maxLength: 60 }),
  ),
  { maxKeys: 2 },
)

test('a repository whose files are damaged is read, or refused by name, and nothing in it changes', async () => {
  const whole = await makeRepository()
  using folder = createFolder()
  await using instance = await startPulling(folder.path)
  const cases = fc.record({
    damages: fc.array(fc.tuple(pick, damage), { maxLength: 2 }),
    removed: fc.array(pick, { maxLength: 1 }),
    odd: oddFiles,
  })
  const watch = createWatchdog()
  await fc.assert(
    fc.asyncProperty(cases, async ({ damages, removed, odd }) => {
      const files = { ...without(withDamage(whole, damages, damaged), removed), ...odd }
      await watch(async () => {
        folder.fill(files)
        await expectReadsOrRefuses(folder.path)
        await expectPullsOrRefuses(instance)
        expect(folder.read()).toEqual(files)
      })
    }),
    fuzzRuns(0.06),
  )
})

test('what is committed is pulled, or refused, whatever is damaged in it', async () => {
  await using remote = await createGitRemote()
  await using instance = await startPulling(remote.path)
  const cases = fc.oneof(
    fc.record({ name: fc.constantFrom(...NAMES), by: damage }).map(({ name, by }) => ({
      [name]: new Uint8Array(damaged(bytes(JSON.stringify(FILES[name], null, 2)), by)),
    })),
    fc.record({ name: fc.constantFrom(...NAMES), pick: fc.nat(), odd: oddValue }).map(({ name, pick, odd }) => ({
      [name]: bytes(JSON.stringify(withOddPlace(FILES[name], pick, odd)) ?? ''),
    })),
  )
  const watch = createWatchdog()
  await fc.assert(
    fc.asyncProperty(cases, async changes => {
      await remote.commit({ ...FILES, ...changes })
      await watch(() => expectPullsOrRefuses(instance))
    }),
    fuzzRuns(0.04),
  )
})

async function makeRepository(): Promise<Files> {
  await using remote = await createGitRemote()
  await remote.commit({ 'workflows/w1.json': FILES['workflows/w1.json'] })
  await remote.commit(FILES)
  return readFiles(remote.path)
}

function without(files: Files, removed: number[]): Files {
  const gone = removed.map(pick => Object.keys(files)[pick % Object.keys(files).length])
  return Object.fromEntries(Object.entries(files).filter(([name]) => !gone.includes(name)))
}

const failures: string[] = []

const startPulling = (gitRemote: string) =>
  startInstance({
    gitRemote,
    socket: false,
    report: message => {
      if (message.startsWith('Request')) failures.push(message)
    },
  })

async function expectReadsOrRefuses(path: string) {
  const remote = connect({ url: path })
  const read = await remote.pull().catch(error => error)
  await remote.close()
  if (!(read instanceof Error)) return
  expect(read).toBeInstanceOf(RemoteError)
  expect(read.message).toContain(path)
  expect(read.message).not.toMatch(/\((TypeError|RangeError|ReferenceError|Error)\)/)
}

async function expectPullsOrRefuses(instance: TestInstance) {
  await instance.reset()
  const before = JSON.stringify(instance.state())
  const answer = await instance.request('POST', '/api/v1/source-control/pull', {})
  expect([answer.text, failures.splice(0)]).toEqual([answer.text, []])
  expect([200, 400, 409]).toContain(answer.status)
  if (answer.status !== 200) expect(JSON.stringify(instance.state())).toBe(before)
  for (const path of ['workflows', 'tags']) {
    expect((await instance.request('GET', `/api/v1/${path}`)).status).toBe(200)
  }
}
