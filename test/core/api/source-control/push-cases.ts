import { deepStrictEqual as equal, match, ok, rejects } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ControlledFile } from '../../../../src/core/features/source-control/controlled-files.ts'
import type { PushOptions } from '../../../../src/core/features/source-control/push.ts'
import type { RemoteTest } from './run-case.ts'
import { MEMBER, OWNER, type RemoteKind, type Setting, type Understudy, workflowFile } from './setting.ts'

const AT = '2026-01-01T00:00:00.000Z'

/** Everything that there is to push. */
const ALL: PushOptions['fileNames'] = [
  { id: '1', type: 'workflow' },
  { id: '2', type: 'workflow' },
  { id: 'c1', type: 'credential' },
  { id: 'mappings', type: 'tags' },
  { id: 'variables', type: 'variables' },
]
const workflow = (id: string): PushOptions['fileNames'] => [{ id, type: 'workflow' }]

const git = (path: string, ...words: string[]) => execFileSync('git', words, { cwd: path, encoding: 'utf8' }).trim()
const subjects = (path: string, branch = 'main') => git(path, 'log', '--format=%s', branch).split('\n')

/** Two workflows, a credential, a tag and a variable. */
async function fill({ store }: Understudy) {
  await store.update(draft => {
    for (const [id, name] of [
      ['1', 'Orders'],
      ['2', 'Invoices'],
    ] as const) {
      const { owner: _, ...file } = workflowFile(id, name)
      const rest = { staticData: null, meta: null, pinData: null, owner: MEMBER.id, createdAt: AT, updatedAt: AT }
      draft.workflows.set({ ...file, ...rest, active: true, tags: id === '1' ? ['t1'] : [] })
    }
    const data = `sealed ${JSON.stringify({ user: '={{ $env.USER }}', password: 'hunter2', port: 25, nested: { key: 'k3y' } })}`
    draft.credentials.set({
      id: 'c1',
      name: 'Shop',
      type: 'smtp',
      data,
      owner: MEMBER.id,
      createdAt: AT,
      updatedAt: AT,
    })
    draft.tags.set({ id: 't1', name: 'prod', createdAt: AT, updatedAt: AT })
    draft.variables.set({ id: 'v1', key: 'REGION', type: 'string', value: 'eu' })
  })
}

const push = ({ puller }: Understudy, fileNames = ALL, commitMessage = 'Push', force = false) =>
  puller.push({ fileNames, commitMessage, ...(force ? { force } : {}) }, OWNER)

/** What a refused push says. */
const refused = (instance: Understudy, ...options: Parameters<typeof push> extends [unknown, ...infer R] ? R : never) =>
  push(instance, ...options).then(
    files => {
      throw new Error(`It was not refused: ${JSON.stringify(files)}`)
    },
    ({ status, code, message }) => ({ status, code, message: String(message) }),
  )

const short = (files: ControlledFile[]) => files.map(({ type, id, status, conflict }) => [type, id, status, conflict])
const statusOf = async ({ puller }: Understudy, direction: 'push' | 'pull') => short(await puller.status(direction))

