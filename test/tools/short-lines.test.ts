import { expect, test } from 'bun:test'
import { createShortener } from './short-lines.ts'

const long = (changed: string) => `{"list":"${'a'.repeat(13_000)}${changed}${'b'.repeat(13_000)}"}`
const shorten = (lines: string[]) => {
  const one = createShortener()
  return lines.flatMap(line => one(line))
}

test.each([
  { of: 'a diff', marks: ['- ', '+ '] },
  { of: 'two texts', marks: ['Expected: ', 'Received: '] },
])('of long lines in $of the place is shown where they differ', ({ marks: [expected, received] }) => {
  const lines = shorten([`${expected}${long('x')}`, `${received}${long('y')}`])
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/a+xb+… \(from character \d+ of \d+\)$/)
  expect(lines[1]).toMatch(/a+yb+… \(from character \d+ of \d+\)$/)
  expect(lines.join('').length).toBeLessThan(700)
})

test('any other long line is cut, and says how long it is', () => {
  expect(shorten(['a', `Received: ${long('x')}`, 'b'])).toEqual([
    'a',
    expect.stringMatching(/^Received: \{"list":"a+… \(26022 characters\)$/),
    'b',
  ])
  expect(shorten([`- ${long('x')}`, 'other'])).toEqual([expect.stringContaining('characters)'), 'other'])
})

test('short lines stay as they are, and none is lost', () => {
  const lines = ['- a', '+ b', '', 'Expected: 1', 'Received: 2', '  at <anonymous> (file.ts:1:1)']
  expect(shorten(lines)).toEqual(lines)
})
