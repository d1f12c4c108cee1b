import { describe, expect, test } from 'bun:test'
import { called, node, playing } from './playing.ts'
import { inARow, schedule } from './workflows.ts'

const LATEST = '3000-01-01T00:00:00.000Z'
const UNIT = "Invalid wait unit. Valid units are 'seconds', 'minutes', 'hours', or 'days'."
const AMOUNT = 'Invalid wait amount. Please enter a number that is 0 or greater.'
const DATE =
  'Cannot put execution to wait because `dateTime` parameter is not a valid date. Please pick a specific date and time to wait until.'

const wait = (parameters: object) => node('Odd', 'wait', { ...parameters }, { typeVersion: 1.1 })
const code = (jsCode: string, more: object = {}) => node('Odd', 'code', { jsCode, ...more }, { typeVersion: 2 })
const forWebhook = { resume: 'webhook', limitWaitTime: true }

interface Row {
  name: string
  odd: ReturnType<typeof node>
  error?: string
  waitTill?: string
}

const rows: Row[] = [
  { name: 'a unit that every object has', odd: wait({ amount: 1, unit: '__proto__' }), error: UNIT },
  { name: 'a unit that every object calls', odd: wait({ amount: 1, unit: 'constructor' }), error: UNIT },
  { name: 'more days than there are', odd: wait({ amount: 1e300, unit: 'days' }), waitTill: LATEST },
  { name: 'an amount without end', odd: wait({ amount: '1e400', unit: 'days' }), waitTill: LATEST },
  { name: 'an amount before now', odd: wait({ amount: -1e300 }), error: AMOUNT },
  { name: 'a date after the last one', odd: wait({ resume: 'specificTime', dateTime: '+275760-09-14' }), error: DATE },
  { name: 'a date that is none', odd: wait({ resume: 'specificTime', dateTime: '__proto__' }), error: DATE },
  {
    name: 'a limit of more days than there are',
    odd: wait({ ...forWebhook, resumeAmount: 1e300, resumeUnit: 'days' }),
    waitTill: LATEST,
  },
  {
    name: 'a limit of an odd unit',
    odd: wait({ ...forWebhook, resumeAmount: 1, resumeUnit: 'constructor' }),
    waitTill: LATEST,
  },
  { name: 'a limit before now', odd: wait({ ...forWebhook, resumeAmount: -1e300, resumeUnit: 'days' }) },
]

describe('a wait of an odd length is an execution, and the clock goes on', () => {
  test.each(rows)('$name', async ({ odd, error, waitTill = null }) => {
    await using instance = await playing([
      called('hook', [odd]),
      { id: 'timed', name: 'timed', active: true, ...inARow(schedule({ field: 'hours', hoursInterval: 1 }), odd) },
    ])
    const { answer } = await instance.call('hook')
    expect(answer.status).toBe(error === undefined ? 200 : 500)
    for (let hours = 0; hours < 2; hours++) {
      const { status } = await instance.request('PUT', '/_control/clock', { advance: '1h' })
      expect(status).toBe(200)
    }
    const stored = instance.stored()
    expect(stored.map(({ workflowId }) => workflowId)).toEqual(['hook', 'timed', 'timed'])
    for (const execution of stored) {
      expect(execution.waitTill).toBe(waitTill)
      expect(execution.data.resultData.error?.message).toBe(error)
    }
  })
})

const TIMED_OUT = 'Task execution timed out after 300 seconds'
const never = 'await new Promise(resolve => setTimeout(resolve, 1e9)); return []'
const eachWaits = 'await new Promise(resolve => setTimeout(resolve, 200_000)); return { waited: true }'

describe('Code that waits', () => {
  test.each([
    { name: 'for 299 s goes on', jsCode: 'await new Promise(r => setTimeout(r, 299_000)); return [{ json: {} }]' },
    {
      name: 'for longer than timers can goes on at once',
      jsCode: 'await new Promise(r => setTimeout(r, 1e300)); return [{ json: {} }]',
    },
    { name: 'for 11 days is ended', jsCode: never, error: TIMED_OUT },
    {
      name: 'again and again is ended',
      jsCode: 'setInterval(() => {}, 1000); await new Promise(() => {})',
      error: TIMED_OUT,
    },
    { name: 'for two items together too long is ended', jsCode: eachWaits, isEach: true, error: TIMED_OUT },
    {
      name: 'for too long by its timer after an error fails by the error',
      jsCode: 'setTimeout(() => {}, 1e9); throw new Error("mine")',
      error: 'mine [line 1]',
    },
  ])('$name', async ({ jsCode, isEach = false, error }) => {
    const mode = isEach ? { mode: 'runOnceForEachItem' } : {}
    const two = node('Two', 'code', { jsCode: 'return [{ json: {} }, { json: {} }]' }, { typeVersion: 2 })
    await using instance = await playing([called('hook', [two, code(jsCode, mode)])])
    const { answer } = await instance.call('hook')
    expect(answer.status).toBe(error === undefined ? 200 : 500)
    await instance.request('PUT', '/_control/clock', { advance: '10m' })
    const [execution] = instance.stored()
    expect(execution?.data.resultData.error?.message).toBe(error)
  })
})
