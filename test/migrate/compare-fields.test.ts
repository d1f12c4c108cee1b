import { describe, expect, test } from 'bun:test'
import type { Field } from '../../src/core/model/field.ts'
import { RECORD_FIELDS } from '../../src/core/model/record-fields.ts'
import { loadVersion, VERSION_NAMES } from '../../src/core/versions/versions.ts'
import { compareInstances, type Fixture } from '../../src/index.ts'
import { servedFields, shownNames } from '../../src/migrate/compare/served-fields.ts'
import { KINDS, type Kind } from '../../src/migrate/compare/side.ts'
import { startInstance } from '../../src/testing.ts'

type Record = { [field: string]: unknown }

const fieldsOf = (kind: Kind) => Object.entries<Field>(RECORD_FIELDS[kind])

const CASES = KINDS.flatMap(kind =>
  fieldsOf(kind)
    .filter(([field]) => field !== 'id')
    .map(([field, { compared, absent, examples }]) => ({ kind, field, compared, absent, examples })),
)

/** A record that has every field. */
const whole = (kind: Kind): Record => ({
  ...Object.fromEntries(fieldsOf(kind).map(([field, { examples }]) => [field, examples[0]])),
  // an execution that is over is read, and one without an end is not
  ...(kind === 'executions' ? { status: 'success' } : {}),
})

/** What two records of a kind with one id differ in, and in which fields they were not compared. */
async function compared(kind: Kind, left: Record, right: Record) {
  const fixture = (record: Record) => ({ [kind]: [record] }) as Fixture
  const { isSame, kinds } = await compareInstances(fixture(left), fixture(right), { executions: 1 })
  const { different = [], notCompared = [], onlyLeft = [] } = kinds[kind] ?? {}
  return { isSame, different: different.length + onlyLeft.length, notCompared }
}

describe('two records that differ in one field', () => {
  test.each(CASES)(
    'of $kind, $field: differ, or the answer names it',
    async ({ kind, field, compared: how, examples }) => {
      const record = whole(kind)
      const { isSame, different, notCompared } = await compared(kind, record, { ...record, [field]: examples[1] })
      const named = notCompared.find(one => one.field === field)
      if (typeof how === 'object' && 'not' in how)
        expect([isSame, named]).toEqual([true, { field, because: how.not, differs: 1 }])
      else expect([isSame, different, named]).toEqual([false, 1, undefined])
    },
  )

  test.each(CASES.filter(({ absent }) => absent !== 'required'))(
    'of $kind, where one leaves $field out: differ, or the answer names it',
    async ({ kind, field, absent, examples }) => {
      const isDefault = (value: unknown) =>
        typeof absent === 'object' &&
        [Object(absent).stored, Object(absent).means].some(one => JSON.stringify(one) === JSON.stringify(value))
      const value = examples.find(one => !isDefault(one))
      const { [field]: _left, ...record } = whole(kind)
      const found = await compared(kind, record, { ...record, [field]: value })
      const named = found.notCompared.find(one => one.field === field)
      expect([found.isSame, named?.differs]).toEqual(named ? [true, 1] : [false, undefined])
    },
  )
})

/** What answers show that is made of other records, or says what may be done. */
const DERIVED: { [kind: string]: readonly string[] } = {
  customRoles: ['systemRole', 'licensed', 'usedByUsers', 'usedByProjects'],
  folders: [
    'count',
    'tags',
    'workflowCount',
    'subFolderCount',
    'path',
    'totalSubFolders',
    'totalWorkflows',
    'parentFolder',
  ],
  projects: ['type'],
  annotationTags: [],
}

const versions = await Promise.all(VERSION_NAMES.map(loadVersion))

test.each(versions.flatMap(version => KINDS.map(kind => ({ version, profile: version.name, kind }))))(
  'each field of $kind that $profile shows is compared, or known as not compared',
  ({ version, kind }) => {
    const known = fieldsOf(kind).flatMap(([name, { shownAs = [] }]) => [name, ...shownAs])
    const shown = shownNames(version.operations, kind)
    expect(
      shown.filter(name => ![...known, ...(DERIVED[kind] ?? []), ...version.writes.workflowFields].includes(name)),
    ).toEqual([])
    expect(servedFields(version, kind).size).toBeGreaterThanOrEqual(shown.length > 0 ? 1 : 0)
  },
)

describe('through the public API alone', () => {
  const withoutControl = async (url: string, init: RequestInit) =>
    url.includes('/_control/') ? new Response('{}', { status: 404 }) : fetch(url, init)
  const current = versions.at(-1)?.name as (typeof VERSION_NAMES)[number]
  const chat = { email: 'chat@example.com', role: 'global:chatUser' }
  const owner = { email: 'olga@example.com', role: 'global:owner' }

  test('roles and modes that a document does not know are compared as they are', async () => {
    const fixture = { users: [owner, chat] } as Fixture
    await using service = await startInstance({ profile: current, fixture })
    const side = { url: service.url, apiKey: service.apiKey, fetch: withoutControl }
    const member = { users: [owner, { ...chat, role: 'global:member' }] } as Fixture
    const { kinds, notCompared } = await compareInstances(member, side, { only: ['users', 'folders', 'executions'] })
    const differences = [{ what: 'role', left: 'global:member', right: 'global:chatUser' }]
    expect(kinds.users).toMatchObject({ different: [{ differences }], same: 1 })
    expect(notCompared).toEqual([
      { kind: 'folders', because: 'they are not read through the public API' },
      { kind: 'executions', because: 'none were asked for' },
    ])
  })

  test('what the version of one side does not show is named, with the number of records that have it', async () => {
    const workflow = { id: 'AAAAAAAAAAAAAAAA', name: 'W', nodes: [], connections: {}, description: 'x' }
    await using service = await startInstance({
      profile: VERSION_NAMES[1] as (typeof VERSION_NAMES)[number],
      fixture: { users: [owner], workflows: [workflow] } as Fixture,
    })
    const side = { url: service.url, apiKey: service.apiKey, fetch: withoutControl }
    const { kinds, isSame } = await compareInstances({ workflows: [workflow] } as Fixture, side, {
      only: ['workflows'],
    })
    expect(isSame).toBe(true)
    expect(kinds.workflows?.notCompared).toContainEqual({
      field: 'description',
      because: 'one side does not show it',
      differs: 1,
    })
  })
})
