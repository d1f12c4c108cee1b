import { expect, test } from 'bun:test'
import { startInstance } from '../../../src/testing.ts'
import { digest } from '../../digest.ts'
import { requestOf } from './graphs.ts'

/** In each of the forms in which executions are shown. */
const VERSIONS = ['n8n-2.41', 'n8n-1.123', 'n8n-1.41'] as const
const RUNS = 180
/** How many runs are in a line of the snapshot. */
const TOGETHER = 12

const RANDOM = /"(?:startTime|executionTime|stack)":(?:"[^"]*"|\d+),?|127\.0\.0\.1:\d+/g

test('runs of workflows that are wired by chance are as approved (bun run generate writes them)', async () => {
  const options = { clock: '2024-05-06T07:08:09.123Z', idSeed: 'graphs' }
  const instances = await Promise.all(VERSIONS.map(profile => startInstance({ profile, ...options })))
  const shown: string[] = []
  const statuses = new Map<string, number>()
  for (let seed = 0; seed < RUNS; seed++) {
    const { status, text } = (await instances[seed % instances.length]?.request(
      'POST',
      '/_control/runs',
      requestOf(seed),
    )) ?? {
      status: 0,
      text: '',
    }
    const outcome = status === 200 ? JSON.parse(text).status : `${status}`
    statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
    shown.push(text.replace(RANDOM, ''))
  }
  await Promise.all(instances.map(instance => instance.stop()))
  const lines = Array.from({ length: RUNS / TOGETHER }, (_, at) => {
    const from = at * TOGETHER
    return `${from} to ${from + TOGETHER - 1}: ${digest(shown.slice(from, from + TOGETHER).join())}`
  })
  expect(
    [...[...statuses].map(([outcome, count]) => `${count} ${outcome}`).sort(), ...lines].join('\n'),
  ).toMatchSnapshot()
}, 180_000)
