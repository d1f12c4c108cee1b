/** Columns of a line that are shown: a whole document on one line tells nobody what differs. */
const SHOWN = 300
const BEFORE = 60

/**
 * Shortens the lines of failed assertions. Of a long text that was expected and the one that came it shows the place
 * where they begin to differ; of any other long line its beginning, and how long it is.
 *
 * @example
 * const shorten = createShortener()
 * shorten(`+ ${'x'.repeat(26_000)}`) // '+ xxx… (26002 characters)'
 */
export function createShortener(): (line: string) => string[] {
  let expected: string | undefined
  return line => {
    const held = expected
    expected = undefined
    if (held === undefined && isLong(line) && isExpected(line)) {
      expected = line
      return []
    }
    if (held === undefined) return [cut(line)]
    if (!isLong(line) || !isReceived(line)) return [cut(held), cut(line)]
    const from = firstDifference(textOf(held), textOf(line))
    return [held, line].map(one => windowOf(one, from))
  }
}

const isLong = (line: string) => line.length > SHOWN
const isExpected = (line: string) => /^\s*(-|Expected: )/.test(line)
const isReceived = (line: string) => /^\s*(\+|Received: )/.test(line)
const markOf = (line: string) => /^\s*(?:[-+]|Expected: |Received: )/.exec(line)?.[0] ?? ''
const textOf = (line: string) => line.slice(markOf(line).length)

const cut = (line: string) => (isLong(line) ? `${line.slice(0, SHOWN)}… (${line.length} characters)` : line)

function windowOf(line: string, from: number) {
  const text = textOf(line)
  const start = Math.max(0, from - BEFORE)
  const end = start + SHOWN - BEFORE
  const rest = text.length > end ? '…' : ''
  return `${markOf(line)}${start > 0 ? '…' : ''}${text.slice(start, end)}${rest} (from character ${start} of ${text.length})`
}

function firstDifference(one: string, other: string) {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}