const PUSH_CASES: Record<string, RemoteTest> = {
  async 'what one instance pushes into an empty repository, another pulls'({ repository, connect }) {
    const [one, two] = [connect(), connect()]
    await fill(one)
    equal(await statusOf(one, 'push'), [
      ['workflow', '1', 'created', false],
      ['workflow', '2', 'created', false],
      ['credential', 'c1', 'created', false],
      ['variables', 'variables', 'created', false],
      ['tags', 'mappings', 'created', false],
    ])
    const pushed = await push(one, ALL, 'First of all')
    equal(pushed[0], {
      file: 'workflows/1.json',
      id: '1',
      name: 'Orders',
      type: 'workflow',
      status: 'created',
      location: 'local',
      conflict: false,
      updatedAt: AT,
      pushed: true,
    })
    equal(
      git(repository.path, 'log', '--format=%s|%an|%ae|%ad|%cd', '--date=raw', 'main'),
      'First of all|owner@example.com|owner@example.com|1767225600 +0000|1767225600 +0000',
    )
    match(git(repository.path, 'fsck', '--strict', '--no-dangling'), /^$/)
    const { workflows, credentials, tags, variables } = await two.pull()
    equal(
      [workflows.length, credentials.length, tags.tags.length, tags.mappings.length, variables.added],
      [2, 1, 1, 1, ['REGION']],
    )
    const [{ name, nodes, settings, versionId, owner, tags: ids, active }] = [two.workflow('1')]
    equal([name, versionId, owner, ids, active], ['Orders', 'version-of-Orders', MEMBER.id, ['t1'], false])
    equal([nodes, settings], [one.workflow('1').nodes, one.workflow('1').settings])
    for (const instance of [one, two]) {
      equal(await statusOf(instance, 'push'), [])
      equal(await statusOf(instance, 'pull'), [])
      equal((await instance.pull()).workflows, [])
    }
    equal(await push(one), [])
    equal(subjects(repository.path), ['First of all'])
  },

  async 'no secret is pushed: of credential data only expressions, of variables only keys'({ repository, connect }) {
    const one = connect()
    await fill(one)
    await push(one)
    const show = (file: string) => JSON.parse(git(repository.path, 'show', `main:${file}`))
    equal(show('credential_stubs/c1.json').isGlobal, false)
    equal(show('credential_stubs/c1.json').data, {
      user: '={{ $env.USER }}',
      password: '',
      port: 0,
      nested: { key: '' },
    })
    equal(show('variable_stubs.json'), [{ id: 'v1', key: 'REGION', type: 'string', value: '' }])
    const all = git(repository.path, 'grep', '-h', '', 'main')
    for (const secret of ['hunter2', 'k3y', '"eu"', 'sealed']) ok(!all.includes(secret), `${secret} was pushed`)
  },

  async 'a commit has the whole name of who pushes, and a workflow all fields that the service writes'(setting) {
    const instance = setting.connect()
    await fill(instance)
    const named = { ...OWNER, firstName: 'Olga', lastName: 'Owner' }
    await instance.puller.push({ fileNames: ALL, commitMessage: 'Named' }, named)
    const { path } = setting.repository
    equal(git(path, 'log', '--format=%an|%ae', 'main'), 'Olga Owner|owner@example.com')
    const { parentFolderId, isArchived } = JSON.parse(git(path, 'show', 'main:workflows/1.json'))
    equal({ parentFolderId, isArchived }, { parentFolderId: null, isArchived: false })
  },

  async 'a tag that no workflow has is to be pushed, too'({ connect }) {
    const instance = connect()
    await fill(instance)
    await push(instance)
    await instance.store.update(draft => draft.tags.set({ id: 't2', name: 'new', createdAt: AT, updatedAt: AT }))
    equal(await statusOf(instance, 'push'), [['tags', 'mappings', 'modified', false]])
    await push(instance)
    equal(await statusOf(instance, 'push'), [])
  },

  async 'changes go both ways, and each instance has what the other made'({ repository, connect }) {
    const [one, two] = [connect(), connect()]
    await fill(one)
    await push(one, ALL, 'one')
    await two.pull()
    await two.edit('1', { name: 'Orders 2', updatedAt: '2026-02-02T00:00:00.000Z' })
    equal(await statusOf(two, 'push'), [['workflow', '1', 'modified', false]])
    equal(
      (await push(two, workflow('1'), 'two')).map(({ name, updatedAt }) => [name, updatedAt]),
      [['Orders 2', '2026-02-02T00:00:00.000Z']],
    )
    equal(await statusOf(one, 'pull'), [['workflow', '1', 'modified', false]])
    equal(await statusOf(one, 'push'), [])
    equal((await one.pull()).workflows, [{ id: '1', name: 'Orders 2' }])
    await one.edit('2', { name: 'Invoices 2' })
    await push(one, workflow('2'), 'one again')
    equal((await two.pull()).workflows, [{ id: '2', name: 'Invoices 2' }])
    equal(subjects(repository.path), ['one again', 'two', 'one'])
    equal(git(repository.path, 'show', '--format=', '--name-only', 'main'), 'workflows/2.json')
  },

  async 'only the chosen files are pushed, and the others stay to be pushed'({ repository, connect }) {
    const one = connect()
    await fill(one)
    await push(one, workflow('2'))
    equal(git(repository.path, 'ls-tree', '-r', '--name-only', 'main'), 'workflows/2.json')
    equal(
      (await statusOf(one, 'push')).map(([type, id]) => `${type} ${id}`),
      ['workflow 1', 'credential c1', 'variables variables', 'tags mappings'],
    )
  },

  async 'what was changed on both sides is refused, and with force the instance wins'({ repository, connect }) {
    const [one, two] = [connect(), connect()]
    await fill(one)
    await push(one, ALL, 'first')
    await two.pull()
    await one.edit('1', { name: 'Of one' })
    await push(one, workflow('1'), 'of one')
    await two.edit('1', { name: 'Of two' })
    equal(await statusOf(two, 'push'), [['workflow', '1', 'modified', true]])
    equal(await statusOf(two, 'pull'), [['workflow', '1', 'modified', true]])
    const before = two.state()
    const { status, code, message } = await refused(two, workflow('1'))
    equal([status, code], [409, 'conflict'])
    match(message, /Nothing was pushed: the branch has moved on since the last pull; pull first, or force/)
    equal((await two.refused()).status, 409)
    equal([two.state(), subjects(repository.path)], [before, ['of one', 'first']])
    await push(two, workflow('1'), 'of two', true)
    equal(subjects(repository.path), ['of two', 'of one', 'first'])
    equal((await one.pull()).workflows, [{ id: '1', name: 'Of two' }])
    equal(await statusOf(two, 'push'), [])
  },

  async 'a branch that moved on is refused, also where another file was changed'({ repository, connect }) {
    const [one, two] = [connect(), connect()]
    await fill(one)
    await push(one)
    await two.pull()
    await one.edit('1', { name: 'Of one' })
    await push(one, workflow('1'))
    await two.edit('2', { name: 'Of two' })
    equal((await refused(two, workflow('2'))).status, 409)
    equal((await two.pull()).workflows, [{ id: '1', name: 'Of one' }])
    await push(two, workflow('2'))
    equal((await one.pull()).workflows, [{ id: '2', name: 'Of two' }])
    equal(subjects(repository.path).length, 3)
  },

  async 'what is deleted is removed, and stays in the other instance'({ repository, connect }) {
    const [one, two] = [connect(), connect()]
    await fill(one)
    await push(one)
    await two.pull()
    await one.store.update(draft => {
      draft.workflows.delete('1')
      draft.credentials.delete('c1')
    })
    equal(await statusOf(one, 'push'), [
      ['workflow', '1', 'deleted', false],
      ['credential', 'c1', 'deleted', false],
      ['tags', 'mappings', 'modified', false],
    ])
    await push(one)
    equal(git(repository.path, 'ls-tree', '-r', '--name-only', 'main').split('\n'), [
      'tags.json',
      'variable_stubs.json',
      'workflows/2.json',
    ])
    equal(await statusOf(two, 'pull'), [
      ['workflow', '1', 'deleted', false],
      ['credential', 'c1', 'deleted', false],
    ])
    await two.pull()
    equal(two.workflow('1').name, 'Orders')
    equal([await statusOf(two, 'push'), await statusOf(two, 'pull')], [[], []])
  },

  async 'what else is in the repository stays as it is'({ repository, connect }) {
    await repository.commit({
      'README.md': '# Flows',
      'docs/deep/a.txt': 'x',
      'workflows/notes.txt': 'mine',
      'workflows/old.json': workflowFile('1', 'Orders'),
    })
    const one = connect()
    await one.pull()
    await one.edit('1', { name: 'Orders 2' })
    const [file] = await push(one, workflow('1'), 'rename')
    equal(file?.file, 'workflows/old.json')
    equal(git(repository.path, 'ls-tree', '-r', '--name-only', 'main').split('\n'), [
      'README.md',
      'docs/deep/a.txt',
      'workflows/notes.txt',
      'workflows/old.json',
    ])
    equal(git(repository.path, 'show', '--format=', '--name-only', 'main'), 'workflows/old.json')
    match(git(repository.path, 'fsck', '--strict', '--no-dangling'), /^$/)
  },

  async 'a branch that is not there is made'({ repository, connect }) {
    await repository.commit({ 'README.md': 'x' })
    const one = connect({ branch: 'team/dev' })
    await fill(one)
    await push(one, ALL, 'Begin')
    equal([subjects(repository.path, 'team/dev'), subjects(repository.path)], [['Begin'], ['Commit 1']])
    equal((await connect({ branch: 'team/dev' }).pull()).workflows.length, 2)
  },

  async 'what cannot be pushed is refused by name, and nothing is committed'({ repository, connect }) {
    const one = connect()
    await fill(one)
    await push(one, workflow('1'))
    const before = one.state()
    for (const [id, type, says] of [
      ['nope', 'workflow', /There is no workflow "nope"/],
      ['n\u001b\u202epe', 'workflow', /There is no workflow "n\\\\u001b\\\\u202epe"/],
      ['1', 'credential', /There is no credential "1"/],
      ['f', 'folders', /can be pushed, not "folders"/],
    ] as const) {
      const { status, message } = await refused(one, [...workflow('2'), { id, type }])
      equal(status, 400)
      match(message, says)
    }
    equal([one.state(), subjects(repository.path)], [before, ['Push']])
  },

  async 'a file name of more than 250 bytes is refused by name, and nothing is committed'({ repository, connect }) {
    const one = connect()
    await fill(one)
    await push(one, workflow('1'))
    const fits = 'x'.repeat(245)
    const tooLong = 'x'.repeat(246)
    const encoded = 'ä'.repeat(42)
    for (const id of [fits, tooLong, encoded])
      await one.store.update(draft => draft.workflows.set({ ...one.workflow('2'), id }))
    const before = one.state()
    for (const id of [tooLong, encoded]) {
      const { status, message } = await refused(one, [...workflow(fits), ...workflow(id)])
      equal(status, 400)
      match(message, /Nothing was pushed\. The file name of workflow ".*…" has 25\d bytes, and at most 250 are pushed/)
    }
    equal([one.state(), subjects(repository.path)], [before, ['Push']])
    const [file] = await push(one, workflow(fits))
    equal(file?.file, `workflows/${fits}.json`)
  },

  async 'a status names files as a push and a pull do'({ repository, connect }) {
    const one = connect()
    await repository.commit({
      'workflows/7.json': workflowFile('other', 'Other'),
      'workflows/named.json': workflowFile('1', 'Old'),
    })
    await one.pull()
    await fill(one)
    const ids = ['7', '7-2', 'a b/c', 'a%20b', '\ud800', '..']
    for (const id of ids) await one.store.update(draft => draft.workflows.set({ ...one.workflow('2'), id }))
    const told = (await one.puller.status('push')).map(({ id, file }) => [id, file])
    const pushed = await push(one, [...ALL, ...ids.flatMap(workflow)])
    equal(
      pushed.map(({ id, file }) => [id, file]),
      told,
    )
    equal(Object.fromEntries(told), {
      1: 'workflows/named.json',
      2: 'workflows/2.json',
      7: 'workflows/7-2.json',
      '7-2': 'workflows/7-2-2.json',
      'a b/c': 'workflows/a%20b%2Fc.json',
      'a%20b': 'workflows/a%2520b.json',
      '\ud800': 'workflows/%EF%BF%BD.json',
      '..': 'workflows/...json',
      c1: 'credential_stubs/c1.json',
      mappings: 'tags.json',
      variables: 'variable_stubs.json',
    })
    const two = connect()
    const names = new Map((await two.puller.status('pull')).map(({ id, name }) => [id, name]))
    equal([names.get('1'), names.get('2'), names.get('c1')], ['Orders', 'Invoices', 'Shop'])
    await two.pull()
    await repository.commit({ 'workflows/named.json': null })
    const deleted = (await two.puller.status('pull')).find(({ id }) => id === '1')
    equal([deleted?.status, deleted?.file], ['deleted', 'workflows/named.json'])
  },

  async 'a push fails where the instance cannot store that it was done'({ repository, connect }) {
    const one = connect()
    await fill(one)
    Object.assign(one.store, { update: () => Promise.reject(new Error('The disk is full')) })
    await rejects(push(one, workflow('1')), /The disk is full/)
    equal(subjects(repository.path), ['Push'])
  },

  async 'a second push while one runs is refused with 409'({ connect }) {
    const one = connect()
    await fill(one)
    const first = push(one)
    equal((await refused(one)).status, 409)
    equal((await first).length, 5)
  },

  async 'of two pushes at the same moment one wins, and the other is refused'({ repository, connect }) {
    const [one, two] = [connect(), connect()]
    await fill(one)
    await push(one)
    await two.pull()
    await one.edit('1', { name: 'Of one' })
    await two.edit('1', { name: 'Of two' })
    const results = await Promise.allSettled([push(one, workflow('1'), 'a'), push(two, workflow('1'), 'b')])
    const lost = results.flatMap(result => (result.status === 'rejected' ? [result.reason.status] : []))
    equal([lost, subjects(repository.path).length], [[409], 2])
    match(git(repository.path, 'fsck', '--strict', '--no-dangling'), /^$/)
  },
}

