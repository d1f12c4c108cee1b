import { beforeAll, describe, expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startInstance } from '../../src/testing.ts'
import { type Agreement, isPlayableAnywhere, playOn, playOnFresh } from './agreement.ts'
import { OPERATIONS, type Step } from './case.ts'
import { CASES } from './cases.ts'
import { fidelityTable } from './fidelity-table.ts'
import { runningService } from './target.ts'

const ROOT = join(import.meta.dir, '../..')
const PROFILE = 'n8n-1.41'

let real: Agreement[]
let contract: Agreement[]
beforeAll(async () => {
  real = await playOnFresh(CASES, PROFILE)
  contract = await playOnFresh(CASES, 'contract')
}, 60_000)

describe('of what the real service was measured to do', () => {
  test.each(Object.entries(OPERATIONS))('%s agrees in profile n8n-1.41 (%s)', operation => {
    const [own] = real.filter(it => it.operation === operation)
    expect(own?.disagree).toEqual([])
    expect(own?.played).toBeGreaterThan(10)
  })

  test('profile contract answers a part otherwise: the cases can tell', () => {
    const disagree = contract.flatMap(it => it.disagree)
    expect(disagree.length).toBeGreaterThan(50)
    for (const { differences } of disagree) expect(differences.join()).not.toBeEmpty()
  })

  test('no two cases of an operation have one name', () => {
    const names = CASES.map(({ operation, name }) => `${operation}: ${name}`)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})

describe('on a service that runs', () => {
  test('some hundred cases are played, all agree, and it is left as it was', async () => {
    await using instance = await startInstance({ profile: PROFILE, fixture: { tags: [{ name: 'somebody’s' }] } })
    const before = await listsOf(instance)
    const agreements = await playOn(runningService(instance.url, instance.apiKey), CASES)
    expect(agreements.flatMap(it => it.disagree)).toEqual([])
    expect(agreements.reduce((sum, it) => sum + it.played, 0)).toBeGreaterThan(400)
    expect(await listsOf(instance)).toBe(before)
  }, 60_000)

  test('nothing is changed, deleted, activated or pulled that the case has not made', () => {
    const isOwn = ([method, path]: Step) =>
      method === 'GET' ||
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

  test('the command says operation by operation how many cases agree', async () => {
    await using instance = await startInstance({ profile: PROFILE })
    const { code, text } = await runCommand([instance.url], { LIVE_API_KEY: instance.apiKey })
    expect([code, text]).toEqual([0, expect.stringMatching(/^POST \/tags +(\d+) of \1 agree$/m)])
    expect(text).toMatch(/^(\d+) of \1 cases agree$/m)
  }, 60_000)

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

test('the table has a line for every operation, and docs/versions.md has no other', () => {
  const table = fidelityTable({ [PROFILE]: real, contract })
  const lines = table.split('\n').filter(line => /^\| `[A-Z]+ /.test(line))
  expect(lines).toHaveLength(24)
  const [own] =
    /<!-- fidelity -->.*<!-- \/fidelity -->/s.exec(readFileSync(join(ROOT, 'docs/versions.md'), 'utf8')) ?? []
  expect(own).toBe(table)
})

async function listsOf(instance: { request(method: string, path: string): Promise<{ text: string }> }) {
  const { text } = await instance.request('GET', '/_control/state')
  return text
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
