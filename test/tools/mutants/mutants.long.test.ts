import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gitCommands } from '../../needs.ts'
import { isSame, readAccepted } from './accepted.ts'
import { findMutants } from './find-mutants.ts'
import { withProbes } from './regions.ts'

const SCRIPT = join(import.meta.dir, 'mutants.ts')
const REPOSITORY = join(import.meta.dir, '../../..')

/** A project with two faults that its test notices, one that it does not, and one that is accepted. */
const FILES = {
  'src/core/features/age.ts': `export const isAdult = (age: number) => age >= 18
export const label = () => 'adult'
export const note = () => 'seen by nobody'
`,
  'src/core/http/port.ts': 'export const port = () => 80\n',
  'test/age.test.ts': `import { expect, test } from 'bun:test'
import { isAdult, label } from '../src/core/features/age.ts'
import { port } from '../src/core/http/port.ts'
test('18 is enough', () => {
  expect([17, 18].map(isAdult)).toEqual([false, true])
  expect(port()).toBe(80)
  label()
})
`,
  'test/tools/mutants/equal.json': JSON.stringify({
    'src/core/features/age.ts': { 'Nobody sees it.': ["note: () => 'seen by nobody' → () => ''"] },
  }),
}

describe.skipIf(!gitCommands)('in a repository', () => {
  let folder: string
  let project: string
  let temporary: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'understudy-mutants-'))
    project = join(folder, 'project')
    temporary = join(folder, 't')
    mkdirSync(temporary)
    for (const [file, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(project, file)), { recursive: true })
      writeFileSync(join(project, file), text)
    }
    git('init', '--quiet', '--initial-branch=main')
    commit()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function git(...args: string[]) {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: project, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return stdout
  }

  function commit() {
    git('add', '.')
    git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '-m', 'a')
  }

  const start = (...args: string[]) =>
    Bun.spawn([process.execPath, SCRIPT, ...args], {
      cwd: project,
      env: { ...process.env, TMPDIR: temporary },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })

  async function run(...args: string[]) {
    const child = start(...args)
    const [out, error, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    return { out, error, code, last: out.trim().split('\n').at(-1) }
  }

  describe('a run', () => {
    test('counts what a test notices, lists what none does, leaves out what is accepted, and fails below 90 %', async () => {
      const { out, last, code } = await run('--files', 'src/core/features/age.ts')
      expect(last).toBe('4 faults, 2 noticed (66 %), 1 survived, 1 accepted')
      expect(out).toContain("Survived:\n  src/core/features/age.ts:2  label: () => 'adult' → () => ''\n")
      expect(out).toContain('noticed by test/age.test.ts: 18 is enough')
      expect(code).toBe(1)
    }, 60_000)

    test.each([
      ['one line', ['--files', 'src/core/features/age.ts:1'], '2 faults, 2 noticed (100 %), 0 survived, 0 accepted'],
      ['a pattern of files', ['--files', 'src/core/h*/**'], '1 faults, 1 noticed (100 %), 0 survived, 0 accepted'],
      ['nothing that changed', ['--changed'], '0 faults, 0 noticed (100 %), 0 survived, 0 accepted'],
    ])(
      'of %s makes only the faults there',
      async (_, args, expected) => {
        const { last, code } = await run(...args)
        expect(last).toBe(expected)
        expect(code).toBe(0)
      },
      60_000,
    )

    test('with a seed picks the same again', async () => {
      const args = ['--sample', '2', '--seed', '7', '--workers', '2', '--files', 'src/**']
      const [one, other] = [await run(...args), await run(...args)]
      const faults = (out: string) => (out.match(/ [a-z ]+: src.*/g) ?? []).sort()
      expect(one.out).toContain('2 of 5 faults in 2 files, seed 7')
      expect(faults(one.out)).toHaveLength(2)
      expect(faults(other.out)).toEqual(faults(one.out))
    }, 60_000)

    test('of what changed since a commit takes files with and without a commit', async () => {
      git('checkout', '--quiet', '-b', 'work')
      writeFileSync(join(project, 'src/core/http/new.ts'), 'export const path = () => 2\n')
      expect((await run('--changed', 'main')).out).toContain('1 of 1 faults in 1 files')
      commit()
      expect((await run('--changed', 'main')).out).toContain('1 of 1 faults in 1 files')
      git('checkout', '--quiet', 'main')
    }, 60_000)

    test('asks no test that fails without a fault since the source has changed, and measures none again', async () => {
      git('checkout', '--quiet', '-b', 'stricter')
      writeFileSync(join(project, 'src/core/features/age.ts'), FILES['src/core/features/age.ts'].replace('18', '21'))
      const { out, last } = await run('--files', 'src/core/features/age.ts:1')
      expect(out).not.toContain('measured ')
      expect(last).toBe('2 faults, 0 noticed (0 %), 2 survived, 0 accepted')
      git('checkout', '--quiet', '--force', 'main')
    }, 60_000)

    test('shows a fault to the tests that run it, also in a worker or another process, and to no others', async () => {
      git('checkout', '--quiet', '-b', 'elsewhere')
      const write = (file: string, text: string) => {
        mkdirSync(dirname(join(project, file)), { recursive: true })
        writeFileSync(join(project, file), text)
      }
      const importing = (lines: string) => `import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { sum } from '../src/core/base/sum.ts'
test('a sum', async () => {
  ${lines}
})
`
      write(
        'src/core/base/sum.ts',
        'export const sum = (isSigned: boolean) => (isSigned ? 1 : 2)\nexport const note = () => 7\n',
      )
      write('src/core/base/worker.ts', `import { sum } from './sum.ts'\npostMessage(sum(true))\n`)
      write('src/core/base/command.ts', `import { note, sum } from './sum.ts'\nconsole.log(sum(false))\nnote()\n`)
      write(
        'test/worker.test.ts',
        importing(`const worker = new Worker(new URL('../src/core/base/worker.ts', import.meta.url))
  const answer = await new Promise(resolve => worker.addEventListener('message', ({ data }) => resolve(data)))
  expect(answer).toBe(1)`),
      )
      write(
        'test/command.test.ts',
        importing(`const { stdout } = spawnSync(process.execPath, ['src/core/base/command.ts'], { encoding: 'utf8' })
  expect(stdout).toBe('2\\n')`),
      )
      write('test/none.test.ts', importing('expect(sum).toBeFunction()'))
      const { out, last } = await run('--files', 'src/core/base/sum.ts')
      expect(last).toBe('4 faults, 3 noticed (75 %), 1 survived, 0 accepted')
      expect(out).toContain('→ isSigned ? 2 : 2\n    noticed by test/worker.test.ts')
      expect(out).toContain('→ isSigned ? 1 : 3\n    noticed by test/command.test.ts')
      expect(out).toContain('→ () => 8\n    passed 1 test files\n')
      git('add', '.')
      git('checkout', '--quiet', '--force', 'main')
    }, 60_000)

    test('leaves the tree and the folder for temporary files as they were, also when it is broken off', async () => {
      const child = start('--files', 'src/core/features/age.ts')
      const reader = child.stdout.getReader()
      await reader.read()
      child.kill('SIGINT')
      while (!(await reader.read()).done);
      expect(await child.exited).toBe(130)
      expect(git('status', '--porcelain')).toBe('')
      expect(readdirSync(temporary)).toEqual(['mutants-tests'])
    }, 60_000)
  })

  test('--list prints each accepted fault with its reason', async () => {
    const { out, code } = await run('--list')
    expect(out).toContain("src/core/features/age.ts\n  note: () => 'seen by nobody' → () => ''\n  Nobody sees it.\n")
    expect(code).toBe(0)
  })

  test.each([
    ['an unknown option', ['--smaple', '3'], "Unknown option '--smaple'"],
    ['a sample of none', ['--sample', '0'], '--sample is a number from 1, not "0"'],
    ['a sample that is no number', ['--sample', 'many'], '--sample is a number from 1, not "many"'],
    ['a seed that is no number', ['--seed', '1.5'], '--seed is a number from 1, not "1.5"'],
    ['no workers', ['--workers', '0'], '--workers is a number from 1, not "0"'],
    ['an argument that belongs to nothing', ['src/core/features'], 'There is no argument "src/core/features"'],
    ['files that do not exist', ['--files', 'src/none.ts'], '--files "src/none.ts" is no file of the source'],
    ['a commit that does not exist', ['--changed', 'gone'], 'There is no commit "gone"'],
    ['a commit that looks like an option', ['--changed', '--', '--output=x'], 'There is no commit "--output=x"'],
  ])('%s is refused', async (_, args, sentence) => {
    const { error, out, code } = await run(...args)
    expect(error).toBe(`${sentence}. See bun run test:mutants --help.\n`)
    expect([out, code]).toEqual(['', 2])
  })
})

