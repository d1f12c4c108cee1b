import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import type { Step } from '../../case.ts'
import { MEASURED } from '../../lineage.ts'
import { type Agreement, isPlayableAnywhere } from './agreement.ts'
import { measuredIn, OPERATIONS, type OperationId } from './case.ts'
import { CASES } from './cases.ts'
import { NAMED_ANSWERS } from './current-answers.ts'
import { fidelityTable, playEveryVersion, togetherTable } from './fidelity-table.ts'

const ROOT = join(import.meta.dir, '../../..')

let played: Record<string, Agreement[]>
beforeAll(async () => {
  played = await playEveryVersion()
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

test('the table has a line for every operation, and is the one of tables.md (bun run generate writes it)', () => {
  const table = fidelityTable(played)
  const lines = table.split('\n').filter(line => /^\| `[A-Z]+ /.test(line))
  expect(lines).toHaveLength(Object.keys(OPERATIONS).length - 1)
  const [own] =
    /<!-- fidelity -->.*<!-- \/fidelity -->/s.exec(readFileSync(join(import.meta.dirname, 'tables.md'), 'utf8')) ?? []
  expect(own).toBe(table)
  expect(readFileSync(join(ROOT, 'docs/versions.md'), 'utf8')).toContain(togetherTable(table))
})
