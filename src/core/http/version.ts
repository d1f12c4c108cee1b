import type { TSchema } from '@sinclair/typebox'
import type { Texts } from '../base/errors.ts'
import type { ExecutionRecord } from '../model/execution.ts'
import type { ReferenceFile } from '../model/reference-file.ts'
import type { RunDataReader, RunForm } from '../model/run-data.ts'
import type { State } from '../model/state.ts'
import type { Role, UserRecord } from '../model/user.ts'
import type { Dialect } from './dialect.ts'
import type { Operation } from './operation.ts'
import type { Reply } from './reply.ts'

/** A version of the service: everything that is known of it. */
export interface Version {
  /** As `--profile` takes it: `n8n-` and the release without its last number. */
  name: string
  /** The release on which it was measured, and when (`2026-11-21`). */
  measured: { release: string; day: string }
  /** True where the published reference decides, not the service: what the reference does not name is not served. */
  isReference?: boolean
  operations: readonly Operation[]
  /** By the names that operations give; the first is the one of those that give none. */
  dialects: Readonly<Record<string, Dialect>>
  /** How it words refusals, by their names; the others as they are worded themselves. */
  texts: Texts
  /** Answers a method that a path has no operation for, before the key is looked at; `undefined` for a 405. */
  answerMethod?(method: string, operations: readonly Operation[]): Reply | undefined
  /** Whether an operation is also found where its path ends in two slashes. */
  takesSecondSlash?(operation: Operation): boolean
  /** Whether it shows its release without a key (`GET /rest/settings`). */
  namesRelease?: boolean
  /** Answers a path that it does not have; `undefined` for a 404. */
  answerUnknown?(method: string, path: string): Response | undefined
  /** Which form new ids of workflows, tags and credentials have: `1`, `2`, …, or 16 random characters. */
  newIds: 'counter' | 'random'
  keys: KeyRules
  /** The version that it is measured against; `undefined` of the first. */
  neighbour?: string
  /** How it differs from that, as the documentation prints it. */
  changes: readonly Change[]
  data: ReferenceData
  writes: WriteLimits
  /** Whether a running service answers as this version does. Asked of the newest version first; it may only read. */
  isAnsweredBy(service: AskedService): Promise<boolean>
  documentation: DocumentationFacts
  /** The form of run data. */
  runForm: RunForm
  /** What was measured of runs beside their form. */
  runs?: RunFacts
  /** Whether a webhook whose node has no `webhookId` is served below its workflow's id and its node's name alone. */
  webhooksBelowWorkflow?: boolean
  /** What of its simulated runs was not measured, in a sentence; said with the notes of a simulation. */
  unmeasuredRuns?: string
  /** An execution that was added by the control API, as a read of it shows it. */
  showExecution(
    execution: ExecutionRecord,
    state: State,
    runData: RunDataReader,
  ): { id: number | string } & Record<string, unknown>
}

/** What is known of the runs of a version. */
export interface RunFacts {
  /** The time zone of workflows that name none. */
  zone: string
  /** Whether a respond node behind a Wait node that a call ends answers that call, and not the one that began the run. */
  areWaitsAnswered: boolean
}

/** What API keys are like in a version. */
export interface KeyRules {
  /** A key for a user, as the service makes them. `now` is in milliseconds since 1970. */
  make(key: { user: UserRecord; id: string; now: number; expiresAt: number | null }): string
  /** The scopes that a key of this role may hold; `undefined` where keys have no scopes. */
  scopesOf(role: Role): readonly string[] | undefined
}

/** Facts read off the service; loaded when they are first asked for. */
export interface ReferenceData {
  credentialTypes: ReferenceFile
  nodeTypes: ReferenceFile
  /** What nodes need before a workflow is published, in versions that check it. */
  activationRequirements?: ReferenceFile
  /** What nodes take: a text with a line of JSON for each type and range of versions. */
  nodeParameters?: ReferenceFile
}

/** A difference to the neighbour, in a sentence. */
export interface Change {
  subject: string
  /** What the neighbour does, where that is stated. */
  before?: string
  sentence: string
}

/** What a version takes when a workflow, a tag or a credential is written, and what it checks. */
export interface WriteLimits {
  /** The settings of a workflow that it knows. */
  settings: readonly string[]
  /** Fields of a workflow that it alone has, stored in `more`. */
  workflowFields: readonly string[]
  /** The fields of a workflow that POST and PUT take. */
  workflowCreate: readonly string[]
  workflowUpdate: readonly string[]
  /** The fields of a credential that POST takes. */
  credentialCreate: readonly string[]
  /** Whether settings that are left out stay as they are. */
  mergesSettings: boolean
  /** The settings that may be sent as `DEFAULT`, which is how the editor writes "not set". */
  defaultSettings: readonly string[]
  /** Settings that it fills in where none is sent, with their values: these say as much as none. */
  filledSettings: Readonly<Record<string, unknown>>
  /** Whether nodes and connections are checked when they are saved. */
  checksStructure: boolean
  /** Whether a published workflow may have a draft beside what is published. */
  takesDrafts: boolean
  /** Whether `/discover` shows the scopes of the key. */
  showsScopes: boolean
  /** What is checked when a workflow is activated: nothing; that it can start; that it is configured as well. */
  activationRules: 'none' | 'start' | 'configuration'
  mostTagName?: number
  mostWorkflowName?: number
  /** In seconds. */
  mostExecutionTimeout?: number
}

/** A running service that is asked which version it is. */
export interface AskedService {
  /** Asks `GET /api/v1` and this path. @throws where nothing answers, or the key is unknown */
  get(path: string, query?: Record<string, string | number | boolean>): Promise<{ status: number; body: unknown }>
  /** The first workflow that the key may list, if there is one. */
  firstWorkflow(): Promise<Readonly<Record<string, unknown>> | undefined>
}

/** What the OpenAPI document says beside the operations. */
export interface DocumentationFacts {
  /** The version that the interface gives itself. */
  apiVersion: string
  /** Tag of operations → what they are about. */
  tags: Readonly<Record<string, string>>
  /** The schemas that have a name of their own in the document. */
  schemas: Readonly<Record<string, TSchema>>
  /** Further schemas that are shown as one of those: a response beside the request that it is documented with. */
  aliases: ReadonlyMap<TSchema, string>
}

/** The dialect of an operation. */
export function dialectOf({ dialects }: Version, operation: Operation): Dialect {
  const [first = ''] = Object.keys(dialects)
  const dialect = dialects[operation.dialect ?? first]
  if (!dialect) throw new Error(`The operation ${operation.id} names the unknown dialect ${operation.dialect}`)
  return dialect
}
