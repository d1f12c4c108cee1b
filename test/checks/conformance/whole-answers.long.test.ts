import { beforeAll, describe, expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import { startInstance } from '../../../src/testing.ts'
import type { Step } from '../../case.ts'
import { MEASURED } from '../../lineage.ts'
import { servedDocument } from '../shapes/served-document.ts'
import { playOnFresh } from './agreement.ts'
import type { MeasuredCase } from './case.ts'
import { CASES } from './cases.ts'
import { playEveryVersion } from './fidelity-table.ts'
import type { Answer } from './target.ts'

const answered: Record<string, [step: Step, answer: Answer][]> = {}
beforeAll(async () => {
  await playEveryVersion((profile, step, answer) => {
    answered[profile] ??= []
    answered[profile].push([step, answer])
  })
}, 120_000)

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
