// What the service 2.41.1 makes of expressions, recorded there: recorded.json has the data that they saw, and each with its
// value, its error, or neither where the service has no value.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { loadEngine } from '../../../src/runs/expressions/engine.ts'
import { InvalidTime } from '../../../src/runs/expressions/failure.ts'
import type { EngineInterface, RealmInterface } from '../../../src/runs/expressions/realm.ts'
import recorded from './recorded.json' with { type: 'json' }
import { type Made, makeScope } from './scope.ts'

interface Row {
  expression: string
  value?: unknown
  error?: string
  /** Values that JSON has none of. */
  date?: string
  number?: string
}

let engine: EngineInterface
let realm: RealmInterface
let made: Made

beforeAll(async () => {
  engine = await loadEngine()
  made = makeScope(recorded.data, { now: Date.parse('2026-11-23T22:46:07.326Z'), time: 60_000 })
  realm = await engine.open(made.run)
})
afterAll(() => realm.close())

function resultOf(expression: string): Omit<Row, 'expression'> {
  try {
    const value = realm.evaluate(expression, made.scope, 0)
    if (value === undefined) return {}
    if (value instanceof InvalidTime) return { value: null }
    if (value instanceof Date) return { date: value.toISOString() }
    return typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : { value }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

describe('expressions give what the service gives', () => {
  test.each(recorded.rows as Row[])('$expression', ({ expression, ...want }) => {
    expect(resultOf(expression)).toEqual(want)
  })
})
