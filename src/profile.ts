import type { Role } from './model/user.ts'

export const PROFILES = ['contract', 'n8n-1.41'] as const
export type ProfileName = (typeof PROFILES)[number]

interface Rule<V> {
  /** What the rule is about, as the README prints it. */
  rule: string
  contract: { value: V; says: string }
  'n8n-1.41': { value: V; says: string }
}

const rule = <V>(rule: string, contract: [V, string], real: [V, string]): Rule<V> => ({
  rule,
  contract: { value: contract[0], says: contract[1] },
  'n8n-1.41': { value: real[0], says: real[1] },
})

/**
 * Every rule by which profiles differ. `contract` is the published reference to the letter, and the observed behaviour
 * where it is silent; `n8n-1.41` is the observed behaviour everywhere. Nothing else asks for a profile's name.
 */
export const RULES = {
  ids: rule<'counter' | 'random'>(
    'ids of workflows, tags, credentials',
    ['counter', '`"1"`, `"2"`, … per kind, never reused'],
    ['random', '16 random characters `[A-Za-z0-9]`'],
  ),
  executionIds: rule<'number' | 'text'>(
    'execution `id`, `retryOf`, `retrySuccessId`',
    ['number', 'numbers'],
    ['text', 'strings (DELETE answers `id` as a number)'],
  ),
  executionWorkflowId: rule<'number' | 'text'>(
    'execution `workflowId`',
    ['number', "a number where the workflow's id is a whole number in decimal, else the string"],
    ['text', 'a string'],
  ),
  executionExtras: rule<boolean>(
    'execution fields',
    [false, "the reference's ten"],
    [true, 'GET by id adds `status`, `deletedAt`; includeData adds `workflowData`'],
  ),
  runningCountsAsNext: rule<boolean>(
    '`nextCursor` when only running executions are left',
    [false, 'null'],
    [true, 'a cursor to an empty page'],
  ),
  absentAsNull: rule<boolean>(
    'an absent value in a field that is not nullable in the reference',
    [false, 'the field is left out'],
    [true, '`null`'],
  ),
  workflowExtras: rule<boolean>(
    'workflow fields',
    [false, "the reference's, `tags` in every answer"],
    [true, 'adds `versionId, meta, pinData, triggerCount`; POST, PUT, DELETE answers leave `tags` out'],
  ),
  staticDataEchoed: rule<boolean>(
    'POST answer for a JSON-string `staticData`',
    [false, 'as every read gives it'],
    [true, 'echoed as sent'],
  ),
  staticDataTyped: rule<boolean>(
    '`staticData` whose JSON is neither an object nor null',
    [true, 'its JSON text'],
    [false, 'the value itself'],
  ),
  workflowOrder: rule<'creation' | 'id'>(
    'order of workflows in the list, and of tags inside a workflow',
    ['creation', 'creation'],
    ['id', 'id, byte order'],
  ),
  activationAnswersBefore: rule<boolean>(
    'answer of activate and deactivate',
    [false, 'the workflow after the change, `staticData` untouched'],
    [true, 'the workflow as before with the new `active`; a schedule trigger writes its `staticData`'],
  ),
  activationChecked: rule<boolean>(
    'activation',
    [false, 'any existing workflow'],
    [
      true,
      'needs an enabled trigger, poller or webhook node of a known type, a free webhook path, a valid cron expression',
    ],
  ),
  activeUpdateChecked: rule<boolean>(
    'PUT of an active workflow',
    [false, 'saved, stays active'],
    [true, 're-checked as an activation; a refusal is 400 (and, unlike the real one, nothing is saved)'],
  ),
  executionTimeoutLimited: rule<boolean>('`executionTimeout` over 3600', [true, '400'], [false, 'accepted']),
  tagNameLength: rule<number | undefined>(
    'tag name',
    [undefined, 'any non-empty string after trimming; empty is 400'],
    [24, '1 to 24 characters after trimming; outside that 409 `Tag already exists`'],
  ),
  tagUpdateAnswersChange: rule<boolean>(
    'PUT /tags/{id} answer',
    [false, 'the whole tag'],
    [true, '`{id, name}` and `updatedAt` if it changed'],
  ),
  credentialEchoed: rule<boolean>(
    'POST /credentials answer',
    [false, "the reference's fields"],
    [true, 'echoes unknown top-level keys'],
  ),
  deletedCredentialHasId: rule<boolean>(
    'DELETE /credentials/{id} answer',
    [true, 'the whole credential without `data`'],
    [false, 'the same without `id`'],
  ),
  usersFor: rule<readonly Role[]>(
    'users operations',
    [['global:owner'], 'the owner only, others 403'],
    [['global:owner', 'global:admin'], 'owner and admin'],
  ),
  foreignCredentialsFor: rule<readonly Role[]>(
    "DELETE of another user's credential",
    [[], '404 for everyone but its owner'],
    [['global:owner', 'global:admin'], 'allowed to owner and admin, 404 for members'],
  ),
  nodeCredentialsAreObjects: rule<boolean>(
    'node `credentials` value that is not an object',
    [true, '400'],
    [false, 'accepted'],
  ),
  emptyAudit: rule<'object' | 'array'>('audit with nothing to report', ['object', '`{}`'], ['array', '`[]`']),
  auditSectionsWithoutLocation: rule<boolean>(
    'audit sections without a location list (instance settings, outdated version), kind `custom`',
    [false, 'left out'],
    [true, 'present'],
  ),
  communityNodesFromWorkflows: rule<boolean>(
    'community nodes in the audit',
    [true, 'of the installed packages, and of the node types that workflows use'],
    [false, 'of the installed packages only'],
  ),
  limitAtLeastOne: rule<boolean>(
    '`limit` 0 or negative',
    [true, '400 `request/query/limit must be >= 1`'],
    [false, 'everything, `nextCursor` null'],
  ),
  remoteChangeConflicts: rule<boolean>(
    'source control, a workflow changed only on the remote',
    [false, 'pulled'],
    [true, 'a conflict unless `force`'],
  ),
  pullAnswer: rule<'importResult' | 'files'>(
    'source control pull answer',
    ['importResult', '`importResult`'],
    ['files', 'array of changed files'],
  ),
  sourceControlStatus: rule<boolean>(
    'source control refusals',
    [false, '`{"message": …}`'],
    [true, '`{"status":"Error","message": …}`'],
  ),
} satisfies Record<string, Rule<unknown>>

type Rules = typeof RULES

/** The rules in force: rule name → value. */
export type Profile = { readonly [K in keyof Rules]: Rules[K] extends Rule<infer V> ? V : never }

export function profileOf(name: ProfileName): Profile {
  return Object.fromEntries(Object.entries(RULES).map(([key, entry]) => [key, entry[name].value])) as Profile
}
