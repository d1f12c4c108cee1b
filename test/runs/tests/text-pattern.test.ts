import { expect, test } from 'bun:test'
import { differences } from '../../../src/runs/tests/differences.ts'

// an engine may give such a pattern up by itself, and then it does not match
test('a pattern that would never end matches nothing, or is an error that names it', () => {
  const compare = () => differences({ text: { $like: '^(a+)+$' } }, { text: `${'a'.repeat(40)}b` })
  let found: unknown
  try {
    found = compare().map(({ path }) => path)
  } catch (error) {
    found = (error as Error).message
  }
  expect([
    ['$.text'],
    'expect: $like at $.text takes longer than 1 s on a text of 41 characters: "^(a+)+$"',
  ]).toContainEqual(found as never)
})

test('and the next one is compared as before', () => {
  expect(differences([{ $like: '^ord-' }, { $like: '^b' }], ['ord-1', 'a'])).toEqual([
    { path: '$[1]', expected: { $like: '^b' }, actual: 'a' },
  ])
})