test.each([
  ['if (a) b()', ['if (!(a)) b()', 'if (a) {}']],
  ['x = !a ? b : c', ['', 'x = a ? b : c']],
  ['x(a < b, a >= b)', ['', 'x(a <= b, a >= b)', 'x(a < b, a > b)']],
  ['x(a === b, a !== b)', ['', 'x(a !== b, a !== b)', 'x(a === b, a === b)']],
  ['x(a && b, a || b)', ['', 'x(a || b, a || b)', 'x(a && b, a && b)']],
  ['x(a ?? b)', ['', 'x(a)']],
  ['await x()', ['', 'x()']],
  ['const x = () => { return b }', ['const x = () => { return }']],
  ['const x = (): number => { return b }', []],
  ['const x = () => { return undefined }', []],
  ['x(true, false)', ['', 'x(false, false)', 'x(true, true)']],
  ['x(1_000)', ['', 'x(1001)']],
  [`x({ 'k': 'v' } as { a: 'b' })`, ['', `x({ 'k': '' } as { a: 'b' })`]],
  ['x([a, b])', ['', 'x([b])', 'x([a, ])']],
  ['x({ ...a, b, ...c })', ['', 'x({ b, ...c })', 'x({ ...a, b, })']],
  ['if (a) throw b', ['if (!(a)) throw b', 'if (a) {}']],
  [`import x from 'y'`, []],
])('%s has its faults', (text, expected) => {
  expect(findMutants('a.ts', text).map(({ after }) => after)).toEqual(expected)
})

