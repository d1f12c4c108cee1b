import { describe, expect, test } from 'bun:test'
import type { ProfileName } from '../../../src/index.ts'
import { startInstance, type TestAnswer, type TestInstance } from '../../../src/testing.ts'
import { type Case, casesIn, type Step } from '../../case.ts'
import * as shapes from './operations/reference-shapes.ts'
import { PROFILES, stateOf, world } from './world.ts'

/**
 * Makes a test of each case and profile, each on a fresh instance. A refusal is also checked for what all refusals
 * have in common: the shape of an error, and a state that is what it was before; an answer in profile `contract` for the
 * shape that the reference gives it.
 */
export function playCases(cases: readonly Case[]) {
  const unplayed = cases.find(it => it.in && !PROFILES.some(profile => it.in?.includes(profile)))
  if (unplayed) throw new Error(`No version plays the case "${unplayed.name}": it names ${unplayed.in?.join(', ')}`)
  describe.each(PROFILES)('in profile %s', profile => {
    const own = casesIn(profile, cases)
    test.each(own.map(it => [it.name, it] as const))('%s', (_name, it) => play(it, profile))
  })
}

async function play(it: Case, profile: ProfileName) {
  await using instance = await startInstance({ fixture: it.fixture ?? world, profile, socket: false })
  for (const step of it.given ?? []) {
    const { status, text } = await ask(instance, step)
    expect([status < 300, text]).toEqual([true, text])
  }
  const before = it.status < 400 ? '' : await stateOf(instance)
  const answer = await ask(instance, it.ask)
  if (it.body !== undefined) expect(answer.body).toEqual(it.body)
  expect([answer.status, answer.text]).toEqual([it.status, answer.text])
  if (it.status >= 400) await expectRefusal(instance, answer, before)
  else if (profile === 'contract') expectShape(it.ask, answer)
  for (const [step, expected] of it.after ?? []) expect((await ask(instance, step)).body).toEqual(expected)
}

async function expectRefusal(instance: TestInstance, answer: TestAnswer, before: string) {
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(shapes.errorsIn(shapes.error, answer.body)).toEqual([])
  expect(await stateOf(instance)).toBe(before)
}

function expectShape([method, path]: Step, { body }: TestAnswer) {
  if (path.startsWith('/_control/')) return
  const shape = shapes.shapeOf(method, path)
  if (!shape) throw new Error(`${method} ${path} has no shape`)
  expect(shapes.errorsIn(shape, body)).toEqual([])
}

export const ask = (instance: TestInstance, [method, path, body, options]: Step) =>
  instance.request(method, path.startsWith('/_control/') ? path : `/api/v1${path}`, body, options)

/** Matches a date and time as the service writes it. */
export const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
export const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
/** Matches an id as either profile gives it to something new. */
export const ID = expect.stringMatching(/^(\d+|[A-Za-z0-9]{16})$/)
