import { createClock } from '../../../../src/core/base/clock.ts'
import { createIds } from '../../../../src/core/base/ids.ts'
import type { Store } from '../../../../src/core/base/store.ts'
import { changedFiles } from '../../../../src/core/features/source-control/local-files.ts'
import { createPuller } from '../../../../src/core/features/source-control/pull.ts'
import type { Puller } from '../../../../src/core/features/source-control/source-control.ts'
import { connectRemote, type GitRemote, type RemoteOptions } from '../../../../src/core/git/remote.ts'
import { createGitRemote, type ThrowAwayRemote } from '../../../../src/core/git/temporary-remote.ts'
import { type Collections, layout, type Values } from '../../../../src/core/model/document.ts'
import type { PullOptions } from '../../../../src/core/model/source-control.ts'
import type { UserRecord } from '../../../../src/core/model/user.ts'
import type { WorkflowRecord } from '../../../../src/core/model/workflow.ts'
import { createMemoryStore } from '../../../../src/core/storage/memory-store.ts'
import { definition as contract } from '../../../../src/core/versions/v1/contract.ts'
import { definition as n8n141 } from '../../../../src/core/versions/v1/n8n-1.41.ts'
import { importResult } from '../../../../src/core/versions/v1/presenters/pull.ts'
import { decisionsOf } from '../../../../src/core/versions/v1/v1.ts'
import { gitCommands } from '../../../needs.ts'
import { type GitServer, serveGit } from './serve-git.ts'

export const ACCOUNT = { username: 'reader', token: 's3cret-Token/+' }
export const OWNER = user('owner-id', 'owner@example.com', 'global:owner')
export const MEMBER = user('member-id', 'member@example.com', 'global:member')

/** The remotes that every case is run against. */
export const KINDS = ['local', ...(gitCommands ? (['http', 'basic'] as const) : [])] as const
export type RemoteKind = 'local' | 'http' | 'basic'

export type Result = ReturnType<typeof importResult>

/** A repository, where it is served, and instances that pull from it. */
export interface Setting extends AsyncDisposable {
  repository: ThrowAwayRemote
  server: GitServer | undefined
  connect(options?: Connection): Understudy
}

export interface Connection extends Partial<RemoteOptions> {
  profile?: 'contract' | 'n8n-1.41'
}

/** What there is to pull into: a store, and what pulls. */
export interface Understudy {
  store: Store<Collections, Values>
  puller: Puller
  log: string[]
  /** The paths of the files whose content was read, pull by pull. */
  reads: string[][]
  pull(options?: PullOptions): Promise<Result>
  /** The same, shown as version 1.41 does. */
  changed(options?: PullOptions): Promise<ReturnType<typeof changedFiles>>
  /** What a refused pull says. */
  refused(options?: PullOptions): Promise<Refusal>
  /** Changes a workflow as a client would. */
  edit(id: string, change: Partial<WorkflowRecord>): Promise<unknown>
  workflow(id: string): WorkflowRecord
  /** Everything that a pull may write, to compare. */
  state(): string
}

export interface Refusal {
  status: number
  message: string
  code?: string
  description?: string
}

export async function createSetting(kind: RemoteKind): Promise<Setting> {
  const repository = await createGitRemote()
  const account = kind === 'basic' ? ACCOUNT : undefined
  const server = kind === 'local' ? undefined : await serveGit(repository.path, account)
  const instances: Understudy[] = []
  return {
    repository,
    server,
    connect(options) {
      const understudy = createUnderstudy({ url: server?.url ?? repository.path, ...account, ...options })
      instances.push(understudy)
      return understudy
    },
    async [Symbol.asyncDispose]() {
      for (const { puller } of instances) await puller.close()
      await server?.close()
      await repository.remove()
    },
  }
}

export function createUnderstudy({ profile = 'contract', ...remote }: Connection & { url: string }): Understudy {
  const decisions = decisionsOf(profile === 'contract' ? contract : n8n141)
  const clock = createClock(Date.parse('2026-01-01T00:00:00Z'))
  const store = createMemoryStore<Collections, Values>(layout, { users: [OWNER, MEMBER] })
  const log: string[] = []
  const reads: string[][] = []
  const puller = createPuller({
    store,
    remote: watched(connectRemote(remote), reads),
    newIds: decisions.ids,
    clock,
    ids: createIds('seed'),
    secrets: {
      seal: data => `sealed ${JSON.stringify(data)}`,
      unseal: text => JSON.parse(text.slice('sealed '.length)),
    },
    log: sentence => log.push(sentence),
  })
  const workflow = (id: string) => {
    const found = store.data.workflows.get(id)
    if (!found) throw new Error(`There is no workflow ${id}`)
    return found
  }
  return {
    store,
    puller,
    log,
    reads,
    workflow,
    pull: async options => importResult(await puller.pull(options ?? {}, OWNER, decisions)),
    changed: async options => changedFiles(await puller.pull(options ?? {}, OWNER, decisions), clock.iso()),
    refused: options =>
      puller.pull(options ?? {}, OWNER, decisions).then(
        answer => {
          throw new Error(`It was not refused: ${JSON.stringify(answer)}`)
        },
        ({ status, message, code, description }) => ({ status, message, code, description }),
      ),
    edit: (id, change) => store.update(draft => draft.workflows.set({ ...workflow(id), ...change })),
    state: () =>
      JSON.stringify({
        ...Object.fromEntries(
          (['workflows', 'credentials', 'tags', 'variables'] as const).map(kind => [
            kind,
            [...store.data[kind].values()],
          ]),
        ),
        counters: store.data.counters,
        sourceControl: store.data.sourceControl,
      }),
  }
}

/** The same remote; what it reads is noted. */
const watched = (remote: GitRemote, reads: string[][]): GitRemote => ({
  ...remote,
  pull(options) {
    const paths: string[] = []
    reads.push(paths)
    return remote.pull({
      ...options,
      take(content) {
        paths.push(...content.paths)
        return options.take?.(content)
      },
    })
  },
})

/** A workflow file as real instances push it. */
export const workflowFile = (id: string, name: string, more: Record<string, unknown> = {}) => ({
  id,
  name,
  nodes: [
    {
      id: `${id}-start`,
      name: 'Start',
      type: 'n8n-nodes-base.manualTrigger',
      typeVersion: 1,
      position: [0, 0],
      parameters: {},
    },
  ],
  connections: {},
  settings: { executionOrder: 'v1' },
  triggerCount: 0,
  versionId: `version-of-${name}`,
  owner: 'owner@example.com',
  ...more,
})

function user(id: string, email: string, role: UserRecord['role']): UserRecord {
  const createdAt = '2025-01-01T00:00:00.000Z'
  return { id, email, role, firstName: null, lastName: null, isPending: false, createdAt, updatedAt: createdAt }
}
