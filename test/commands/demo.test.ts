import { expect, test } from 'bun:test'
import demo from '../../data/demo.json' with { type: 'json' }
import { readDemo } from '../../src/commands/serve.ts'

const DAY = 24 * 3600 * 1000
const END = Date.UTC(2026, 10, 20, 18)

/** The demo with each of its times moved, but those that stand for never. */
const movedBy = (days: number) =>
  JSON.parse(
    JSON.stringify(demo)
      .replace(
        /"(20\d\d-\d\d-\d\dT[\d:.]+Z)"/g,
        (_, date) => `"${new Date(Date.parse(date) + days * DAY).toISOString()}"`,
      )
      .replace(/"(startTime|timestamp)":(\d+)/g, (_, name, time) => `"${name}":${Number(time) + days * DAY}`),
  )

test.each([
  ['at its end', END, 0],
  ['a week later, less a millisecond', END + 7 * DAY - 1, 0],
  ['a week later', END + 7 * DAY, 7],
  ['a millisecond before its end', END - 1, -7],
  ['a year later', END + 366 * DAY, 364],
])('the demo is moved by whole weeks, up to the present ones: %s', async (_when, now, days) => {
  const { source, value } = await readDemo(now)
  expect(source).toBe('demo.json')
  expect(value).toEqual(movedBy(days))
})

test('the demo has times of each form that are moved, and one that is not', () => {
  const text = JSON.stringify(demo)
  for (const form of ['"startTime":', '"timestamp":', '"3000-01-01T00:00:00.000Z"']) expect(text).toContain(form)
})
