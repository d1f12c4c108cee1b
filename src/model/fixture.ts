import { type Static, Type } from '@sinclair/typebox'
import { EXECUTION_MODES, EXECUTION_STATUSES } from './execution.ts'
import { AnyMap, Enumeration, Nullable } from './schema.ts'
import { ROLES } from './user.ts'

const text = Type.String()
const flag = Type.Boolean()
/** The highest number that an id may be: what comes after it is still told apart from it. */
const MAX_ID = 999_999_999_999_999

const id = Type.Union([Type.String({ minLength: 1 }), Type.Integer({ minimum: 0, maximum: MAX_ID })], {
  type: 'string or a whole number',
})
const anything = Type.Unknown()
const date = Type.String({ format: 'date' })
const dates = { createdAt: Type.Optional(date), updatedAt: Type.Optional(date) }
const name = Type.Optional(Nullable(Type.String({ maxLength: 32 })))
const strict = { additionalProperties: false }

const FixtureUser = Type.Object(
  {
    id: Type.Optional(Type.String({ format: 'uuid' })),
    email: Type.String({ format: 'email' }),
    firstName: name,
    lastName: name,
    role: Type.Optional(Enumeration(ROLES)),
    isPending: Type.Optional(flag),
    /** In clear; only its hash is kept. */
    apiKey: Type.Optional(Type.String({ minLength: 1 })),
    ...dates,
  },
  strict,
)

const FixtureApiKey = Type.Object(
  {
    ...{ id: text, userId: text, label: text, hash: Type.String({ pattern: '^[0-9a-f]{64}$' }), createdAt: text },
    lastUsedAt: Type.Optional(date),
  },
  strict,
)

const FixtureTag = Type.Object({ id: Type.Optional(id), name: Type.String({ minLength: 1 }), ...dates }, strict)

const TagReference = Type.Union(
  [text, Type.Object({ id: Type.Optional(id), name: Type.Optional(text) }, { additionalProperties: true })],
  { expects: 'the id or name of a tag, or a tag' },
)

/** Its unknown keys are passed over: exported workflows have some that are nothing to this service. */
const FixtureWorkflow = Type.Object({
  id: Type.Optional(id),
  name: text,
  active: Type.Optional(flag),
  nodes: Type.Optional(Type.Array(AnyMap())),
  connections: Type.Optional(AnyMap()),
  settings: Type.Optional(Nullable(AnyMap())),
  staticData: Type.Optional(anything),
  tags: Type.Optional(Nullable(Type.Array(TagReference))),
  /** A user's id or e-mail address. */
  owner: Type.Optional(text),
  versionId: Type.Optional(Nullable(text)),
  meta: Type.Optional(anything),
  pinData: Type.Optional(anything),
  triggerCount: Type.Optional(Type.Integer()),
  ...dates,
})

const FixtureCredential = Type.Object(
  {
    id: Type.Optional(id),
    name: text,
    type: text,
    /** In clear, or sealed as a document keeps it. */
    data: Type.Optional(Type.Union([AnyMap(), text], { expects: 'an object' })),
    owner: Type.Optional(text),
    ...dates,
  },
  strict,
)

const executionId = Type.Union(
  [Type.Integer({ minimum: 0, maximum: MAX_ID }), Type.String({ pattern: '^(0|[1-9][0-9]{0,14})$' })],
  { expects: `a whole number up to ${MAX_ID}, or one as text` },
)

const FixtureExecution = Type.Object(
  {
    id: Type.Optional(executionId),
    workflowId: id,
    status: Enumeration(EXECUTION_STATUSES),
    finished: Type.Optional(flag),
    mode: Type.Optional(Enumeration(EXECUTION_MODES)),
    retryOf: Type.Optional(Nullable(executionId)),
    retrySuccessId: Type.Optional(Nullable(executionId)),
    startedAt: Type.Optional(date),
    stoppedAt: Type.Optional(Nullable(date)),
    waitTill: Type.Optional(Nullable(date)),
    deletedAt: Type.Optional(Nullable(date)),
    data: Type.Optional(anything),
    workflowData: Type.Optional(anything),
    customData: Type.Optional(anything),
  },
  strict,
)

const FixtureVariable = Type.Object(
  { id: Type.Optional(id), key: Type.String({ minLength: 1 }), type: Type.Optional(text), value: text },
  strict,
)

const count = Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_ID }))

/**
 * A fixture: the document with any part left out. The one schema of documents, fixtures and seeds.
 *
 * @example
 * { "tags": [{ "name": "urgent" }], "workflows": [{ "id": "1", "name": "Intake", "tags": ["urgent"] }],
 *   "executions": [{ "workflowId": "1", "status": "error" }] }
 */
export const Fixture = Type.Object(
  {
    format: Type.Optional(Type.Integer()),
    users: Type.Optional(Type.Array(FixtureUser)),
    apiKeys: Type.Optional(Type.Array(FixtureApiKey)),
    workflows: Type.Optional(Type.Array(FixtureWorkflow)),
    tags: Type.Optional(Type.Array(FixtureTag)),
    credentials: Type.Optional(Type.Array(FixtureCredential)),
    executions: Type.Optional(Type.Array(FixtureExecution)),
    variables: Type.Optional(Type.Array(FixtureVariable)),
    counters: Type.Optional(
      Type.Object({ workflows: count, tags: count, credentials: count, executions: count }, strict),
    ),
    sourceControl: Type.Optional(Nullable(AnyMap())),
    communityPackages: Type.Optional(
      Type.Array(
        Type.Object({
          packageName: text,
          installedVersion: Type.Optional(text),
          installedNodes: Type.Array(Type.Object({ name: text, type: text, latestVersion: Type.Optional(anything) })),
        }),
      ),
    ),
    sealCheck: Type.Optional(Nullable(text)),
  },
  strict,
)
export type Fixture = Static<typeof Fixture>
export type FixtureOf<K extends 'users' | 'workflows' | 'tags' | 'credentials' | 'executions' | 'variables'> =
  NonNullable<Fixture[K]>[number]
