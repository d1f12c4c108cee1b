import { describe, expect, test } from 'bun:test'
import { barsOf, scaleOf } from '../../src/page/client/executions/execution-chart.ts'
import { eventOf, readEvents } from '../../src/page/client/instance/events.ts'
import { describeRule } from '../../src/page/client/parts/fault-text.ts'
import { count, formatAgo, formatDuration, typeName } from '../../src/page/client/parts/format.ts'
import { describeApplied, describeOutcome } from '../../src/page/client/simulation/outcome-text.ts'

test.each([
  [0, '0 ms'],
  [85.4, '85 ms'],
  [1600, '1.6 s'],
  [59_990, '1 min 0 s'],
  [125_000, '2 min 5 s'],
  [12_000_000, '3 h 20 min'],
  [undefined, '–'],
  [-5, '–'],
  [Number.NaN, '–'],
])('a duration of %p is shown as %p', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text)
})

test.each([
  ['2026-01-01T00:00:10Z', 'just now'],
  ['2025-12-31T22:00:00Z', '2 hours ago'],
  ['2026-01-04T00:00:00Z', 'in 3 days'],
  ['odd', '–'],
  [undefined, '–'],
])('%p is %p', (time, text) => {
  expect(formatAgo(time, Date.parse('2026-01-01T00:00:00Z'))).toBe(text)
})

test.each([
  ['yesterday at noon, an hour more than a day ago', [2026, 2, 9, 12], 'yesterday'],
  ['late the day before yesterday', [2026, 2, 8, 23], '2 days ago'],
  ['early the day before yesterday', [2026, 2, 8, 1], '2 days ago'],
  ['the day after tomorrow', [2026, 2, 12, 15], 'in 2 days'],
  ['23 hours ago', [2026, 2, 9, 14], '23 hours ago'],
  ['the month before last', [2026, 0, 31, 13], '2 months ago'],
  ['the last day of the last year but one', [2024, 11, 31, 13], '2 years ago'],
])('days, months and years are those of the calendar: %s', (_, then, words) => {
  expect(formatAgo(new Date(...then).toISOString(), new Date(2026, 2, 10, 13).getTime())).toBe(words)
})

test.each([
  ['n8n-nodes-base.scheduleTrigger', 'Schedule Trigger'],
  ['@n8n/n8n-nodes-langchain.lmChatOpenAi', 'Lm Chat Open Ai'],
  [undefined, ''],
])('the type %p is called %p', (type, name) => {
  expect(typeName(type)).toBe(name)
})

test('things are counted', () => {
  expect([count(1, 'node'), count(2, 'node')]).toEqual(['1 node', '2 nodes'])
})

describe('a fault rule in words', () => {
  test.each([
    [{ operation: 'getTags', status: 503, times: 1 }, 'getTags answers 503', 'for one request'],
    [{ status: 500 }, 'Every operation answers 500', 'for every request'],
    [
      { method: 'GET', path: '/tags', drop: 'middle' },
      'GET /tags drops the connection in the middle of the answer',
      'for every request',
    ],
    [
      { path: '/tags', delay: [100, 2000], malformed: 'html' },
      '/tags waits 100 ms to 2.0 s, answers HTML instead of JSON',
      'for every request',
    ],
    [
      { retryAfter: 2, after: 3, probability: 0.1 },
      'Every operation answers 429, asks to retry after 2 s',
      'after 3 requests, for every request, with a chance of 10 %',
    ],
    [{ hang: true, times: 2 }, 'Every operation never answers', 'for 2 requests'],
  ])('%j', (rule, what, when) => {
    expect(describeRule(rule)).toEqual({ what, when })
  })
})

