import { ApiError, badRequest } from '../base/errors.ts'
import { isRecord } from '../base/is-record.ts'
import { runAtOnce } from '../base/run-in-slices.ts'
import { validationErrors } from '../http/validation-errors.ts'
import { builtChecks } from '../model/built-checks.ts'
import { closestName } from '../model/closest-name.ts'
import { FORMAT } from '../model/document.ts'
import { FIXTURE_COLLECTIONS, type Fixture, FixtureFrame } from '../model/fixture.ts'
import { isRight } from '../model/schema.ts'
import { fixtureOfExports } from './exported-workflows.ts'

/**
 * Checks that a value is a fixture. An exported workflow, or an array of them, is one as it is.
 *
 * @param source what messages call it: its file, or `request/body`
 * @throws ApiError 400 with every error and its JSON path
 */
export const readFixture = (value: unknown, source: string, wasRight?: WasRight): Fixture =>
  runAtOnce(readFixtureSteps(value, source, wasRight))

/** Whether a record needs no check, since `isRightRecord` has said that nothing is wrong with it. */
type WasRight = (record: unknown) => boolean

/** The same in steps: a record each. */
export function* readFixtureSteps(
  value: unknown,
  source: string,
  wasRight: WasRight = () => false,
): Generator<undefined, Fixture> {
  const given = fixtureOfExports(value)
  // a file's name ends as a pointer begins
  if (!isRecord(given)) throw new FixtureError(400, [`${source.trimEnd()} must be object`])
  const errors = validationErrors(FixtureFrame, withoutRecords(given), source, { named: true })
  errors.push(...(yield* recordErrors(Object(given), source, wasRight)))
  errors.push(...ownerErrors(Object(given), source))
  if (errors.length) throw new FixtureError(400, errors)
  const fixture = given as Fixture
  const { format } = fixture
  if (format !== undefined && format > FORMAT) {
    throw badRequest(`${source}/format is ${format}; this version of Understudy knows formats up to ${FORMAT}`)
  }
  return fixture
}

/** The records are checked one by one. */
const withoutRecords = (fixture: object) =>
  Object.fromEntries(
    Object.entries(fixture).map(([name, part]) => {
      const isCollection = Object.hasOwn(FIXTURE_COLLECTIONS, name) && Array.isArray(part)
      return [name, isCollection ? [] : part]
    }),
  )

function* recordErrors(
  fixture: Record<string, unknown>,
  source: string,
  wasRight: WasRight,
): Generator<undefined, string[]> {
  const errors: string[] = []
  for (const [name, schema] of Object.entries(FIXTURE_COLLECTIONS)) {
    const records = fixture[name]
    if (!Array.isArray(records)) continue
    for (let at = 0; at < records.length; at++) {
      const record = records[at]
      if (!wasRight(record) && !isRightRecord(name, record)) {
        const path = `${source}/${name}/${at}`
        const isValid = isRight(schema, record)
        errors.push(...(isValid ? misspeltKeys(record, path) : validationErrors(schema, record, path, { named: true })))
        if (errors.length > MAX_ERRORS) return errors
      }
      yield
    }
  }
  return errors
}

/** Whether nothing can be wrong with a record of a collection. A workflow with an unknown key may still be valid. */
export const isRightRecord = (collection: string, record: unknown) =>
  (builtChecks[collection]?.(record) ??
    isRight(FIXTURE_COLLECTIONS[collection as keyof typeof FIXTURE_COLLECTIONS], record)) &&
  !(collection === 'workflows' && Object.keys(record as object).some(isUnknownKey))

/** An instance has one owner. */
function ownerErrors({ users }: Record<string, unknown>, source: string): string[] {
  if (!Array.isArray(users)) return []
  const owners = Array.from(users.keys()).filter(at => users[at]?.role === 'global:owner')
  const [first, ...others] = owners
  return others.map(at => `${source}/users/${at}/role: ${source}/users/${first} is the owner, and there is one`)
}

/** More errors than anyone reads are left out. */
const MAX_ERRORS = 1000

const WORKFLOW_KEYS = Object.keys(FIXTURE_COLLECTIONS.workflows.properties)
/** What answers and exports have beside those; some come close to one of them. */
export const PASSED_OVER = [
  'parentFolder',
  'createdBy',
  'updatedBy',
  'notes',
  'versionMetadata',
  'testRuns',
  'tagMappings',
]
const NEVER_MISSPELT = new Set([...WORKFLOW_KEYS, ...PASSED_OVER])
const isUnknownKey = (key: string) => !NEVER_MISSPELT.has(key)

/** The most unknown keys of a workflow that are looked at: each is compared with all that are known. */
const MAX_COMPARED = 100

/** A workflow's unknown keys are ignored, except those that are nearly a known one. */
function misspeltKeys(workflow: object, path: string): string[] {
  const unknown = Object.keys(workflow).filter(isUnknownKey)
  return unknown.slice(0, MAX_COMPARED).flatMap(key => {
    const meant = closestName(key, WORKFLOW_KEYS)
    return meant ? [`${path}/${key} is not a known property; did you mean '${meant}'?`] : []
  })
}

const SHOWN_ERRORS = 20

/** An invalid fixture. Its message has the first errors, `errors` all that were found. */
export class FixtureError extends ApiError {
  readonly errors: readonly string[]

  constructor(status: number, errors: readonly string[]) {
    const more = errors.length > SHOWN_ERRORS ? [`and ${errors.length - SHOWN_ERRORS} more`] : []
    super(status, [...errors.slice(0, SHOWN_ERRORS), ...more].join(', '))
    this.errors = errors
  }
}
