import { deepStrictEqual as equal, match, ok } from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RemoteTest } from './run-case.ts'
import { workflowFile } from './setting.ts'

const EMPTY = {
  variables: { added: [], changed: [] },
  credentials: [],
  workflows: [],
  tags: { tags: [], mappings: [] },
}

const FIRST = {
  'workflows/1.json': workflowFile('1', 'Orders', { owner: 'member@example.com' }),
  'workflows/2.json': workflowFile('2', 'Invoices', { owner: { type: 'team', teamId: 't', teamName: 'Sales' } }),
  'credential_stubs/c1.json': {
    id: 'c1',
    name: 'Shop',
    type: 'httpBasicAuth',
    data: { user: '={{ $env.USER }}', password: '' },
    ownedBy: { type: 'personal', personalEmail: 'member@example.com' },
  },
  'tags.json': { tags: [{ id: 't1', name: 'prod' }], mappings: [{ workflowId: '1', tagId: 't1' }] },
  'variable_stubs.json': [{ id: 'v1', key: 'REGION', type: 'string', value: '' }],
}

/** What every kind of remote has to do. */
export const PULL_CASES: Record<string, RemoteTest> = {
  async 'a first pull takes everything over'({ repository, connect }) {
    await repository.commit(FIRST)
    const { pull, store, workflow } = connect()
    equal(await pull(), {
      variables: { added: ['REGION'], changed: [] },
      credentials: [{ id: 'c1', name: 'Shop', type: 'httpBasicAuth' }],
      workflows: [
        { id: '1', name: 'Orders' },
        { id: '2', name: 'Invoices' },
      ],
      tags: { tags: [{ id: 't1', name: 'prod' }], mappings: [{ workflowId: '1', tagId: 't1' }] },
    })
    const { owner, active, tags, versionId, createdAt } = workflow('1')
    equal([owner, active, tags, versionId], ['member-id', false, ['t1'], 'version-of-Orders'])
    equal(createdAt, '2026-01-01T00:00:00.000Z')
    equal(workflow('2').owner, 'owner-id')
    const credential = store.data.credentials.get('c1')
    equal([credential?.owner, credential?.data], ['member-id', 'sealed {"user":"={{ $env.USER }}","password":""}'])
    equal(store.data.counters, { workflows: 2, tags: 0, credentials: 0, executions: 0 })
  },

  async 'a second pull with nothing new answers empty lists and changes nothing'({ repository, connect }) {
    await repository.commit(FIRST)
    const { pull, state } = connect()
    await pull()
    const before = state()
    equal(await pull(), EMPTY)
    equal(state(), before)
  },

  async 'a change on the remote alone is taken, and `active` and the owner stay'({ repository, connect }) {
    await repository.commit(FIRST)
    const { pull, edit, workflow, store, log } = connect()
    await pull()
    await edit('1', { active: true, owner: 'owner-id' })
    await repository.commit({
      'workflows/1.json': workflowFile('1', 'Orders 2', { owner: 'member@example.com' }),
      'credential_stubs/c1.json': { ...FIRST['credential_stubs/c1.json'], name: 'Shop 2', data: { user: 'other' } },
    })
    equal(await pull(), {
      ...EMPTY,
      workflows: [{ id: '1', name: 'Orders 2' }],
      credentials: [{ id: 'c1', name: 'Shop 2', type: 'httpBasicAuth' }],
    })
    const { name, active, owner, tags, versionId } = workflow('1')
    equal([name, active, owner, tags, versionId], ['Orders 2', true, 'owner-id', ['t1'], 'version-of-Orders 2'])
    match(store.data.credentials.get('c1')?.data ?? '', /USER/)
    // nothing has vanished: its tag neither
    equal(log, [])
  },

  async 'a change here alone is kept, with force too'({ repository, connect }) {
    await repository.commit(FIRST)
    const { pull, edit, workflow } = connect()
    await pull()
    await edit('1', { name: 'Mine' })
    equal(await pull(), EMPTY)
    equal(await pull({ force: true }), EMPTY)
    equal(workflow('1').name, 'Mine')
  },

  async 'what is deleted here stays deleted, until the remote changes it'({ repository, connect }) {
    await repository.commit(FIRST)
    const { pull, refused, store } = connect()
    await pull()
    await store.update(draft => draft.workflows.delete('1'))
    equal(await pull(), EMPTY)
    await repository.commit({ 'workflows/1.json': workflowFile('1', 'Orders 2') })
    equal((await refused()).description, 'workflow 1 "Orders 2": deleted in the instance, changed in the repository')
    equal((await pull({ force: true })).workflows, [{ id: '1', name: 'Orders 2' }])
    equal(store.data.workflows.get('1')?.tags, ['t1'])
  },

  async 'a change on both sides is refused with 409 and nothing is imported'({ repository, connect }) {
    await repository.commit(FIRST)
    const { pull, refused, edit, state } = connect()
    await pull()
    await edit('1', { name: 'Mine' })
    await repository.commit({
      'workflows/1.json': workflowFile('1', 'Theirs'),
      'workflows/2.json': workflowFile('2', 'Invoices 2'),
      'workflows/3.json': workflowFile('3', 'New'),
    })
    const before = state()
    for (const _ of [1, 2]) {
      const { status, code, message, description } = await refused()
      equal([status, code], [409, 'conflict'])
      match(message, /1 conflict .* force/)
      equal(description, 'workflow 1 "Theirs": changed in the instance and in the repository, with differences')
      equal(state(), before)
    }
  },

  async 'with force the remote wins'({ repository, connect }) {
    await repository.commit(FIRST)
    const { pull, edit, workflow } = connect()
    await pull()
    await edit('1', { name: 'Mine' })
    await repository.commit({ 'workflows/1.json': workflowFile('1', 'Theirs') })
    equal((await pull({ force: true })).workflows, [{ id: '1', name: 'Theirs' }])
    equal(workflow('1').name, 'Theirs')
    equal(await pull(), EMPTY)
  },

  async 'the same change on both sides is no conflict'({ repository, connect }) {
    await repository.commit(FIRST)
    const { pull, edit } = connect()
    await pull()
    await edit('1', { name: 'Same' })
    await repository.commit({ 'workflows/1.json': workflowFile('1', 'Same') })
    equal(await pull(), EMPTY)
  },

  async 'the request gives variables their values, and may add some'({ repository, connect }) {
    await repository.commit(FIRST)
    const { pull, store } = connect()
    const variables = { REGION: 'eu', RETRIES: 3, __proto__x: 'x' }
    equal((await pull({ variables })).variables, { added: ['REGION', 'RETRIES', '__proto__x'], changed: [] })
    const values = () => Object.fromEntries([...store.data.variables.values()].map(({ key, value }) => [key, value]))
    equal(values(), { REGION: 'eu', RETRIES: '3', __proto__x: 'x' })
    equal(await pull({ variables }), EMPTY)
    equal((await pull({ variables: { REGION: 'us' } })).variables, { added: [], changed: ['REGION'] })
    await repository.commit({ 'variable_stubs.json': [{ id: 'v1', key: 'REGION', type: 'secret', value: '' }] })
    equal((await pull()).variables, { added: [], changed: ['REGION'] })
    equal(values(), { REGION: 'us', RETRIES: '3', __proto__x: 'x' })
  },

  async 'a broken file in the third commit is named, and nothing is imported'({ repository, connect }) {
    await repository.commit(FIRST)
    await repository.commit({ 'workflows/2.json': workflowFile('2', 'Invoices 2') })
    const { pull, refused, state } = connect()
    await pull()
    const before = state()
    await repository.commit({
      'workflows/1.json': workflowFile('1', 'Orders 3'),
      'workflows/9.json': '{ "id": "9", "secret": hunter2 }',
    })
    const { status, message, description } = await refused()
    equal([status, description], [400, 'workflows/9.json: is not JSON'])
    ok(message.includes('workflows/9.json') && !message.includes('hunter2'))
    equal(state(), before)
    await repository.commit({ 'workflows/9.json': null })
    equal((await pull()).workflows, [{ id: '1', name: 'Orders 3' }])
  },

  async 'a pull deletes nothing, and names what has vanished'({ repository, connect }) {
    await repository.commit(FIRST)
    const { pull, workflow, log, store } = connect()
    await pull()
    await repository.commit({
      'workflows/2.json': null,
      'credential_stubs/c1.json': null,
      'tags.json': { tags: [], mappings: [] },
      'variable_stubs.json': null,
    })
    equal(await pull(), EMPTY)
    equal(workflow('1').tags, ['t1'])
    equal([store.data.workflows.size, store.data.credentials.size, store.data.tags.size], [2, 1, 1])
    equal(store.data.variables.size, 1)
    equal(
      log.filter(line => /workflow 2|credential c1|tag t1|variable v1|tag "prod" of workflow 1/i.test(line)).length,
      5,
    )
    log.length = 0
    equal(await pull(), EMPTY)
    equal(log, [])
    await repository.commit({ 'workflows/2.json': workflowFile('2', 'Invoices is back') })
    equal((await pull()).workflows, [{ id: '2', name: 'Invoices is back' }])
  },

  async 'a branch that is not there is refused with 400 that names those that are'({ repository, connect }) {
    await repository.commit(FIRST)
    await repository.branch('dev')
    const { pull, refused, state } = connect({ branch: 'dev' })
    await pull()
    const before = state()
    await repository.deleteBranch('dev')
    const { status, message, code } = await refused()
    equal([status, code], [400, 'branch-missing'])
    match(message, /no branch dev; it has main$/)
    equal(state(), before)
  },

  async 'an empty repository is refused with 400, and pulls after its first commit'({ repository, connect }) {
    const { pull, refused } = connect()
    const { status, message, code } = await refused()
    equal([status, code], [400, 'empty'])
    match(message, /is empty/)
    await repository.commit(FIRST)
    equal((await pull()).workflows.length, 2)
  },

  async 'another branch is pulled from its own name'({ repository, connect }) {
    await repository.commit(FIRST)
    await repository.branch('team/dev')
    await repository.commit({ 'workflows/1.json': workflowFile('1', 'In dev') })
    equal((await connect({ branch: 'team/dev' }).pull()).workflows[0]?.name, 'In dev')
    equal((await connect().pull()).workflows[0]?.name, 'Orders')
  },

  async 'a remote whose HEAD names no branch is pulled all the same'({ repository, connect }) {
    await repository.branch('other')
    await repository.commit(FIRST)
    const { pull } = connect({ branch: 'other' })
    equal((await pull()).workflows.length, 2)
    await repository.commit({ 'workflows/1.json': workflowFile('1', 'Orders 2') })
    equal((await pull()).workflows, [{ id: '1', name: 'Orders 2' }])
  },

  async 'a rewritten history is pulled as what it has become'({ repository, connect }) {
    await repository.commit(FIRST)
    await repository.branch('first')
    await repository.branch('side')
    await repository.commit({ 'workflows/1.json': workflowFile('1', 'Side') })
    await repository.branch('main')
    await repository.commit({ 'workflows/1.json': workflowFile('1', 'Main') })
    const { pull } = connect()
    equal((await pull()).workflows[0]?.name, 'Main')
    await repository.branch('side')
    await repository.deleteBranch('main')
    await repository.branch('main')
    equal((await pull()).workflows, [{ id: '1', name: 'Side' }])
    await repository.branch('first')
    await repository.deleteBranch('main')
    await repository.branch('main')
    equal((await pull()).workflows, [{ id: '1', name: 'Orders' }])
  },

  async 'of 1,000 files, the second pull reads the one that changed'({ repository, connect }) {
    const ids = Array.from({ length: 1_000 }, (_, n) => String(n))
    await repository.commit(Object.fromEntries(ids.map(id => [`workflows/${id}.json`, workflowFile(id, `W ${id}`)])))
    await repository.commit({ 'tags.json': { tags: [], mappings: [] }, 'variable_stubs.json': [] })
    const { pull, reads } = connect()
    equal((await pull()).workflows.length, 1_000)
    equal(await pull(), EMPTY)
    await repository.commit({ 'workflows/7.json': workflowFile('7', 'Seven') })
    equal(await pull(), { ...EMPTY, workflows: [{ id: '7', name: 'Seven' }] })
    equal([reads[0]?.length, ...reads.slice(1)], [1_002, [], ['workflows/7.json']])
  },

  async 'a pull reads again where the state is replaced meanwhile'({ repository, connect }) {
    await repository.commit(FIRST)
    const { pull, store, reads } = connect()
    equal((await pull()).workflows.length, 2)
    const running = pull()
    await store.update(draft => {
      for (const { id } of [...draft.workflows.values()]) draft.workflows.delete(id)
      draft.sourceControl = null
    })
    equal((await running).workflows.length, 2)
    equal(reads.length, 3)
  },

  async 'a second pull while one runs is refused with 409'({ repository, connect }) {
    await repository.commit(FIRST)
    const { pull, refused } = connect()
    const first = pull()
    const { status, code, message } = await refused()
    equal([status, code], [409, 'conflict'])
    match(message, /is running/)
    equal((await first).workflows.length, 2)
    equal(await pull(), EMPTY)
  },

  async 'a pull that is cancelled changes nothing, and the next one works'({ repository, connect }) {
    await repository.commit(FIRST)
    const { pull, refused, puller, state } = connect()
    const before = state()
    for (const delay of [0, 1, 3, 9]) {
      const running = refused().catch(() => undefined)
      await sleep(delay)
      puller.cancel()
      const refusal = await running
      // so short a pull may be done before it is cancelled
      if (!refusal) break
      equal(refusal.status, 409)
      match(refusal.message, /cancelled/)
      equal(state(), before)
    }
    await pull()
    equal(await pull(), EMPTY)
  },

  async 'a closed puller calls its pull off and refuses another'({ repository, connect }) {
    await repository.commit(FIRST)
    const { refused, puller, state } = connect()
    const before = state()
    const running = refused()
    await puller.close()
    equal((await running).status, 409)
    equal((await refused()).status, 409)
    equal(state(), before)
    await puller.close()
  },
}
