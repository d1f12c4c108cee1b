import { expect, test } from 'bun:test'
import demo from '../../data/demo.json' with { type: 'json' }
import { fixtureIn } from '../../src/page/client/import/fixture-in.ts'
import { ownerIn, withOwner } from '../../src/page/client/import/owner-in.ts'
import { startInstance } from '../../src/testing.ts'

const options = { profile: 'n8n-2.41', licence: 'all', socket: false }

test('a snapshot that was downloaded is imported into an instance with another owner', async () => {
  await using from = await startInstance({ ...options, fixture: demo })
  await using to = await startInstance(options)
  await from.request('PUT', '/_control/snapshots/one')
  const { text } = await from.request('GET', '/_control/snapshots/one')
  const { fixture, mistakes } = fixtureIn([{ path: 'one.snapshot.json', text }])
  const { user, personalProjectId } = (await to.request('GET', '/page/me')).body
  const owner = ownerIn(fixture)
  const { body: project } = await to.request('POST', '/page/personal-project', { userId: owner.id })
  const here = { ...user, projectId: personalProjectId }
  const mapped = withOwner(fixture, { ...owner, projectId: project.id }, here)
  const { status, text: answer } = await to.request('POST', '/_control/seed', mapped)
  expect([mistakes, status, status === 200 ? '' : answer]).toEqual([[], 200, ''])
  const [before, after] = [from.state(), to.state()]
  for (const kind of ['users', 'tags', 'workflows', 'credentials', 'executions', 'dataTables', 'projects']) {
    expect([kind, after[kind].length]).toEqual([kind, before[kind].length])
  }
  expect(after.users.filter(({ role }) => role === 'global:owner')).toMatchObject([{ id: user.id, email: user.email }])
  expect(after.workflows.map(({ nodes }) => nodes)).toEqual(before.workflows.map(({ nodes }) => nodes))
})

test.each([
  { says: 'no users', fixture: {} },
  { says: 'no owner', fixture: { users: [{ id: '1', email: 'm@example.com', role: 'global:member' }] } },
  { says: 'an owner without an id', fixture: { users: [{ email: 'o@example.com', role: 'global:owner' }] } },
  { says: 'users that are none', fixture: { users: [null, 7] } },
])('a file with $says is taken as it is', ({ fixture }) => expect(ownerIn(fixture)).toBe(undefined))
