import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { FileInUseError, StorageError } from '../../../src/core/base/store.ts'
import type { Instance } from '../../../src/index.ts'
import { askEverything } from '../../tools/fuzz/ask-everything.ts'
import { damage, damaged } from '../../tools/fuzz/damage.ts'
import { createFolder, type Files, withDamage } from '../../tools/fuzz/folder.ts'
import { oddValue, withOddPlace } from '../../tools/fuzz/odd-values.ts'
import { openFile } from '../../tools/fuzz/open-file.ts'
import { fuzzRuns } from '../../tools/fuzz/runs.ts'
import { createWatchdog } from '../../tools/fuzz/watchdog.ts'
import { world } from '../api/world.ts'

const NAME = 'instance.json'
const JOURNAL = `${NAME}.journal`

const samples = await makeSamples()
const [closed] = samples
const pick = fc.nat({ max: 100 })
const oddPlace = fc.record({ pick: fc.nat(), odd: oddValue })

test('a document and a journal whose bytes are damaged open, or are refused and left as they are', async () => {
  const damages = fc.array(fc.tuple(pick, damage), { minLength: 1, maxLength: 3 })
  const cases = fc.record({ sample: fc.constantFrom(0, 1, 2), damages })
  await checkAll(cases, 0.1, ({ sample, damages }) => withDamage(samples[sample] ?? closed, damages, damaged))
})

test('a document with an odd value in one place opens, or is refused and left as it is', async () => {
  await checkAll(oddPlace, 0.06, odd => withDamage(closed, [[0, odd]], withOddValue))
})

test('a journal with an odd value in one place, and checksums that fit, is replayed, or refused and left as it is', async () => {
  const cases = fc.record({ sample: fc.constantFrom(1, 2), line: pick, place: oddPlace })
  await checkAll(cases, 0.06, ({ sample, line, place }) => {
    const files = samples[sample] ?? closed
    const journals = Object.entries(files).filter(([name]) => name.startsWith(JOURNAL))
    return {
      ...files,
      ...Object.fromEntries(journals.map(([name, bytes]) => [name, withOddEntry(bytes, line, place)])),
    }
  })
})

/** A document; one with a journal; one whose journal is that of a checkpoint under way. */
async function makeSamples(): Promise<[Files, Files, Files]> {
  using folder = createFolder()
  const file = join(folder.path, NAME)
  const fixtures = [{ source: 'world', value: world }]
  const first = await openFile(file, { fixtures, apiKey: 'owner-key' })
  await first.stop()
  const closed = folder.read()
  const second = await openFile(file)
  await change(second)
  const { [NAME]: document, [JOURNAL]: journal } = folder.read()
  await second.stop()
  if (!document || !journal) throw new Error('there is no journal to damage')
  return [closed, { [NAME]: document, [JOURNAL]: journal }, { [NAME]: document, [`${JOURNAL}.next`]: journal }]
}

async function change(instance: Instance) {
  const headers = { [instance.apiKeyHeader]: 'owner-key', 'content-type': 'application/json' }
  const ask = (method: string, path: string, body?: unknown) =>
    instance.fetch(`/api/v1/${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  await ask('POST', 'tags', { name: 'later' })
  await ask('DELETE', 'tags/3')
  await ask('POST', 'workflows', { name: 'Later', nodes: [], connections: {}, settings: {} })
  await ask('PUT', 'workflows/2/tags', [{ id: '1' }])
  await ask('DELETE', 'executions/7')
}

interface Odd {
  pick: number
  odd: unknown
}

const withOddValue = (bytes: Uint8Array, { pick, odd }: Odd) =>
  new TextEncoder().encode(JSON.stringify(withOddPlace(JSON.parse(new TextDecoder().decode(bytes)), pick, odd)))

function withOddEntry(journal: Uint8Array, at: number, odd: Odd): Uint8Array {
  const lines = new TextDecoder().decode(journal).split('\n').slice(0, -1)
  const line = at % lines.length
  const entry = Buffer.from(withOddValue(Buffer.from((lines[line] ?? '').slice(0, -9)), odd))
  const signed = `${entry} ${crc32(entry).toString(16).padStart(8, '0')}`
  return new TextEncoder().encode(
    lines
      .with(line, signed)
      .map(text => `${text}\n`)
      .join(''),
  )
}

async function checkAll<T>(cases: fc.Arbitrary<T>, share: number, filesOf: (given: T) => Files) {
  using folder = createFolder()
  const watch = createWatchdog()
  await fc.assert(
    fc.asyncProperty(cases, given => watch(() => expectOpensOrRefuses(folder, filesOf(given)))),
    fuzzRuns(share),
  )
}

async function expectOpensOrRefuses(folder: ReturnType<typeof createFolder>, given: Files) {
  folder.fill(given)
  const file = join(folder.path, NAME)
  const failures: string[] = []
  const opened = await openFile(file, { report: message => failures.push(message) }).catch(error => error)
  if (opened instanceof Error) {
    expectClear(opened, file)
    expect(folder.read()).toEqual(given)
    return
  }
  await askEverything(opened)
  const before = stateOf(opened)
  await opened.stop()
  expect(failures.filter(message => message.startsWith('Request'))).toEqual([])
  const again = await openFile(file)
  const after = stateOf(again)
  await again.stop()
  expect(after).toBe(before)
  expect(Object.keys(folder.read()).filter(name => /lock|tmp|journal/.test(name))).toEqual([])
}

const ON_PURPOSE = ['none', 'ApiError', 'StorageError', 'SyntaxError', 'UnusableJson']

/** A refusal on purpose, that names the file, or the key that it was sealed with: nothing of the engine's. */
function expectClear(error: Error, file: string) {
  expect(error).toBeInstanceOf(StorageError)
  expect(error).not.toBeInstanceOf(FileInUseError)
  if (!error.message.startsWith('The encryption key')) expect(error.message).toContain(file)
  if (error.message.includes('is not UTF-8')) return
  const cause = error.cause instanceof Error ? error.cause.name : 'none'
  expect([error.message, ON_PURPOSE.includes(cause)]).toEqual([error.message, true])
}

const stateOf = (instance: Instance) => JSON.stringify(instance.control?.state())
