import { expect, test } from 'bun:test'
import { n8n241 } from '../../../../src/core/versions/v2/n8n-2.41.ts'
import type { TestInstance } from '../../../../src/testing.ts'
import { asked, startLicensed } from '../asked.ts'
import { IDS, KEYS } from '../place.ts'
import { minimal } from '../world.ts'
import { addressOf, isServed, succeeding, wholePlace } from './example-requests.ts'

const { operations } = n8n241

/** Everything that can be asked for, in a place where each thing is. */
const READS = operations.filter(one => one.method === 'GET' && isServed(one)).map(addressOf)
const VIEWED = [
  '/workflows/w-team',
  '/workflows/w-team/tags',
  '/workflows/w-team/history',
  '/credentials/c-team',
  '/executions/5',
  '/executions/5/tags',
  '/data-tables/TeamTable0000000',
  '/data-tables/TeamTable0000000/columns',
  '/data-tables/TeamTable0000000/rows',
  '/workflows/w-team/version-w-team',
  '/roles/project:viewer',
]

/** With a slash at the end of each path it asks for the same things, but nobody has kept an answer to that. */
async function readAll(instance: TestInstance, slash: '' | '/' = '') {
  const answers: Record<string, string> = {}
  for (const key of [KEYS.owner, KEYS.viewer]) {
    for (const path of [...READS, ...VIEWED]) {
      const { status, text } = await asked(instance, `GET ${path.replace(/(?=\?|$)/, slash)}`, undefined, key)
      answers[`${key} ${path}`] = `${status} ${text}`
    }
  }
  return answers
}

const changes = succeeding
  .filter(({ method }) => method !== 'GET')
  .map((one): [string, string, unknown] => [one.id, `${one.method} ${addressOf(one)}`, one.body?.example])

const more: [string, string, unknown][] = [
  ['a member leaves', `DELETE /projects/${IDS.team}/users/${IDS.viewer}`, undefined],
  ['a member has another role', `PATCH /projects/${IDS.team}/users/${IDS.viewer}`, { role: 'project:reader' }],
  ['a viewer is an admin', `PATCH /users/${IDS.viewer}/role`, { newRoleName: 'global:admin' }],
  ['a workflow leaves', 'PUT /workflows/w-team/transfer', { destinationProjectId: 'other-team' }],
  ['a workflow of a team is renamed', 'PUT /workflows/w-team', minimal({ name: 'n' })],
  ['a workflow of a team has a tag', 'PUT /workflows/w-team/tags', [{ id: IDS.tag }]],
  ['a workflow of a team is archived', 'POST /workflows/w-team/archive', undefined],
  ['a table of a team has a row', 'POST /data-tables/TeamTable0000000/rows', { data: [{}] }],
]

test.each([...changes, ...more])(
  'after %s every answer is as if nothing had been asked before',
  async (_what, request, body) => {
    await using instance = await startLicensed(wholePlace)
    await readAll(instance)
    expect((await asked(instance, request, body)).status).toBeLessThan(300)
    const told = await readAll(instance)
    expect(told).toEqual(await readAll(instance, '/'))
  },
)

test('a role that is changed lets members see other things at once', async () => {
  await using instance = await startLicensed(wholePlace)
  await asked(instance, `PATCH /projects/${IDS.team}/users/${IDS.viewer}`, { role: 'project:reader' })
  const before = await readAll(instance)
  const role = {
    displayName: 'Reader',
    description: null,
    scopes: ['dataTable:listProject', 'dataTable:read', 'folder:list'],
  }
  expect((await asked(instance, 'PUT /roles/project:reader', role)).status).toBe(200)
  const told = await readAll(instance)
  const fresh = await readAll(instance, '/')
  expect(told).toEqual(fresh)
  expect(told).not.toEqual(before)
})

test.each(['/workflows', '/workflows/w-team'])(
  '%s tells the new name of the only tag of a workflow at once',
  async path => {
    await using instance = await startLicensed()
    await asked(instance, 'PUT /workflows/w-team/tags', [{ id: IDS.tag }])
    expect((await asked(instance, `GET ${path}`)).text).toContain('"name":"billing"')
    expect((await asked(instance, `PUT /tags/${IDS.tag}`, { name: 'invoices' })).status).toBe(200)
    const { text } = await asked(instance, `GET ${path}`)
    expect([text.includes('"name":"invoices"'), text.includes('"name":"billing"')]).toEqual([true, false])
  },
)
