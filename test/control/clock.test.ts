import { expect, test } from 'bun:test'
import { startInstance } from '../../src/testing.ts'

const NOW = '2026-05-01T00:00:00.000Z'
const start = () => startInstance({ socket: false, clock: NOW })

test.each([
  [{ advance: '1h' }, '2026-05-01T01:00:00.000Z', 'frozen'],
  [{ advance: '90s' }, '2026-05-01T00:01:30.000Z', 'frozen'],
  [{ advance: '2 days' }, '2026-05-03T00:00:00.000Z', 'frozen'],
  [{ advance: '-1m' }, '2026-04-30T23:59:00.000Z', 'frozen'],
  [{ advance: '0s' }, NOW, 'frozen'],
  [{ advance: 1500 }, '2026-05-01T00:00:01.500Z', 'frozen'],
  [{ now: '2030-01-01' }, '2030-01-01T00:00:00.000Z', 'frozen'],
  [{ now: '2030-01-01T12:00:00+02:00' }, '2030-01-01T10:00:00.000Z', 'frozen'],
  [{ mode: 'frozen' }, NOW, 'frozen'],
])('PUT %j makes it %s', async (setting, now, mode) => {
  await using instance = await start()
  const answer = await instance.request('PUT', '/_control/clock', setting)
  expect([answer.status, answer.body]).toEqual([200, { now, mode }])
  expect((await instance.request('GET', '/_control/clock')).body).toEqual({ now, mode })
  const tag = await instance.request('POST', '/api/v1/tags', { name: 'x' })
  expect(tag.body).toMatchObject({ createdAt: now, updatedAt: now })
})

test.each([
  [{}, 'request/body must have now, mode or advance'],
  [{ advance: 'soon' }, '"soon" is not a duration such as "90s", "1h" or "2 days"'],
  [{ advance: '' }, '"" is not a duration such as "90s", "1h" or "2 days"'],
  [{ advance: '9999999 years' }, 'The time must be in the years 0000 to 9999'],
  [{ advance: true }, 'request/body/advance must be a duration such as "1h", or a number of milliseconds'],
  [{ advance: '1h', now: NOW }, 'request/body/advance goes with neither now nor mode'],
  [{ now: 'today' }, 'request/body/now must match format "date"'],
  [{ now: 5 }, 'request/body/now must be string'],
  [{ mode: 'fast' }, 'request/body/mode must be equal to one of the allowed values: frozen, running'],
  [{ time: NOW }, 'request/body/time is not a known property'],
])('PUT %j is refused, and the time stays', async (setting, message) => {
  await using instance = await start()
  const answer = await instance.request('PUT', '/_control/clock', setting)
  expect([answer.status, answer.body]).toEqual([400, { message }])
  expect(instance.clock.now()).toBe(NOW)
})

test('a running clock goes on, a frozen one does not', async () => {
  await using instance = await start()
  await Bun.sleep(5)
  expect(instance.clock.now()).toBe(NOW)
  instance.clock.run()
  await Bun.sleep(5)
  const later = instance.clock.now()
  expect(later > NOW).toBeTrue()
  instance.clock.freeze()
  const frozen = instance.clock.now()
  await Bun.sleep(5)
  expect(instance.clock.now()).toBe(frozen)
  expect((await instance.request('GET', '/_control/clock')).body).toMatchObject({ mode: 'frozen' })
})

test('without a clock of its own, an instance has the real time, which can be moved', async () => {
  await using instance = await startInstance({ socket: false })
  const real = Date.now()
  const shown = Date.parse(instance.clock.now())
  expect([real <= shown, shown <= Date.now()]).toEqual([true, true])
  instance.clock.advance('1h')
  expect(Date.parse(instance.clock.now()) - real).toBeGreaterThanOrEqual(3_600_000)
})

test('a time that is none is refused by the test kit', async () => {
  await using instance = await start()
  expect(() => instance.clock.set('soon')).toThrow('soon is not a time')
  await expect(startInstance({ socket: false, clock: 'soon' })).rejects.toThrow('clock must be a date and time')
})
