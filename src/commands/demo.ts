import type { FixtureSource } from '../seeding/fixture-files.ts'

const WEEK_MS = 7 * 24 * 3600 * 1000
const DEMO_END = Date.parse('2026-11-20T18:00:00.000Z')
const NEVER = Date.parse('2100-01-01')

/** The shipped demo, moved by whole weeks so that its last two weeks are the present ones. */
export async function readDemo(now: number): Promise<FixtureSource> {
  const { default: demo } = await import('../../data/demo.json', { with: { type: 'json' } })
  const shift = Math.floor((now - DEMO_END) / WEEK_MS) * WEEK_MS
  return { source: 'demo.json', value: shifted(demo, shift) }
}

function shifted(value: unknown, shift: number): unknown {
  if (Array.isArray(value)) return value.map(item => shifted(item, shift))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        typeof item === 'number' && (key === 'startTime' || key === 'timestamp') ? item + shift : shifted(item, shift),
      ]),
    )
  }
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(value)) return value
  const time = Date.parse(value)
  return time > NEVER ? value : new Date(time + shift).toISOString()
}
