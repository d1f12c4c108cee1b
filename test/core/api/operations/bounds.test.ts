import { describe, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { Kind } from '@sinclair/typebox'
import { n8n241 } from '../../../../src/core/versions/v2/n8n-2.41.ts'
import type { TestInstance } from '../../../../src/testing.ts'
import { asked, outcomeOf, startLicensed } from '../asked.ts'
import { bodyWith, boundsOf, nameOf } from './bounds.ts'
import { isServed, pathOf, wholePlace } from './example-requests.ts'

const { operations } = n8n241

type Operation = (typeof operations)[number]

/** Those whose body is looked at before the licence that no instance has. */
const isChecked = (one: Operation) => one.dialect === 'old' || isServed(one) || one.licenceAfterBody === true
const WITH_BODY = operations.filter(one => one.body !== undefined && !one.body.mediaType && isChecked(one))
const WITH_QUERY = operations.filter(one => one.query !== undefined && (one.dialect === 'old' || isServed(one)))

describe('a body is refused one beyond each bound of its shape, by name, and taken at it', () => {
  test.each(WITH_BODY.map(one => [one.id, one] as const))('%s', async (_id, operation) => {
    const { method, body, dialect } = operation
    if (!body) throw new Error('without a body')
    const ask = (instance: TestInstance, given: unknown) =>
      asked(instance, `${method} ${pathOf(operation)}`, given).then(outcomeOf)
    await using instance = await startLicensed(wholePlace)
    const before = instance.state()
    const bounds = boundsOf(body.schema)
    for (const { place, refused } of bounds) {
      for (const { value, old, fresh } of refused) {
        const text = dialect === 'old' ? old : fresh
        const given = bodyWith(body.schema, body.example, place, value)
        expect([given, await ask(instance, given)]).toEqual([given, `400 ${nameOf(place, text)} ${text}`])
      }
    }
    expect(instance.state()).toEqual(before)
    for (const { place, taken } of bounds) {
      for (const value of taken) {
        await using other = await startLicensed(wholePlace)
        const given = bodyWith(body.schema, body.example, place, value)
        expect([given, await ask(other, given)]).toEqual([
          given,
          expect.not.stringMatching(/^(400 request\/body\/|500)/),
        ])
      }
    }
  })

  test.each(
    WITH_BODY.filter(({ body }) => body?.schema.additionalProperties === false).map(one => [one.id, one] as const),
  )('%s takes no other property', async (_id, operation) => {
    await using instance = await startLicensed(wholePlace)
    const given = { ...(operation.body?.example as object), surplus: 1 }
    const text =
      operation.dialect === 'old' ? 'must NOT have additional properties' : "Unrecognized key(s) in object: 'surplus'"
    const { method } = operation
    expect(outcomeOf(await asked(instance, `${method} ${pathOf(operation)}`, given))).toBe(`400 request/body ${text}`)
  })
})

/** Values of a query parameter, each with what each family says behind the name of the parameter; nothing: it is taken. */
function queryRows(name: string, schema: TSchema): [value: string, old?: string, fresh?: string][] {
  const count = `Param \`${name}\` must be a`
  switch (schema[Kind]) {
    case 'Boolean':
      return [
        ['true'],
        ['false'],
        ['1', 'must be boolean', "Invalid enum value. Expected 'true' | 'false', received '1'"],
      ]
    case 'Enumeration': {
      const values = schema.enum as string[]
      const expected = values.map(value => `'${value}'`).join(' | ')
      const old = `must be equal to one of the allowed values: ${values.join(', ')}`
      return [
        ...values.map((value): [string] => [encodeURIComponent(value)]),
        ['odd', old, `Invalid enum value. Expected ${expected}, received 'odd'`],
      ]
    }
    case 'Integer':
    case 'Number':
      return [
        ['0'],
        ['1'],
        ['250'],
        ['x', 'must be number', `${count} valid integer`],
        ...(schema.maximum === undefined ? [] : [['251', 'must be <= 250', ''] as [string, string, string]]),
        ...(schema[Kind] === 'Integer'
          ? [['-1', '', `${count} non-negative integer`] as [string, string, string]]
          : []),
      ]
    default:
      return schema.format === 'date-time' ? [['2026-01-01', 'must match format "date-time"', 'Invalid datetime']] : []
  }
}

/** What operations ask for in their query. */
const NEEDED: Record<string, string> = { direction: 'push', filter: '{"filters":[]}' }

/** A query of free texts has no bound. */
const hasBounds = ({ query }: Operation) =>
  Object.entries<TSchema>(query?.properties ?? {}).some(([name, schema]) => queryRows(name, schema).length > 0)

describe('a query is refused beyond each bound, by name, and taken at it', () => {
  test.each(WITH_QUERY.filter(hasBounds).map(one => [one.id, one] as const))('%s', async (_id, operation) => {
    const { method, query, dialect } = operation
    await using instance = await startLicensed(wholePlace)
    const outcome = async (search: string) =>
      outcomeOf(await asked(instance, `${method} ${pathOf(operation)}?${search}`, operation.body?.example))
    const required = (query?.required ?? []).map(name => `${name}=${encodeURIComponent(NEEDED[name] ?? '')}&`).join('')
    for (const [name, schema] of Object.entries(query?.properties ?? {})) {
      for (const [value, old, fresh] of queryRows(name, schema as TSchema)) {
        const search = `${required.includes(name) ? '' : required}${name}=${value}`
        const text = dialect === 'old' ? old : fresh
        const answer = await outcome(search)
        if (old === undefined)
          expect([search, answer]).toEqual([search, expect.not.stringMatching(/^(400 request\/query\/|500)/)])
        else expect([search, answer]).toEqual([search, `400 request/query/${name} ${text}`])
      }
    }
  })
})
