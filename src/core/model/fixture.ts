import { type Static, type TArray, type TOptional, type TSchema, Type } from '@sinclair/typebox'
import { FixtureDataTable, FixtureDataTableRow } from './fixture/data-table.ts'
import { FixtureExecution } from './fixture/execution.ts'
import { count, strict, text } from './fixture/fields.ts'
import {
  FixtureApiKey,
  FixtureCustomRole,
  FixtureFolder,
  FixturePackage,
  FixtureProject,
  FixtureSourceControl,
  FixtureUser,
} from './fixture/people.ts'
import {
  FixtureCredential,
  FixturePublishEvent,
  FixtureTag,
  FixtureVariable,
  FixtureWorkflow,
  FixtureWorkflowVersion,
} from './fixture/workflow.ts'
import { FEATURES } from './licence.ts'
import { AnyMap, Enumeration, Nullable } from './schema.ts'

const counter = Type.Optional(count)
const list = Type.Optional(Type.Array(Type.Unknown()))

/** The collections that a fixture can bring, by name. */
export const FIXTURE_COLLECTIONS = {
  users: FixtureUser,
  apiKeys: FixtureApiKey,
  workflows: FixtureWorkflow,
  tags: FixtureTag,
  credentials: FixtureCredential,
  executions: FixtureExecution,
  variables: FixtureVariable,
  workflowVersions: FixtureWorkflowVersion,
  publishEvents: FixturePublishEvent,
  annotationTags: FixtureTag,
  dataTables: FixtureDataTable,
  dataTableRows: FixtureDataTableRow,
  projects: FixtureProject,
  folders: FixtureFolder,
  customRoles: FixtureCustomRole,
}
type Items = typeof FIXTURE_COLLECTIONS

const CredentialSchemaShape = Type.Object({
  additionalProperties: Type.Boolean(),
  type: Type.String(),
  properties: AnyMap(),
  allOf: Type.Optional(Type.Array(AnyMap())),
  required: Type.Array(Type.String()),
})

/** What a fixture has beside its collections. */
const OTHER_PARTS = {
  format: Type.Optional(Type.Integer({ minimum: 1 })),
  counters: Type.Optional(
    Type.Object(
      { workflows: counter, tags: counter, credentials: counter, executions: counter, publishEvents: counter },
      strict,
    ),
  ),
  sourceControl: Type.Optional(FixtureSourceControl),
  communityPackages: Type.Optional(Type.Array(FixturePackage)),
  sealCheck: Type.Optional(Nullable(text)),
  /** What the instance is licensed for; nothing where null. */
  licence: Type.Optional(
    Nullable(
      Type.Union([Enumeration(['all']), Type.Array(Enumeration(FEATURES))], {
        expects: `"all", null, or a list of these features: ${FEATURES.join(', ')}`,
      }),
    ),
  ),
  /** The settings of telemetry that differ from those that an instance comes with; their headers may hold secrets. */
  otelSettings: Type.Optional(Nullable(AnyMap())),
  /** The version of the service that it was made from; counts where it is loaded at a start. */
  profile: Type.Optional(Nullable(text)),
  /** Name → data schema, as the schema operation answers it. */
  credentialTypes: Type.Optional(AnyMap({ additionalProperties: CredentialSchemaShape })),
}

/**
 * A fixture: the document with any part left out. The one schema of documents, fixtures and seeds.
 *
 * @example
 * { "tags": [{ "name": "urgent" }], "workflows": [{ "id": "1", "name": "Intake", "tags": ["urgent"] }],
 *   "executions": [{ "workflowId": "1", "status": "error" }] }
 */
export const Fixture = Type.Object({ ...collections(FIXTURE_COLLECTIONS), ...OTHER_PARTS }, strict)
export type Fixture = Static<typeof Fixture>
/** A record of a fixture, by the name of its collection. */
export type FixtureOf<K extends keyof Items> = Static<Items[K]>

function collections<T extends Record<string, TSchema>>(items: T) {
  const lists = Object.entries(items).map(([name, item]) => [name, Type.Optional(Type.Array(item))])
  return Object.fromEntries(lists) as { [K in keyof T]: TOptional<TArray<T[K]>> }
}

/** A fixture whose records are checked apart from it. */
export const FixtureFrame = Type.Object(
  { ...Object.fromEntries(Object.keys(FIXTURE_COLLECTIONS).map(name => [name, list])), ...OTHER_PARTS },
  strict,
)