/** Cases of a repository that git serves. */
const SERVED_PUSH_CASES: Record<string, RemoteTest> = {
  async 'a repository that does not take the commit is refused, and nothing is remembered'({ repository, connect }) {
    const one = connect()
    await fill(one)
    await push(one, workflow('1'))
    const hook = join(repository.path, 'hooks', 'pre-receive')
    await writeFile(hook, '#!/bin/sh\nexit 1\n').catch(async () => {
      execFileSync('mkdir', ['-p', join(repository.path, 'hooks')])
      await writeFile(hook, '#!/bin/sh\nexit 1\n')
    })
    await chmod(hook, 0o755)
    const before = one.state()
    const { status, code, message } = await refused(one, workflow('2'))
    equal([status, code], [409, 'rejected'])
    match(message, /rejected the commit \(ng refs\/heads\/main pre-receive hook declined\)/)
    equal([one.state(), subjects(repository.path)], [before, ['Push']])
  },
}

/** The cases of a remote of a kind. */
export const pushCasesOf = (kind: RemoteKind) =>
  kind === 'local' ? PUSH_CASES : { ...PUSH_CASES, ...SERVED_PUSH_CASES }

/** Cases of a repository on this machine. */
export const LOCAL_PUSH_CASES: Record<string, (setting: Setting, folder: string) => Promise<void>> = {
  async 'a branch that is checked out is refused'({ repository, connect }, folder) {
    await repository.commit({ 'README.md': 'x' })
    git('/', 'clone', '-q', repository.path, folder)
    const one = connect({ url: folder })
    await one.pull()
    await fill(one)
    const { status, message } = await refused(one)
    equal(status, 409)
    match(message, /Branch main is checked out in .*; push to a bare repository/)
    git(folder, 'checkout', '-q', '-b', 'other')
    await push(one, ALL, 'Now')
    equal(subjects(folder, 'main'), ['Now', 'Commit 1'])
  },

  async 'a branch that another holds is refused, and so is one whose lock was left'({ repository, connect }) {
    await repository.commit({ 'README.md': 'x' })
    const one = connect()
    await one.pull()
    await fill(one)
    await writeFile(join(repository.path, 'refs', 'heads', 'main.lock'), '')
    equal((await refused(one)).status, 409)
    equal(subjects(repository.path), ['Commit 1'])
  },

  async 'a branch that another is in the way of is refused with the reason'({ repository, connect }) {
    await repository.commit({ 'README.md': 'x' })
    const one = connect({ branch: 'main/dev' })
    await fill(one)
    const { status, code, message } = await refused(one)
    equal([status, code], [400, 'broken'])
    match(message, /Branch main\/dev of .* cannot be written \((EEXIST|ENOTDIR)\)/)
    equal(subjects(repository.path), ['Commit 1'])
    git(repository.path, 'branch', 'team/dev')
    const other = connect({ branch: 'team' })
    await fill(other)
    const refusal = await refused(other)
    equal([refusal.status, refusal.code], [400, 'broken'])
    match(refusal.message, /Branch team of .* cannot be written \((EISDIR|ENOTEMPTY|EEXIST|EPERM)\)/)
    equal((await readdir(join(repository.path, 'refs', 'heads'))).sort(), ['main', 'team'])
  },

  async 'refs that git has packed are moved, too'({ repository, connect }) {
    await repository.commit({ 'workflows/1.json': workflowFile('1', 'A') })
    git(repository.path, 'gc', '-q')
    const one = connect()
    await one.pull()
    await one.edit('1', { name: 'B' })
    await push(one, workflow('1'), 'On top')
    equal(subjects(repository.path), ['On top', 'Commit 1'])
    match(git(repository.path, 'fsck', '--strict', '--no-dangling'), /^$/)
  },

  async 'a file that may be run stays one, and so does one that may not'({ repository, connect }, folder) {
    await repository.commit({ 'workflows/1.json': workflowFile('1', 'A'), 'workflows/2.json': workflowFile('2', 'B') })
    git('/', 'clone', '-q', repository.path, folder)
    git(folder, 'update-index', '--chmod=+x', 'workflows/1.json')
    git(folder, '-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '-qm', 'run')
    git(folder, 'push', '-q')
    const one = connect()
    await one.pull()
    for (const id of ['1', '2']) await one.edit(id, { name: 'changed' })
    await push(one, [...workflow('1'), ...workflow('2')], 'On top')
    equal(git(repository.path, 'ls-tree', '-r', '--format=%(objectmode) %(path)', 'main').split('\n'), [
      '100755 workflows/1.json',
      '100644 workflows/2.json',
    ])
  },
}
