import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { startInstance } from '../../../src/testing.ts'
import { record, replay } from './differential.ts'
import type { Recording, Target } from './record.ts'

const FILE = join(import.meta.dirname, 'recorded/n8n-2.41.json.gz')
const options = { release: '2.41.1', profile: 'n8n-2.41', seed: 5, sequences: 4, length: 12 }

async function recordOwn(seed = options.seed): Promise<Recording> {
  await using instance = await startInstance({ profile: 'n8n-2.41', simulate: true, socket: false })
  const target: Target = { apiKey: instance.apiKey, fetch: (path, sent) => instance.fetch(path, sent) }
  return await record(target, { ...options, seed })
}

test('random requests that the service was recorded with are answered as it did', async () => {
  const recording: Recording = JSON.parse(gunzipSync(readFileSync(FILE)).toString())
  const { compared, alike, kinds } = await replay(recording)
  expect(compared).toBeGreaterThan(250)
  expect([kinds.slice(0, 5), alike / compared > 0.985]).toEqual([expect.anything(), true])
})

test('a recording of an instance is played alike, and one changed answer is found', async () => {
  const recording = await recordOwn()
  const { compared, alike, kinds } = await replay(recording)
  expect([compared, alike, kinds]).toEqual([48, 48, []])

  const [step] = recording.sequences.flat().filter(({ answer }) => answer.status === 401)
  if (!step) throw new Error('No request was refused')
  step.answer = { ...step.answer, body: { message: 'otherwise' } }
  const changed = await replay(recording)
  expect([changed.alike, changed.kinds.map(({ count, name }) => [count, name])]).toEqual([
    47,
    [[1, `401 otherwise <> 401 ${step.operation.includes('data-tables') ? 'unauthorized' : 'Unauthorized'}`]],
  ])
})

test('a seed gives the same requests each time, another one others', async () => {
  const sent = ({ sequences }: Recording) =>
    sequences.flat().map(({ method, path, body }) => `${method} ${path} ${body ?? ''}`)
  const [once, again, other] = [await recordOwn(), await recordOwn(), await recordOwn(6)].map(sent)
  expect(again).toEqual(once ?? [])
  expect(other).not.toEqual(once ?? [])
})
