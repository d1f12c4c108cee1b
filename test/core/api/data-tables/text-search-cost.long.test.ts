import { expect, test } from 'bun:test'
import { contains } from '../../../../src/core/features/workflows/like.ts'
import { processorTimeOf } from '../../../limits/processor-time.ts'

const text = 'a'.repeat(100_000)
const once = (pattern: string) => {
  const matches = contains(pattern)
  return processorTimeOf(() => expect(matches(text)).toBeFalse())
}

test.each([
  ['many _ at the end', `${'a_'.repeat(500)}b`],
  ['many _ in between', `b${'_'.repeat(1000)}b`],
  ['many %', `${'%a'.repeat(5000)}%b`],
  ['a long part that nearly fits', `${'a'.repeat(15_000)}b`],
  ['a long part that nearly fits from its end', `b${'a'.repeat(15_000)}`],
  ['very many _', `${'_'.repeat(15_000)}b`],
])('text is searched in no time that a stranger chooses: %s', (_says, pattern) => {
  once('b')
  const plain = Math.max(once('b'), 1)
  expect(Math.min(once(pattern), once(pattern)) / plain).toBeLessThan(100)
})
