import { describe, expect, test } from 'bun:test'
import type { TObject, TSchema } from '@sinclair/typebox'
import type { Field } from '../../../src/core/model/field.ts'
import { workflowFields } from '../../../src/core/model/workflow.ts'
import { exampleOf } from '../../../src/core/versions/v2/shapes/example.ts'
import { loadVersion, VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import type { Fixture } from '../../../src/index.ts'
import { startInstance, type TestInstance } from '../../../src/testing.ts'

/** Fields of a workflow that the service writes, or that other operations write. */
const NOT_WRITTEN = Object.entries<Field>(workflowFields).flatMap(([name, { written, shownAs = [] }]) =>
  typeof written === 'string' ? [name, ...shownAs] : shownAs,
)

/** Fields of a request that a workflow does not have: where it is put, and what is passed over. */
const NOT_SHOWN = ['projectId', 'parentFolderId', 'shared']

/** Fields that only a change takes, or only a read shows where it was recorded by another version. */
const CHANGED_ONLY = ['description']
const SHOWN_ONLY: Record<string, readonly string[]> = {
  'n8n-1.41': ['pinData'],
  'n8n-1.123': ['pinData', 'description'],
}

const EXAMPLES: Record<string, unknown> = Object.fromEntries(
  Object.entries<Field>(workflowFields).map(([name, { examples }]) => [name, examples[0]]),
)

const versions = await Promise.all(VERSION_NAMES.map(loadVersion))

describe.each(versions.map(version => [version.name, version] as const))(
  'a field of a workflow in %s',
  (profile, { operations }) => {
    const operation = (id: string) => operations.find(it => it.id === id)
    const writable = (id: string) => {
      const properties = Object.entries(propertiesOf(operation(id)?.body?.schema))
      return Object.fromEntries(properties.filter(([, schema]) => schema.readOnly !== true))
    }
    const shown = Object.keys(propertiesOf(operation('getWorkflow')?.responses[200]?.schema))
    const [created, changed] = [writable('createWorkflow'), writable('updateWorkflow')]

    test('is written and shown, or is known as one that is not', () => {
      const written = Object.keys({ ...created, ...changed })
      const { [profile]: shownOnly = [] } = SHOWN_ONLY
      expect(shown.filter(name => ![...written, ...NOT_WRITTEN, ...shownOnly].includes(name))).toEqual([])
      expect(written.filter(name => ![...shown, ...NOT_SHOWN].includes(name))).toEqual([])
      expect(Object.keys(changed).filter(name => !(name in created) && !CHANGED_ONLY.includes(name))).toEqual([])
    })

    test('is stored by POST and by PUT, shown by GET, and seeded from what GET shows', async () => {
      await using instance = await start()
      const body = bodyOf(created)
      const { id } = await ask(instance, 'POST', '/workflows', body)
      expect(await ask(instance, 'GET', `/workflows/${id}`)).toMatchObject(expected(body))
      const change = { ...bodyOf(changed), name: 'Another' }
      const { id: other } = await ask(instance, 'POST', '/workflows', {
        name: 'Empty',
        nodes: [],
        connections: {},
        settings: {},
      })
      await ask(instance, 'PUT', `/workflows/${other}`, change)
      const read = await ask(instance, 'GET', `/workflows/${other}`)
      expect(read).toMatchObject(expected(change))

      await using seeded = await start({ workflows: [read] } as Fixture)
      expect(await ask(seeded, 'GET', `/workflows/${other}`)).toMatchObject(expected(change))
    })

    const expected = (body: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(body).filter(([name]) => shown.includes(name)))

    const start = (fixture: Fixture = {}) =>
      startInstance({ profile: profile as (typeof VERSION_NAMES)[number], fixture, socket: false })
  },
)

const propertiesOf = (schema: TSchema | undefined) => (schema as TObject).properties

const bodyOf = (properties: Record<string, TSchema>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !NOT_SHOWN.includes(name))
      .map(([name, schema]) => [name, name in EXAMPLES ? EXAMPLES[name] : exampleOf(schema)]),
  )

async function ask(instance: TestInstance, method: string, path: string, body?: unknown) {
  const answer = await instance.request<Record<string, unknown>>(method, `/api/v1${path}`, body)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body
}
