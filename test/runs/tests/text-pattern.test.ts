import { expect, test } from 'bun:test'
import { differences } from '../../../src/runs/tests/differences.ts'

test('a pattern that would never end is an error that names it', () => {
  expect(() => differences({ text: { $like: '^(a+)+$' } }, { text: `${'a'.repeat(40)}b` })).toThrow(
    'expect: $like at $.text takes longer than 1 s on a text of 41 characters: "^(a+)+$"',
  )
})

test('and the next one is compared as before', () => {
  expect(differences([{ $like: '^ord-' }, { $like: '^b' }], ['ord-1', 'a'])).toEqual([
    { path: '$[1]', expected: { $like: '^b' }, actual: 'a' },
  ])
})
