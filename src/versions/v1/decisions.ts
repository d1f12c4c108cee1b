import type { Role } from '../../model/user.ts'

/** The versions that decide these. */
export const DECIDED_IN = ['contract', 'n8n-1.41'] as const
type Name = (typeof DECIDED_IN)[number]

interface Decision<V> {
  /** What it is about, as the documentation prints it. */
  about: string
  contract: { value: V; says: string }
  'n8n-1.41': { value: V; says: string }
}

const decide = <V>(about: string, contract: [V, string], real: [V, string]): Decision<V> => ({
  about,
  contract: { value: contract[0], says: contract[1] },
  'n8n-1.41': { value: real[0], says: real[1] },
})

/**
 * What the two versions decide, side by side. `contract` is the published reference to the letter, and the measured
 * behaviour where it is silent; `n8n-1.41` is the measured behaviour everywhere.
 */
export const DECISIONS = {
  ids: decide<'counter' | 'random'>(
    'ids of workflows, tags, credentials',
    ['counter', '`"1"`, `"2"`, … per kind, never reused'],
    ['random', '16 random characters `[A-Za-z0-9]`'],
  ),
  executionIds: decide<'number' | 'text'>(
    'execution `id`, `retryOf`, `retrySuccessId`',
    ['number', 'numbers'],
    ['text', 'strings (DELETE answers `id` as a number)'],
  ),
  executionWorkflowId: decide<'number' | 'text'>(
    'execution `workflowId`',
    ['number', "a number where the workflow's id is a whole number in decimal, else the string"],
    ['text', 'a string'],
  ),
  executionExtras: decide<boolean>(
    'execution fields',
    [false, "the reference's ten"],
    [true, 'GET by id adds `status`, `deletedAt`; includeData adds `workflowData`'],
  ),
  runningCountsAsNext: decide<boolean>(
    '`nextCursor` when only running executions are left',
    [false, 'null'],
    [true, 'a cursor to an empty page'],
  ),
  absentAsNull: decide<boolean>(
    'an absent value in a field that is not nullable in the reference',
    [false, 'the field is left out'],
    [true, '`null`'],
  ),
  workflowExtras: decide<boolean>(
    'workflow fields',
    [false, "the reference's, `tags` in every answer"],
    [true, 'adds `versionId, meta, pinData, triggerCount`; POST, PUT, DELETE answers leave `tags` out'],
  ),
  staticDataEchoed: decide<boolean>(
    'POST answer for a JSON-string `staticData`',
    [false, 'as every read gives it'],
    [true, 'echoed as sent'],
  ),
  staticDataTyped: decide<boolean>(
    '`staticData` whose JSON is neither an object nor null',
    [true, 'its JSON text'],
    [false, 'the value itself'],
  ),
  workflowOrder: decide<'creation' | 'id'>(
    'order of workflows in the list, and of tags inside a workflow',
    ['creation', 'creation'],
    ['id', 'id, byte order'],
  ),
  activationAnswersBefore: decide<boolean>(
    'answer of activate and deactivate',
    [false, 'the workflow after the change, `staticData` untouched'],
    [true, 'the workflow as before with the new `active`; a schedule trigger writes its `staticData`'],
  ),
  activationChecked: decide<boolean>(
    'activation',
    [false, 'any existing workflow'],
    [
      true,
      'needs an enabled trigger, poller or webhook node of a known type, a free webhook path, a valid cron expression',
    ],
  ),
  activeUpdateChecked: decide<boolean>(
    'PUT of an active workflow',
    [false, 'saved, stays active'],
    [true, 're-checked as an activation; a refusal is 400 (and, unlike the real one, nothing is saved)'],
  ),
  executionTimeoutLimited: decide<boolean>('`executionTimeout` over 3600', [true, '400'], [false, 'accepted']),
  tagNameLength: decide<number | undefined>(
    'tag name',
    [undefined, 'any non-empty string after trimming; empty is 400'],
    [24, '1 to 24 characters after trimming; outside that 409 `Tag already exists`'],
  ),
  tagUpdateAnswersChange: decide<boolean>(
    'PUT /tags/{id} answer',
    [false, 'the whole tag'],
    [true, '`{id, name}` and `updatedAt` if it changed'],
  ),
  credentialEchoed: decide<boolean>(
    'POST /credentials answer',
    [false, "the reference's fields"],
    [true, 'echoes unknown top-level keys'],
  ),
  deletedCredentialHasId: decide<boolean>(
    'DELETE /credentials/{id} answer',
    [true, 'the whole credential without `data`'],
    [false, 'the same without `id`'],
  ),
  usersFor: decide<readonly Role[]>(
    'users operations',
    [['global:owner'], 'the owner only, others 403'],
    [['global:owner', 'global:admin'], 'owner and admin'],
  ),
  foreignCredentialsFor: decide<readonly Role[]>(
    "DELETE of another user's credential",
    [[], '404 for everyone but its owner'],
    [['global:owner', 'global:admin'], 'allowed to owner and admin, 404 for members'],
  ),
  nodeCredentialsAreObjects: decide<boolean>(
    'node `credentials` value that is not an object',
    [true, '400'],
    [false, 'accepted'],
  ),
  emptyAudit: decide<'object' | 'array'>('audit with nothing to report', ['object', '`{}`'], ['array', '`[]`']),
  auditSectionsWithoutLocation: decide<boolean>(
    'audit sections without a location list (instance settings, outdated version), kind `custom`',
    [false, 'left out'],
    [true, 'present'],
  ),
  communityNodesFromWorkflows: decide<boolean>(
    'community nodes in the audit',
    [true, 'of the installed packages, and of the node types that workflows use'],
    [false, 'of the installed packages only'],
  ),
  limitAtLeastOne: decide<boolean>(
    '`limit` 0 or negative',
    [true, '400 `request/query/limit must be >= 1`'],
    [false, 'everything, `nextCursor` null'],
  ),
  remoteChangeConflicts: decide<boolean>(
    'source control, a workflow changed only on the remote',
    [false, 'pulled'],
    [true, 'a conflict unless `force`'],
  ),
  pullAnswer: decide<'importResult' | 'files'>(
    'source control pull answer',
    ['importResult', '`importResult`'],
    ['files', 'array of changed files'],
  ),
  sourceControlStatus: decide<boolean>(
    'source control refusals',
    [false, '`{"message": …}`'],
    [true, '`{"status":"Error","message": …}`'],
  ),
} satisfies Record<string, Decision<unknown>>

type Table = typeof DECISIONS

/** What a version decides: name → value. */
export type Decisions = { readonly [K in keyof Table]: Table[K] extends Decision<infer V> ? V : never }

export function decisionsOf(name: Name): Decisions {
  return Object.fromEntries(Object.entries(DECISIONS).map(([key, entry]) => [key, entry[name].value])) as Decisions
}
