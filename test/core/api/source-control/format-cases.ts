import { deepStrictEqual as equal, match, ok } from 'node:assert/strict'
import fs from 'node:fs'
import * as git from 'isomorphic-git'
import type { ThrowAwayRemote } from '../../../../src/core/git/temporary-remote.ts'
import type { RemoteTest } from './run-case.ts'
import { MEMBER, OWNER, workflowFile } from './setting.ts'

const MEGABYTE = 1024 * 1024
const tags = (...names: [id: string, name: string][]) => ({
  tags: names.map(([id, name]) => ({ id, name })),
  mappings: [],
})

/** What is in the files, and what becomes of it; the same wherever the files come from. */
export const FORMAT_CASES: Record<string, RemoteTest> = {
  async 'a repository written by hand, with unknown files and keys, pulls clean'({ repository, connect }) {
    await repository.commit({
      'README.md': '# Flows',
      '.gitignore': '*',
      'folders.json': { folders: [] },
      'workflows/notes.txt': 'not a workflow',
      'data_tables/x.json': '{',
      'workflows/by-hand.json': `\uFEFF${JSON.stringify({
        name: 'By hand',
        nodes: [
          {
            name: 'A',
            type: 'n8n-nodes-base.noOp',
            position: [0, 0],
            parameters: {},
            customTelemetryTags: {},
            notes: null,
          },
        ],
        connections: { A: { main: [[]] } },
        id: 'abcDEF0123456789',
        settings: {
          executionOrder: 'v1',
          callerPolicy: 'any',
          saveExecutionProgress: 'DEFAULT',
          executionTimeout: 7200,
        },
        owner: { type: 'personal', projectId: 'p', projectName: 'M', personalEmail: 'Member@Example.com' },
        isArchived: false,
        parentFolderId: null,
        versionId: null,
      })}`,
      'credential_stubs/c.json': { id: 'c', name: 'C', type: 't', data: {}, ownedBy: null, isGlobal: false },
      'tags.json': {
        tags: [{ id: 't', name: ' spaced ', createdAt: 'x' }],
        mappings: [{ workflowId: 'gone', tagId: 't' }],
        extra: 1,
      },
      'variable_stubs.json': [{ id: 'v', key: 'K', type: 'string', value: '', projectId: null }],
    })
    const { pull, workflow, store } = connect()
    const { workflows, tags, variables } = await pull()
    equal(workflows, [{ id: 'abcDEF0123456789', name: 'By hand' }])
    equal([tags, variables.added], [{ tags: [{ id: 't', name: 'spaced' }], mappings: [] }, ['K']])
    const { nodes, settings, owner, connections, staticData, meta, pinData, triggerCount } =
      workflow('abcDEF0123456789')
    equal(nodes, [{ name: 'A', type: 'n8n-nodes-base.noOp', position: [0, 0], parameters: {} }])
    equal(settings, { executionOrder: 'v1', executionTimeout: 7200 })
    equal([owner, connections], [MEMBER.id, { A: { main: [[]] } }])
    equal([staticData, meta, pinData, triggerCount], [null, null, null, 0])
    equal(store.data.credentials.get('c')?.owner, OWNER.id)
  },

  async 'settings are taken over as they are, but for those that say nothing'({ repository, connect }) {
    const { pull, workflow } = connect()
    const taken: Record<string, unknown>[] = [
      { saveDataErrorExecution: 'all', saveDataSuccessExecution: 'none' },
      { saveDataErrorExecution: 'none', saveDataSuccessExecution: 'all' },
      { saveExecutionProgress: true, saveManualExecutions: false, executionTimeout: 0 },
      { errorWorkflow: 'e', timezone: 'Europe/Berlin', executionOrder: 'v0' },
    ]
    for (const settings of taken) {
      const silent = { callerPolicy: 'any', timezone: 'DEFAULT', saveDataErrorExecution: null, ...settings }
      await repository.commit({ 'workflows/1.json': { ...workflowFile('1', 'One'), settings: silent } })
      await pull()
      equal(workflow('1').settings, settings)
    }
  },

  async 'files that are not of their shape are refused, each by name'({ repository, connect }) {
    const { refused, state } = connect()
    const before = state()
    const good = workflowFile('1', 'Good')
    const bad: [path: string, content: unknown, says: RegExp][] = [
      ['workflows/a.json', '', /is not JSON/],
      ['workflows/a.json', new Uint8Array([0x22, 0xff, 0x22]), /is not JSON/],
      ['workflows/a.json', '[]', /expected object/],
      ['workflows/a.json', 'null', /expected object/],
      ['workflows/a.json', { ...good, id: undefined }, /id: expected/],
      ['workflows/a.json', { ...good, id: '' }, /id: expected/],
      ['workflows/a.json', { ...good, name: 5 }, /name: expected string/],
      ['workflows/a.json', { ...good, nodes: {} }, /nodes: expected array/],
      ['workflows/a.json', { ...good, nodes: ['x'] }, /nodes\/0: expected object/],
      ['workflows/a.json', { ...good, nodes: [{ position: ['a'] }] }, /nodes\/0\/position\/0: expected number/],
      ['workflows/a.json', { ...good, connections: [] }, /connections: expected object/],
      ['workflows/a.json', { ...good, settings: 'x' }, /settings: expected object/],
      ['workflows/a.json', { ...good, settings: { timezone: 1 } }, /settings\/timezone: expected string/],
      [
        'workflows/a.json',
        { ...good, settings: { saveDataErrorExecution: 'some' } },
        /settings\/saveDataErrorExecution: expected one of all, none/,
      ],
      ['workflows/a.json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, /has more than 1000 levels/],
      ['credential_stubs/a.json', { id: 'a', name: 'A' }, /type: expected/],
      ['credential_stubs/a.json', { id: 'a', name: 'A', type: 't', data: 'x' }, /data: expected object/],
      ['tags.json', [], /expected object/],
      ['tags.json', { tags: [{ id: '1' }], mappings: [] }, /tags\/0\/name: expected/],
      ['tags.json', { tags: [], mappings: [{ workflowId: '1' }] }, /mappings\/0\/tagId: expected/],
      ['tags.json', tags(['1', 'a'], ['1', 'b']), /two tags have the id "1"/],
      ['tags.json', tags(['1', 'a'], ['2', 'a']), /two tags have the name "a"/],
      ['variable_stubs.json', {}, /expected array/],
      ['variable_stubs.json', [{ id: '1', key: '' }], /0\/key: expected/],
      [
        'variable_stubs.json',
        [
          { id: '1', key: 'A' },
          { id: '2', key: 'A' },
        ],
        /two variables have the key "A"/,
      ],
      [
        'variable_stubs.json',
        [
          { id: '1', key: 'A' },
          { id: '1', key: 'B' },
        ],
        /two variables have the id "1"/,
      ],
    ]
    for (const [path, content, says] of bad) {
      await repository.commit({ [path]: content, 'workflows/good.json': good })
      const { status, message } = await refused()
      equal(status, 400)
      ok(message.includes(`${path}: `) && says.test(message), `${message} does not say ${says}`)
      equal(state(), before)
      await repository.commit({ [path]: null })
    }
  },

  async 'all faults are in the description, the first in the message'({ repository, connect }) {
    await repository.commit({ 'workflows/a.json': '{', 'workflows/b.json': '{', 'tags.json': '{' })
    const { message, description } = await connect().refused()
    match(message, /tags.json: is not JSON \(and 2 more\)/)
    equal(description?.split('\n').length, 3)
  },

  async 'two files with one id are refused, also when one of them is not read again'({ repository, connect }) {
    await repository.commit({ 'workflows/a.json': workflowFile('1', 'A') })
    const { pull, refused } = connect()
    await pull()
    await repository.commit({ 'workflows/b.json': workflowFile('1', 'B') })
    const { status, message } = await refused()
    equal(status, 400)
    match(message, /workflows\/b.json: has the same id "1" as workflows\/a.json/)
    await repository.commit({ 'workflows/a.json': null })
    equal((await pull()).workflows, [{ id: '1', name: 'B' }])
  },

  async 'a file that is renamed is the same item'({ repository, connect }) {
    await repository.commit({ 'workflows/1.json': workflowFile('1', 'A') })
    const { pull, log } = connect()
    await pull()
    await repository.commit({ 'workflows/1.json': null, 'workflows/renamed.json': workflowFile('1', 'A') })
    equal((await pull()).workflows, [])
    equal(log, [])
  },

  async 'links, submodules, nested and too large files are not followed, and said'({ repository, connect }) {
    await repository.commit({
      'workflows/1.json': workflowFile('1', 'A'),
      'workflows/deep/2.json': workflowFile('2', 'B'),
    })
    await repository.commit({
      'workflows/big.json': `"${'x'.repeat(16 * MEGABYTE)}"`,
      'workflows/bigger.json': `"${'x'.repeat(16 * MEGABYTE + 100)}"`,
    })
    await addOddEntries(repository)
    const { pull, log } = connect()
    equal((await pull()).workflows, [{ id: '1', name: 'A' }])
    equal(log.map(line => line.slice('Source control: '.length)).sort(), [
      'tags.json was not read, it is a symbolic link',
      'workflows/big.json was not read, it is larger than 16 MB',
      'workflows/bigger.json was not read, it is larger than 16 MB',
      'workflows/deep was not read, it is a nested folder',
      'workflows/link.json was not read, it is a symbolic link',
      'workflows/module.json was not read, it is a submodule',
    ])
  },

  async 'of more than a hundred that are not followed, the first hundred are said, and how many more'({
    repository,
    connect,
  }) {
    const nested = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`workflows/${100 + n}/1.json`, workflowFile('1', 'A')]),
      )
    await repository.commit(nested(100))
    const { pull, log } = connect()
    await pull()
    equal([log.length, log.at(-1)], [100, 'Source control: workflows/199 was not read, it is a nested folder'])
    await repository.commit(nested(102))
    const later = connect()
    await later.pull()
    equal([later.log.length, later.log.at(-1)], [101, 'Source control: 2 more were not read'])
  },

  async 'an id like __proto__ is an id like any other'({ repository, connect }) {
    const odd = ['__proto__', 'constructor', 'toString']
    await repository.commit(Object.fromEntries(odd.map(id => [`workflows/${id}.json`, workflowFile(id, id)])))
    const { pull, workflow } = connect()
    equal((await pull()).workflows.map(({ id }) => id).sort(), [...odd].sort())
    equal((await pull()).workflows, [])
    equal(workflow('__proto__').name, '__proto__')
    equal(({} as Record<string, unknown>).name, undefined)
  },

  async 'ids that are whole numbers are not given out again'({ repository, connect }) {
    await repository.commit({ 'workflows/1.json': workflowFile('41', 'A'), 'tags.json': tags(['7', 'a']) })
    const { pull, store } = connect()
    await pull()
    equal([store.data.counters.workflows, store.data.counters.tags], [41, 7])
  },

  async 'a tag whose name another tag has here is a conflict; with force that one makes way'({ repository, connect }) {
    const { pull, refused, store, state } = connect()
    const createdAt = '2025-01-01T00:00:00.000Z'
    await store.update(draft => draft.tags.set({ id: 'mine', name: 'prod', createdAt, updatedAt: createdAt }))
    await repository.commit({
      'workflows/1.json': workflowFile('1', 'A'),
      'tags.json': tags(['theirs', 'prod'], ['x', 'prod (2)']),
    })
    const before = state()
    const { status, description } = await refused()
    equal([status, description], [409, 'tag theirs "prod": tag mine of the instance has this name'])
    equal(state(), before)
    await pull({ force: true })
    const names = () => Object.fromEntries([...store.data.tags.values()].map(({ id, name }) => [id, name]))
    equal(names(), { mine: 'prod (3)', theirs: 'prod', x: 'prod (2)' })
    equal((await pull()).tags.tags, [])
  },

  async 'tags may swap their names'({ repository, connect }) {
    await repository.commit({ 'tags.json': tags(['1', 'a'], ['2', 'b']) })
    const { pull } = connect()
    await pull()
    await repository.commit({ 'tags.json': tags(['1', 'b'], ['2', 'a']) })
    equal((await pull()).tags.tags, [
      { id: '1', name: 'b' },
      { id: '2', name: 'a' },
    ])
  },

  async 'a tag renamed on both sides is a conflict, one renamed here is kept'({ repository, connect }) {
    await repository.commit({ 'tags.json': tags(['1', 'a'], ['2', 'b']) })
    const { pull, refused, store } = connect()
    await pull()
    const rename = (id: string, name: string) =>
      store.update(draft => {
        const tag = draft.tags.get(id)
        if (tag) draft.tags.set({ ...tag, name })
      })
    await rename('1', 'mine')
    await repository.commit({ 'tags.json': tags(['1', 'a'], ['2', 'b2']) })
    equal((await pull()).tags.tags, [{ id: '2', name: 'b2' }])
    await repository.commit({ 'tags.json': tags(['1', 'theirs'], ['2', 'b2']) })
    equal(
      (await refused()).description,
      'tag 1 "theirs": changed in the instance and in the repository, with differences',
    )
    await pull({ force: true })
    equal(store.data.tags.get('1')?.name, 'theirs')
  },

  async 'a tag taken off here stays off, and one for a workflow that comes later waits'({ repository, connect }) {
    const mapping = (workflowId: string, tagId: string) => ({ workflowId, tagId })
    const mappings = [mapping('1', 't'), mapping('2', 't'), mapping('1', 't')]
    await repository.commit({
      'workflows/1.json': workflowFile('1', 'A'),
      'tags.json': { tags: [{ id: 't', name: 'a' }], mappings },
    })
    const { pull, edit, workflow } = connect()
    equal((await pull()).tags.mappings, [mapping('1', 't')])
    await edit('1', { tags: [] })
    await repository.commit({ 'tags.json': { tags: [{ id: 't', name: 'b' }], mappings } })
    equal((await pull()).tags, { tags: [{ id: 't', name: 'b' }], mappings: [] })
    await repository.commit({ 'workflows/2.json': workflowFile('2', 'B') })
    equal((await pull()).tags.mappings, [mapping('2', 't')])
    equal([workflow('1').tags, workflow('2').tags], [[], ['t']])
  },

  async 'a variable with the same key here is the same variable, and keeps its value'({ repository, connect }) {
    await repository.commit({ 'README.md': 'x' })
    const { pull, store } = connect()
    await pull({ variables: { REGION: 'eu' } })
    await repository.commit({ 'variable_stubs.json': [{ id: 'v1', key: 'REGION', type: 'string', value: '' }] })
    equal((await pull()).variables, { added: [], changed: [] })
    equal([...store.data.variables.values()], [{ id: 'v1', key: 'REGION', type: 'string', value: 'eu' }])
  },

  async 'a variable without a key is refused'({ repository, connect }) {
    await repository.commit({ 'README.md': 'x' })
    const { refused, store } = connect()
    equal((await refused({ variables: { '': 'x', A: 'y' } })).status, 400)
    equal(store.data.variables.size, 0)
  },

  async 'a value in the repository is taken, unless it was changed here too'({ repository, connect }) {
    const file = (value: string) => ({ 'variable_stubs.json': [{ id: 'v', key: 'K', type: 'string', value }] })
    await repository.commit(file('a'))
    const { pull, refused, store } = connect()
    await pull()
    await repository.commit(file('b'))
    equal((await pull()).variables.changed, ['K'])
    await pull({ variables: { K: 'mine' } })
    await repository.commit(file('c'))
    equal(
      (await refused()).description,
      'variable v "K": changed in the instance and in the repository, with differences',
    )
    equal((await pull({ variables: { K: 'chosen' } })).variables.changed, ['K'])
    await repository.commit(file('d'))
    await pull({ force: true })
    equal(store.data.variables.get('v')?.value, 'd')
  },

  async 'a variable whose key another one has here is a conflict; with force that one makes way'(setting) {
    const { repository, connect } = setting
    const variable = (id: string, key: string) => ({ id, key, type: 'string', value: '' })
    await repository.commit({ 'variable_stubs.json': [variable('1', 'A')] })
    const { pull, refused, store } = connect()
    await pull()
    await store.update(draft => draft.variables.set({ ...variable('mine', 'B'), value: 'kept' }))
    await repository.commit({ 'variable_stubs.json': [variable('1', 'B')] })
    equal((await refused()).description, 'variable 1 "B": variable mine of the instance has this key')
    await pull({ force: true })
    equal([...store.data.variables.values()], [variable('1', 'B'), { ...variable('mine', 'B_2'), value: 'kept' }])
  },

  async 'what is here before the first pull is a conflict, unless it is the same'({ repository, connect }) {
    const { pull, refused, workflow, store } = connect()
    await repository.commit({ 'workflows/1.json': workflowFile('1', 'A') })
    await connect().pull()
    await pull()
    await store.update(draft => {
      draft.sourceControl = null
    })
    equal((await pull()).workflows, [])
    await store.update(draft => {
      draft.workflows.set({ ...workflow('1'), name: 'Mine' })
      draft.sourceControl = { commit: 'not a base', files: 7 }
    })
    equal(
      (await refused()).description,
      'workflow 1 "A": created in the instance and in the repository, with differences',
    )
  },

  async 'a key order, a version or an owner alone is no change'({ repository, connect }) {
    await repository.commit({ 'workflows/1.json': workflowFile('1', 'A') })
    const { pull, edit, workflow } = connect()
    await pull()
    const shuffled = Object.fromEntries(Object.entries(workflowFile('1', 'A')).reverse())
    await repository.commit({
      'workflows/1.json': { ...shuffled, versionId: 'other', owner: 'x@y.zz', triggerCount: 3 },
    })
    equal((await pull()).workflows, [])
    equal(workflow('1').versionId, 'version-of-A')
    await edit('1', { nodes: workflow('1').nodes.map(node => Object.fromEntries(Object.entries(node).reverse())) })
    await repository.commit({ 'workflows/1.json': workflowFile('1', 'B') })
    equal((await pull()).workflows, [{ id: '1', name: 'B' }])
  },

  async 'in profile n8n-1.41 the changed files are answered, and a change on the remote alone asks'(setting) {
    const { repository, connect } = setting
    await repository.commit({
      'workflows/1.json': workflowFile('1', 'A'),
      'credential_stubs/c.json': { id: 'c', name: 'C', type: 't', data: {} },
      'tags.json': tags(['t', 'a']),
      'variable_stubs.json': [{ id: 'v', key: 'K', value: '' }],
    })
    const { changed, refused } = connect({ profile: 'n8n-1.41' })
    const entry = { location: 'remote', conflict: false, updatedAt: '2026-01-01T00:00:00.000Z' }
    const workflow = { id: '1', type: 'workflow', file: 'workflows/1.json', ...entry }
    equal(await changed(), [
      { ...workflow, name: 'A', status: 'created' },
      { ...entry, id: 'c', name: 'C', type: 'credential', file: 'credential_stubs/c.json', status: 'created' },
      {
        ...entry,
        id: 'variables',
        name: 'variables',
        type: 'variables',
        file: 'variable_stubs.json',
        status: 'modified',
      },
      { ...entry, id: 'mappings', name: 'tags', type: 'tags', file: 'tags.json', status: 'modified' },
    ])
    equal(await changed(), [])
    await repository.commit({
      'workflows/1.json': workflowFile('1', 'B'),
      'workflows/2.json': workflowFile('2', 'New'),
    })
    equal((await refused()).description, 'workflow 1 "B": changed in the repository')
    equal(await changed({ force: true }), [
      { ...workflow, name: 'B (Local: A)', status: 'modified', conflict: true },
      { ...workflow, id: '2', file: 'workflows/2.json', name: 'New', status: 'created' },
    ])
    await repository.commit({ 'workflows/2.json': null })
    equal(await changed(), [{ ...workflow, id: '2', file: 'workflows/2.json', name: 'New', status: 'deleted' }])
    await repository.commit({
      'tags.json': { tags: [{ id: 't', name: 'a' }], mappings: [{ workflowId: '1', tagId: 't' }] },
    })
    equal(await changed({ force: true }), [
      { ...entry, id: 'mappings', name: 'tags', type: 'tags', file: 'tags.json', status: 'modified' },
    ])
  },

  async 'a state that is replaced while the repository is read is compared as it then is'({ repository, connect }) {
    await repository.commit({ 'workflows/1.json': workflowFile('1', 'A') })
    const { pull, store, workflow } = connect()
    await pull()
    await repository.commit({ 'workflows/2.json': workflowFile('2', 'B') })
    const pulling = pull()
    await store.update(draft => {
      draft.workflows.delete('1')
      draft.sourceControl = null
    })
    equal(
      (await pulling).workflows.map(({ id }) => id),
      ['1', '2'],
    )
    equal(workflow('1').name, 'A')
  },
}

