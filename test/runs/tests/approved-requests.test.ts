import { expect, test } from 'bun:test'
import { startInstance } from '../../../src/testing.ts'
import { digest } from '../../digest.ts'
import { damaged, REQUESTS } from './damaged-requests.ts'

const RANDOM = /"(?:startTime|executionTime|stack|timestamp)":(?:"[^"]*"|\d+),?|127\.0\.0\.1:\d+/g

test('runs that are asked for, right and with each mistake, are answered as approved (bun run generate writes them)', async () => {
  const options = { clock: '2024-05-06T07:08:09.123Z', idSeed: 'requests' }
  await using instance = await startInstance({ profile: 'n8n-2.41', ...options })
  const lines: string[] = []
  for (const [what, request] of Object.entries(REQUESTS)) {
    const shown: string[] = []
    const outcomes = new Map<string, number>()
    for (const one of damaged(request)) {
      const { status, text } = await instance.request('POST', '/_control/runs', one)
      const outcome = status === 200 ? JSON.parse(text).status : `${status}`
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      shown.push(text.replace(RANDOM, ''))
    }
    const counts = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).sort()
    lines.push(`${what}: ${[...counts, digest(shown.join())].join(', ')}`)
  }
  expect(lines.join('\n')).toMatchSnapshot()
}, 180_000)
