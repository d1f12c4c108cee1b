import { beforeAll, describe, expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import { startInstance } from '../../../src/testing.ts'
import type { Step } from '../../case.ts'
import { MEASURED } from '../../lineage.ts'
import { servedDocument } from '../shapes/served-document.ts'
import { type Agreement, isPlayableAnywhere, playOnFresh } from './agreement.ts'
import { type MeasuredCase, measuredIn, OPERATIONS, type OperationId } from './case.ts'
import { CASES } from './cases.ts'
import { NAMED_ANSWERS } from './current-answers.ts'
import { fidelityTable, playEveryVersion, togetherTable } from './fidelity-table.ts'
import type { Answer } from './target.ts'

const ROOT = join(import.meta.dir, '../../..')

let played: Record<string, Agreement[]>
const answered: Record<string, [step: Step, answer: Answer][]> = {}
beforeAll(async () => {
  played = await playEveryVersion((profile, step, answer) => {
    answered[profile] ??= []
    answered[profile].push([step, answer])
  })
}, 120_000)

/** The operations that a version's cases are about. */
const operationsIn = (version: (typeof MEASURED)[number]) =>
  (Object.keys(OPERATIONS) as OperationId[]).filter(id => measuredIn(version, CASES).some(it => it.operation === id))

/** Whether cases were written for it, beside those that it shares. */
const hasOwnCases = (version: (typeof MEASURED)[number]) => CASES.some(it => it.in?.includes(version))

describe('of what the real service was measured to do', () => {
  describe.each([...MEASURED])('profile %s', version => {
    test.each(operationsIn(version))('agrees in %s', operation => {
      const own = played[version]?.find(it => it.operation === operation)
      expect(own?.disagree).toEqual([])
      expect(own?.played).toBeGreaterThan(hasOwnCases(version) ? 3 : 0)
    })
  })

  test('the 24 operations of the reference have more than ten cases in each version with cases of its own', () => {
    const reference = operationsIn('n8n-1.41')
    expect(reference).toHaveLength(25)
    for (const version of MEASURED.filter(hasOwnCases)) {
      const few = reference.filter(id => measuredIn(version, CASES).filter(it => it.operation === id).length <= 10)
      expect(few).toEqual([])
    }
  })

  test('a case that no version plays, or an answer of none, is a mistake', () => {
    const named = CASES.flatMap(({ operation, name, in: names = [], answers = {} }) =>
      [...names, ...Object.keys(answers)].map(version => ({ version, of: `${operation}: ${name}` })),
    )
    expect(named.filter(({ version }) => !VERSION_NAMES.some(name => name === version))).toEqual([])
    expect(CASES.filter(it => it.in?.length === 0).map(({ name }) => name)).toEqual([])
  })

  test('what is said of one version alone, the others answer otherwise: the cases can tell', async () => {
    const own = (version: string) => CASES.filter(it => it.in?.length === 1 && it.in[0] === version)
    const plain = (cases: readonly MeasuredCase[]) => cases.map(({ in: _, answers: _answers, ...it }) => it)
    for (const version of MEASURED) {
      const others = MEASURED.filter(other => other !== version).flatMap(own)
      const stated = CASES.filter(it => it.answers?.[version])
      // each case wants a fresh instance: one of ten is enough to see
      const some = [...others, ...stated].filter((_, at) => at % 10 === 0)
      const wrong = await playOnFresh(plain(some), version)
      const count = wrong.flatMap(it => it.disagree).length
      expect([version, some.length > 10, count > some.length * 0.5]).toEqual([version, true, true])
    }
  }, 120_000)

  test('every answer of the current version that is given by name is one of a case', () => {
    const names = new Set(CASES.map(({ operation, name }) => `${operation}: ${name}`))
    expect(NAMED_ANSWERS.filter(name => !names.has(name))).toEqual([])
  })

  test('profile contract answers a part otherwise: the cases can tell', () => {
    const disagree = (played.contract ?? []).flatMap(it => it.disagree)
    expect(disagree.length).toBeGreaterThan(50)
    for (const { differences } of disagree) expect(differences.join()).not.toBeEmpty()
  })

  test('no two cases of an operation have one name', () => {
    const names = CASES.map(({ operation, name }) => `${operation}: ${name}`)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})

test.each(VERSION_NAMES)(
  'no answer of %s violates the OpenAPI document that it serves',
  async profile => {
    await using instance = await startInstance({ profile, socket: false })
    const { check } = await servedDocument(instance)
    const answers = answered[profile] ?? []
    expect(answers.flatMap(([[method, path], answer]) => check(method, path, answer))).toEqual([])
    const count = (status: number) => answers.filter(([, answer]) => answer.status === status).length
    expect(count(200)).toBeGreaterThan(300)
    const refusals = [400, 401, 403, 404, 409, 415].map(count)
    expect(refusals.every(refused => refused > 0)).toBe(true)
    expect(refusals.reduce((sum, refused) => sum + refused)).toBeGreaterThan(300)
  },
  60_000,
)

describe('on a service that runs', () => {
  test.each([...MEASURED])(
    'the command plays some hundred cases of %s, says how many of each operation agree, and leaves it as it was',
    async profile => {
      await using instance = await startInstance({ profile, fixture: { tags: [{ name: 'somebody’s' }] } })
      const before = await listsOf(instance)
      const args = [instance.url, '--version', profile]
      const { code, text } = await runCommand(args, { LIVE_API_KEY: instance.apiKey })
      expect([code, text]).toEqual([0, expect.stringMatching(/^POST \/tags +(\d+) of \1 agree$/m)])
      expect(Number(/^(\d+) of \1 cases agree$/m.exec(text)?.[1])).toBeGreaterThan(400)
      expect(await listsOf(instance)).toBe(before)
    },
    60_000,
  )

  test('nothing is changed, deleted, activated or pulled that the case has not made', () => {
    const isOwn = ([method, path]: Step) =>
      ['GET', 'HEAD', 'OPTIONS'].includes(method) ||
      /^\/(tags|workflows|credentials|audit)$/.test(path) ||
      /^\/(tags|workflows|credentials)\/(\{\w+\}|%20|a%2Fb)/.test(path)
    const strays = CASES.filter(isPlayableAnywhere).flatMap(({ operation, name, given = [], ask, status }) =>
      // refused before anything is looked for: by the key, the method, the content type or the form
      [...given, ...([400, 401, 405, 415].includes(status) ? [] : [ask])]
        .filter(step => !isOwn(step))
        .map(([method, path]) => `${operation}: ${name}: ${method} ${path}`),
    )
    expect(strays).toEqual([])
  })

  test('the command says what does not agree, and fails', async () => {
    await using instance = await startInstance({ profile: 'contract' })
    const { code, text } = await runCommand([], { LIVE_URL: instance.url, LIVE_API_KEY: instance.apiKey })
    expect([code, text]).toEqual([1, expect.stringContaining('/id should be an id of 16 letters and digits, is "')])
  }, 60_000)

  test('the command asks for the key that it needs', async () => {
    const { code, text } = await runCommand(['http://127.0.0.1:9'], { LIVE_API_KEY: '' })
    expect([code, text]).toEqual([2, expect.stringContaining('LIVE_API_KEY')])
  })
})

test('the table has a line for every operation, and is the one of tables.md (bun run generate writes it)', () => {
  const table = fidelityTable(played)
  const lines = table.split('\n').filter(line => /^\| `[A-Z]+ /.test(line))
  expect(lines).toHaveLength(Object.keys(OPERATIONS).length - 1)
  const [own] =
    /<!-- fidelity -->.*<!-- \/fidelity -->/s.exec(readFileSync(join(import.meta.dirname, 'tables.md'), 'utf8')) ?? []
  expect(own).toBe(table)
  expect(readFileSync(join(ROOT, 'docs/versions.md'), 'utf8')).toContain(togetherTable(table))
})

async function listsOf(instance: { request(method: string, path: string): Promise<{ text: string }> }) {
  const { text } = await instance.request('GET', '/_control/state')
  const { counters: _, ...lists } = JSON.parse(text) as Record<string, unknown>
  return JSON.stringify(lists)
}

function runCommand(args: string[], variables: Record<string, string>) {
  return new Promise<{ code: number | null; text: string }>((resolve, reject) => {
    const { LIVE_URL: _url, LIVE_API_KEY: _key, ...inherited } = process.env
    const child = spawn(process.execPath, [join(import.meta.dir, 'run.ts'), ...args], {
      env: { ...inherited, ...variables },
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        text += chunk
      })
    }
    child.on('error', reject)
    child.on('close', code => resolve({ code, text }))
  })
}
