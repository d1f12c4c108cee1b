import { beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Kind, type TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Value } from '@sinclair/typebox/value'
import { FIXTURE_COLLECTIONS } from '../../../src/core/model/fixture.ts'
import { innerOf, standardOf } from '../../../src/core/model/schema.ts'
import type { isRightRecord } from '../../../src/core/seeding/fixture.ts'
import { loadVersion, VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import { checksAsBuilt } from '../../tools/release/checks-as-built.js'
import { temporaryFolder } from '../storage/library.ts'

let isRightAsBuilt: typeof isRightRecord = () => false
let collectionsBuilt: string[] = []

beforeAll(async () => {
  const folder = temporaryFolder()
  const entrypoints = ['core/seeding/fixture.ts', 'core/model/built-checks.ts'].map(file =>
    join(import.meta.dir, '../../../src', file),
  )
  await Bun.build({ entrypoints, plugins: [checksAsBuilt], target: 'bun', outdir: folder.path, splitting: true })
  ;({ isRightRecord: isRightAsBuilt } = await import(join(folder.path, 'seeding/fixture.js')))
  collectionsBuilt = Object.keys((await import(join(folder.path, 'model/built-checks.js'))).builtChecks)
  folder.remove()
})

test('what is built has a check of each collection', () => {
  expect(collectionsBuilt).toEqual(Object.keys(FIXTURE_COLLECTIONS))
})

const ODD = [null, true, 0, 1, -1, 1.5, 1e15, '', 'x', '2026-11-27', '2026-13-01', [], [null], {}, { x: 1 }]

const FORMATTED: Record<string, string> = { date: '2026-11-27', email: 'a@b.cd' }

/** A value that a schema takes. */
function rightFor(schema: TSchema): unknown {
  switch (schema[Kind]) {
    case 'Nullable':
      return rightFor(innerOf(schema))
    case 'Enumeration':
      return schema.enum[0]
    case 'Array':
      return []
    case 'Object':
      return Object.fromEntries(
        (schema.required ?? []).map((name: string) => [name, rightFor(schema.properties[name])]),
      )
    case 'Union':
      return rightFor(schema.anyOf[0])
    case 'Integer':
      return schema.minimum ?? 0
    case 'Boolean':
      return true
    case 'String':
      return FORMATTED[schema.format ?? ''] ?? (schema.pattern ? 'a'.repeat(64) : 'x')
    default:
      return null
  }
}

/** Values that a schema takes, and some that it does not, inside as well. */
function* valuesFor(schema: TSchema): Generator<unknown> {
  yield* ODD
  yield rightFor(schema)
  const inner = innerOf(schema)
  if (inner !== schema) yield* valuesFor(inner)
  for (const one of schema.enum ?? []) yield one
  for (const part of schema.anyOf ?? []) yield* valuesFor(part)
  if (schema[Kind] === 'Array') for (const item of valuesFor(schema.items)) yield [rightFor(schema.items), item]
  if (schema[Kind] !== 'Object') return
  const right = rightFor(schema) as object
  for (const [name, property] of Object.entries<TSchema>(schema.properties)) {
    yield { ...right, [name]: undefined }
    for (const value of valuesFor(property)) yield { ...right, [name]: value }
  }
}

test.each(Object.entries<TSchema>(FIXTURE_COLLECTIONS))(
  'what is built checks records of %s as TypeBox reads their schema',
  (collection, schema) => {
    const verdicts = new Map<boolean, number>()
    for (const record of valuesFor(schema)) {
      const isRight = Value.Check(schema, record)
      if (isRightAsBuilt(collection, record) !== isRight) expect([record, !isRight]).toEqual([record, isRight])
      verdicts.set(isRight, (verdicts.get(isRight) ?? 0) + 1)
    }
    expect(verdicts.get(true)).toBeGreaterThan(3)
    expect(verdicts.get(false)).toBeGreaterThan(20)
  },
)

test.each(VERSION_NAMES)('a compiled schema of a body says the same as one that is read, in %s', async name => {
  const { operations } = await loadVersion(name)
  const verdicts = new Map<boolean, number>()
  for (const { method, path, body } of operations) {
    if (!body) continue
    const compiled = TypeCompiler.Compile(standardOf(body.schema))
    for (const value of valuesFor(body.schema)) {
      const isRight = Value.Check(body.schema, value)
      if (compiled.Check(value) !== isRight)
        expect([method, path, value, !isRight]).toEqual([method, path, value, isRight])
      verdicts.set(isRight, (verdicts.get(isRight) ?? 0) + 1)
    }
  }
  expect(verdicts.get(true)).toBeGreaterThan(20)
  expect(verdicts.get(false)).toBeGreaterThan(100)
})