/** Puts symbolic links and a submodule where files should be. */
async function addOddEntries({ path }: ThrowAwayRemote) {
  const place = { fs, gitdir: path }
  const ref = 'refs/heads/main'
  const head = await git.resolveRef({ ...place, ref })
  const { commit } = await git.readCommit({ ...place, oid: head })
  const root = (await git.readTree({ ...place, oid: commit.tree })).tree
  const folder = root.find(entry => entry.path === 'workflows')
  const inside = (await git.readTree({ ...place, oid: folder?.oid ?? '' })).tree
  const target = await git.writeBlob({ ...place, blob: Buffer.from('1.json') })
  const link = { mode: '120000', type: 'blob', oid: target } as const
  const tree = await git.writeTree({
    ...place,
    tree: [
      ...inside,
      { ...link, path: 'link.json' },
      { mode: '160000', type: 'commit', oid: head, path: 'module.json' },
    ],
  })
  const others = root.filter(entry => entry.path !== 'workflows')
  const top = await git.writeTree({
    ...place,
    tree: [...others, { mode: '040000', type: 'tree', oid: tree, path: 'workflows' }, { ...link, path: 'tags.json' }],
  })
  const next = await git.writeCommit({ ...place, commit: { ...commit, tree: top, parent: [head] } })
  await git.writeRef({ ...place, ref, value: next, force: true })
}
