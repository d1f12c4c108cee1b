import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changesSince, reachedBy, UNNOTICED } from '../changed.ts'
import { temporaryFolder } from '../commands/run-cli.ts'
import { gitCommands } from '../needs.ts'

/** A test of each wing, of three rooms of runs, and of what is of no wing. */
const TESTS = [
  'test/checks/conformance/a.long.test.ts',
  'test/checks/layers/a.long.test.ts',
  'test/commands/a.long.test.ts',
  'test/control/a.long.test.ts',
  'test/core/api/tags/a.long.test.ts',
  'test/instance/a.long.test.ts',
  'test/kit/a.long.test.ts',
  'test/kit/package/runners.long.test.ts',
  'test/limits/a.long.test.ts',
  'test/limits/floods.alone.long.test.ts',
  'test/limits/long-lists.alone.long.test.ts',
  'test/limits/worst-texts.alone.long.test.ts',
  'test/migrate/a.long.test.ts',
  'test/page/a.long.test.ts',
  'test/page/runs/a.long.test.ts',
  'test/runs/engine/a.long.test.ts',
  'test/runs/expressions/a.long.test.ts',
  'test/runs/nodes/a.long.test.ts',
  'test/runtimes/doors/a.long.test.ts',
  'test/runtimes/facts/a.long.test.ts',
  'test/tools/powercut/a.long.test.ts',
  'test/tools/soak/soak.long.test.ts',
  'test/verify/a.long.test.ts',
]
const without = (...left: string[]) =>
  TESTS.filter(file => !left.some(folder => `${file}/`.startsWith(`test/${folder}/`)))

/** What a change of how a run is computed does not reach. */
const NOT_BY_RUNS = [
  'checks/conformance',
  'core',
  'kit/package',
  'limits/floods.alone.long.test.ts',
  'limits/long-lists.alone.long.test.ts',
  'migrate',
  'page',
  'runtimes/doors',
  'tools',
]

test.each<{ changed: string; reached: string[] }>([
  { changed: 'src/core/model/workflow.ts', reached: TESTS },
  { changed: 'src/index.ts', reached: TESTS },
  { changed: 'package.json', reached: TESTS },
  { changed: 'bun.lock', reached: TESTS },
  { changed: 'test/run.ts', reached: TESTS },
  { changed: 'test/commands/run-cli.ts', reached: TESTS },
  { changed: 'data/demo.json', reached: TESTS },
  { changed: 'docs/examples/first.test.mjs', reached: TESTS },
  {
    changed: 'src/page/client/tags/tags.ts',
    reached: without(
      'checks/conformance',
      'core',
      'runs',
      'migrate',
      'control',
      'kit/package',
      'limits',
      'runtimes/doors',
      'runtimes/facts',
      'tools',
    ),
  },
  {
    // what serves the page
    changed: 'src/page/facts.ts',
    reached: without('core', 'runs', 'migrate', 'control', 'limits', 'tools'),
  },
  {
    changed: 'src/runs/nodes/set.ts',
    reached: [
      ...without(...NOT_BY_RUNS, 'limits/worst-texts.alone.long.test.ts', 'runs/expressions'),
      'test/page/runs/a.long.test.ts',
    ].sort(),
  },
  {
    changed: 'src/runs/expressions/engine.ts',
    reached: [...without(...NOT_BY_RUNS), 'test/page/runs/a.long.test.ts'].sort(),
  },
  {
    changed: 'src/runs/schedules/worker-pool.ts',
    reached: [
      ...without('core', 'limits/long-lists.alone.long.test.ts', 'runs', 'migrate', 'page', 'tools/powercut'),
      'test/page/runs/a.long.test.ts',
    ].sort(),
  },
  {
    changed: 'src/migrate/promote/plan.ts',
    reached: without('core', 'limits/long-lists.alone.long.test.ts', 'runs', 'page', 'tools'),
  },
  {
    changed: 'src/verify/verify.ts',
    reached: without('core', 'runs', 'migrate', 'control', 'page', 'instance', 'kit', 'limits', 'tools'),
  },
  {
    changed: 'docs/testing.md',
    reached: TESTS.filter(file => /^test\/(checks|kit|runtimes|tools)\//.test(file)),
  },
  { changed: 'test/page/a.long.test.ts', reached: ['test/page/a.long.test.ts'] },
  { changed: 'test/page/__snapshots__/a.long.test.ts.snap', reached: ['test/page/a.long.test.ts'] },
  { changed: 'test/page/removed.long.test.ts', reached: [] },
])('a change of $changed reaches the tests that can notice it', ({ changed, reached }) => {
  expect(reachedBy([changed], TESTS).reached).toEqual(reached)
})

test('each test that is said to notice nothing of a part is there', () => {
  const places = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
  const isThere = (start: string) => places.some(place => place.startsWith(start) && /\.test\.[jt]s$/.test(place))
  expect(UNNOTICED.flatMap(([, tests]) => tests).filter(start => !isThere(start))).toEqual([])
})

test('several changes reach what each of them reaches, and one that reaches all is named', () => {
  const pages = ['test/page/a.long.test.ts', 'test/page/b.long.test.ts', 'test/page/c.long.test.ts']
  const { reached } = reachedBy(pages.slice(0, 2), pages)
  expect(reached).toEqual(pages.slice(0, 2))
  expect(reachedBy(['src/page/page.ts', 'tsconfig.json'], pages)).toEqual({
    reached: pages,
    because: 'anything may depend on tsconfig.json',
  })
})

test('where it is not known what changed, all tests are reached; where nothing did, none is', () => {
  expect(reachedBy(undefined, TESTS).reached).toEqual(TESTS)
  expect(reachedBy([], TESTS).reached).toEqual([])
})

test.skipIf(!gitCommands)('what changed is found in a clone: committed, not committed, deleted and new', async () => {
  // the run of a change sets it
  delete process.env.TEST_BASE
  await using folder = await temporaryFolder()
  const [origin, clone] = [join(folder.path, 'origin'), join(folder.path, 'clone')]
  const git = (cwd: string, ...args: string[]) => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
    const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return stdout.trim()
  }
  git(folder.path, 'init', '--quiet', '--initial-branch=main', 'origin')
  for (const name of ['a', 'b', 'c']) writeFileSync(join(origin, name), name)
  git(origin, 'add', '--all')
  git(origin, 'commit', '--quiet', '--message=first')
  git(folder.path, 'clone', '--quiet', 'origin', 'clone')
  // a clean clone of main does not know what was tested before
  expect(changesSince(clone)).toBeUndefined()
  expect(changesSince(clone, 'main')).toEqual([])
  expect(changesSince(clone, 'no-such-commit')).toBeUndefined()
  writeFileSync(join(clone, 'a'), 'changed')
  git(clone, 'rm', '--quiet', 'b')
  git(clone, 'commit', '--quiet', '--all', '--message=second')
  writeFileSync(join(clone, 'c'), 'changed')
  writeFileSync(join(clone, 'new'), 'new')
  expect(changesSince(clone)?.toSorted()).toEqual(['a', 'b', 'c', 'new'])
  expect(changesSince(clone, 'HEAD')?.toSorted()).toEqual(['c', 'new'])
  expect(changesSince(folder.path)).toBeUndefined()
})
