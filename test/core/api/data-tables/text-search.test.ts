import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { findText, isLike } from '../../../../src/core/features/text-search.ts'
import { contains } from '../../../../src/core/features/workflows/like.ts'

const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'B', '_', '%', '😀'), maxLength })

/** SQL's LIKE, written as a regular expression: right, but slow where a stranger wants it to be. */
const asRegExp = (pattern: string, underscore: string, flags: string) =>
  new RegExp(
    `^${[...pattern].map(letter => (letter === '%' ? '.*' : letter === '_' ? underscore : letter)).join('')}$`,
    `su${flags}`,
  )

describe('text is searched', () => {
  test('as a regular expression does, with % and _', () => {
    fc.assert(
      fc.property(letters(6), letters(12), (part, text) => {
        expect([part, text, contains(part)(text)]).toEqual([part, text, asRegExp(`%${part}%`, '.', 'i').test(text)])
      }),
      { numRuns: 1000 },
    )
  })

  test('as a regular expression does, with % alone', () => {
    fc.assert(
      fc.property(letters(6), letters(12), (pattern, text) => {
        expect([pattern, text, isLike(pattern)(text)]).toEqual([pattern, text, asRegExp(pattern, '_', '').test(text)])
      }),
      { numRuns: 1000 },
    )
  })

  test('with long parts as the runtime does', () => {
    const long = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 33, maxLength: 60 })
    fc.assert(
      fc.property(long, fc.array(long), (part, texts) => {
        const text = texts.join('') + part.slice(0, 20) + part
        expect(findText(part)(text, 0)?.start).toBe(text.indexOf(part))
      }),
      // a part that begins again where it broke off
      { examples: [[`aa${'b'.repeat(32)}`, [`aaba${'b'.repeat(32)}`]]] },
    )
  })

  test('over more than 32 characters with wildcards', () => {
    expect(contains(`${'a_'.repeat(60)}z`)(`${'ab'.repeat(90)}z`)).toBeTrue()
    expect(contains(`${'a_'.repeat(60)}z`)(`${'ab'.repeat(90)}y`)).toBeFalse()
  })
})