describe('the bars of the chart', () => {
  const day = 24 * 3_600_000
  const over = (length, hours = []) =>
    barsOf({
      from: '2026-03-01T00:00:00.000Z',
      until: new Date(Date.parse('2026-03-01') + length).toISOString(),
      hours,
    })

  test.each([
    ['an hour each for a day', day, 1],
    ['six hours each for a week', 7 * day, 6],
    ['a day each for longer', 14 * day, 24],
  ])('stand for %s, without a gap', (_, length, each) => {
    const bars = over(length)
    expect(bars.every(bar => bar.length === each)).toBe(true)
    expect(bars.slice(1).every((bar, at) => bar.start === bars[at].end)).toBe(true)
    expect(bars[0].start).toBeLessThanOrEqual(Date.parse('2026-03-01'))
    expect(bars.at(-1).end).toBeGreaterThanOrEqual(Date.parse('2026-03-01') + length)
  })

  test('add up what ran, by status', () => {
    const hours = [
      { hour: '2026-03-02T10:00:00.000Z', counts: { success: 2, error: 1 } },
      { hour: '2026-03-02T11:00:00.000Z', counts: { success: 3 } },
      { hour: '2025-01-01T00:00:00.000Z', counts: { success: 9 } },
    ]
    const bars = over(14 * day, hours)
    expect(bars.reduce((sum, { total }) => sum + total, 0)).toBe(6)
    expect(bars.find(({ total }) => total).counts).toEqual({ success: 5, error: 1 })
  })

  test.each([
    [0, { step: 1, top: 1 }],
    [3, { step: 1, top: 3 }],
    [29, { step: 10, top: 30 }],
    [100, { step: 25, top: 100 }],
    [1234, { step: 500, top: 1500 }],
  ])('reach %d on a round scale', (most, scale) => {
    expect(scaleOf(most)).toEqual(scale)
  })
})

describe('server-sent events', () => {
  test('have a name and data, and comments are passed over', () => {
    expect(eventOf(': hello\nevent: request\ndata: {"a":\ndata: 1}')).toEqual({ event: 'request', data: '{"a":\n1}' })
    expect(eventOf('data:x')).toEqual({ event: 'message', data: 'x' })
    expect(eventOf(': nothing').data).toBe('')
  })

  test('are read however they are cut', async () => {
    const text =
      'event: request\ndata: {"id":1,"name":"é"}\n\n: still there\n\nevent: request\r\ndata: {"id":2}\r\n\r\nevent: request\ndata: cut off'
    const bytes = new TextEncoder().encode(text)
    for (const size of [1, 3, 7, 1000]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.slice(at * size, (at + 1) * size),
      )
      const seen = []
      await readEvents(new Response(ReadableStream.from(chunks)), ({ data }) => seen.push(JSON.parse(data)))
      expect(seen).toEqual([{ id: 1, name: 'é' }, { id: 2 }])
    }
  })
})

describe('a rule of the simulation in words', () => {
  test.each([
    [
      { workflow: 'Orders', node: 'Ship', error: 'No stock', times: 1 },
      'Orders fails at “Ship”: No stock',
      'for one run',
    ],
    [{ workflow: '1', error: '' }, '1 fails', 'for every run'],
    [
      { workflow: '1', error: 'Late', duration: '90s', probability: 0.125 },
      '1 fails after 90s: Late',
      'for every run, with a chance of 12.5 %',
    ],
    [{ workflow: '1', wait: 7_200_000, times: 3 }, '1 waits for 2 h 0 min', 'for 3 runs'],
    [{ workflow: '1', node: 'Wait', wait: '2h' }, '1 waits at “Wait” for 2h', 'for every run'],
    [{ workflow: 'Nightly', duration: 300_000 }, 'Nightly takes 5 min 0 s', 'for every run'],
    [
      { workflow: '1', node: 'Slack', output: [{ ok: true }], times: 2 },
      '1 has a given output at “Slack”',
      'for 2 runs',
    ],
    [{ workflow: '1', http: { url: 'https://a/*', json: {} } }, '1 gets 200 for https://a/*', 'for every request'],
    [
      { workflow: '1', http: { method: 'POST', url: 'https://a', error: 'ECONNREFUSED' }, times: 1 },
      '1 gets no answer for POST https://a: ECONNREFUSED',
      'for one request',
    ],
    [
      { workflow: '1', http: { url: 'https://a/*', forward: 'http://127.0.0.1:3000' } },
      '1 has https://a/* forwarded to http://127.0.0.1:3000',
      'for every request',
    ],
  ])('%j', (rule, what, when) => {
    expect(describeOutcome(rule)).toEqual({ what, when })
  })

  test.each([
    [{ hits: 0, left: null }, 'used by no run yet'],
    [{ hits: 1, left: 2 }, 'used 1 of 3'],
    [{ hits: 3, left: 0 }, 'used 3 of 3'],
    [{ hits: 0, left: null, http: {} }, 'used by no request yet'],
  ])('%j is %s', (rule, words) => expect(describeApplied(rule)).toBe(words))
})