test.each([
  ['f(a => b, a => { return b })', 'f(a => (ran(7), b), a => { ran(17);return b })'],
  [
    'function f(a = 1, { b = 2 }, c = () => 3) {}',
    'function f(a = (ran(15), 1), { b = (ran(24), 2) }, c = () => (ran(39), 3)) {}',
  ],
  ['if (a) b(); else c()', 'if (a) {ran(7);b();} else {ran(17);c()}'],
  ['for (const a of b) if (a) c && d', 'for (const a of b) {ran(19);if (a) {ran(26);c && (ran(31), d)}}'],
  ['a ? b : c ?? d', 'a ? (ran(4), b) : (ran(8), c ?? (ran(13), d))'],
  ['a ? () => b : class {}', 'a ? () => (ran(10), b) : class {}'],
  ['{ if (a) { return }\nb()\nc() }', '{ ran(2);if (a) { ran(11);return }\nran(20);b()\nc() }'],
  ['switch (a) { case 1: b(); default: c() }', 'switch (a) { case 1: ran(21);b(); default: ran(35);c() }'],
  ['class A { #a = 1; b: (c: 1) => 2 }', 'class A { #a = (ran(15), 1); b: (c: 1) => 2 }'],
])('%s says where it runs', (text, expected) => {
  expect(withProbes(text, start => `ran(${start})`)).toBe(expected)
})

test('of a table of fields the examples, which tests alone read, have no faults', () => {
  const text = "const fields = { name: { absent: { made: 'a' }, examples: ['b', 'c'], compared: 'd' } }"
  expect(findMutants('src/core/model/tag.ts', text)).toHaveLength(1)
  expect(findMutants('src/core/http/tag.ts', text)).toHaveLength(6)
})

test('a fault is named by its declaration and the smallest piece around it, and numbered where there is another', () => {
  const text = 'class A {\n  b(c: number) {\n    d(c < 1)\n    return c < 1 ? [e(), 2] : true\n  }\n}\n'
  expect(findMutants('a.ts', text).map(({ fault }) => fault)).toEqual([
    'A.b: d(c < 1) → ',
    'A.b: c < 1 → c <= 1',
    'A.b: c < 1 → c < 2',
    'A.b: return c < 1 ? [e(), 2] : true → return',
    'A.b: c < 1 → c <= 1 (2)',
    'A.b: c < 1 → c < 2 (2)',
    'A.b: [e(), 2] → [2]',
    'A.b: [e(), 2] → [e(), ]',
    'A.b: [e(), 2] → [e(), 3]',
    'A.b: c < 1 ? [e(), 2] : true → c < 1 ? [e(), 2] : false',
  ])
})

test('every accepted fault is one that the source can have, and has a reason', () => {
  const accepted = readAccepted(REPOSITORY)
  expect(accepted.length).toBeGreaterThan(100)
  const unknown = accepted.filter(entry => {
    const path = join(REPOSITORY, entry.file)
    const mutants = existsSync(path) ? findMutants(entry.file, readFileSync(path, 'utf8')) : []
    return !mutants.some(mutant => isSame(entry, mutant)) || entry.reason.length < 10
  })
  expect(unknown).toEqual([])
})
