import { createHmac, randomBytes } from 'node:crypto'
import { type TObject, Type } from '@sinclair/typebox'
import { common } from '../../base/errors.ts'
import { unknownNodeType } from '../../features/workflows/refusals.ts'
import type { Context } from '../../http/context.ts'
import { errorPage } from '../../http/error-page.ts'
import { type Operation, pick } from '../../http/operation.ts'
import { pageParameters } from '../../http/paging.ts'
import { HTML } from '../../http/served-text.ts'
import type { KeyRules } from '../../http/version.ts'
import { isLicensed as hasFeature } from '../../model/licence.ts'
import { definition as n8n141 } from '../v1/n8n-1.41.ts'
import { sourceControlOperations } from '../v1/operations/source-control.ts'
import { createV1, type V1Definition } from '../v1/v1.ts'
import { hasLicence, requireLicence } from '../v2/access.ts'
import { n8n241 } from '../v2/n8n-2.41.ts'
import { otherOperations } from './operations.ts'
import { RUN_FORM, showExecution } from './presenters.ts'
import { DEFAULT_SETTINGS } from './rules.ts'
import { WorkflowSettings } from './shapes.ts'
import { workflowOperations } from './workflows.ts'

const ADMINS = ['global:owner', 'global:admin'] as const

/** Operations that 2.41 has as well: checked here as all the others are, and by role instead of scope. */
const LICENSED = [
  'changeRole',
  'createVariable',
  'getVariables',
  'deleteVariable',
  'updateVariable',
  'createProject',
  'getProjects',
  'deleteProject',
  'updateProject',
  'addUsersToProject',
  'deleteUserFromProject',
  'changeUserRoleInProject',
]

const asHere = (operation: Operation): Operation => {
  const { dialect: _dialect, guard: _guard, scope: _scope, licenceAfterBody: _after, query, ...rest } = operation
  return { ...rest, ...(query === undefined ? {} : { query: withOwnLimit(query) }), roles: ADMINS }
}

/** The limit of a page is checked as in all other lists. */
const withOwnLimit = ({ properties }: TObject): TObject =>
  Type.Object(properties.limit === undefined ? properties : { ...properties, limit: limitOfPages })

const limitOfPages = pageParameters({ limitAtLeastOne: false }).limit

const mayPull = ({ sourceControl, store }: Context) =>
  sourceControl.puller !== undefined || hasFeature(store.data.licence, 'feat:sourceControl')

const mayCall = ({ roles }: Operation, role: string) => roles === undefined || roles.some(one => one === role)

/** The last of the 1.x: the manners of 1.41, shapes half-way to 2.41. */
export const definition: V1Definition = {
  name: 'n8n-1.123',
  after: n8n141,
  measured: { release: '1.123.81', day: '2026-11-21' },
  /** It leaves pinned data out where it is asked to, and does not list credentials. */
  isAnsweredBy: async service =>
    (await service.get('/workflows', { limit: 1, excludePinnedData: true })).status === 200,
  decisions: {
    runForm: {
      value: RUN_FORM,
      sentence:
        'runs of nodes with numbers and hints; adds `version`, `metadata`, `waitingExecutionSource`, `runtimeData`',
    },
    runningCountsAsNext: { value: false, sentence: 'null' },
    communityNodesFromWorkflows: { value: false, sentence: 'of the installed packages only' },
    excludedNodes: { value: 'n8n-nodes-base.e2eTest', sentence: '`n8n-nodes-base.e2eTest`' },
  },
  dialect: {
    firstErrorOnly: true,
    falsyBodyIsEmpty: true,
    pageAfterAccess: true,
    allows: (operation: Operation, { user }, context: Context) =>
      mayCall(operation, user.role) && hasLicence(operation, context),
    admit(operation, { user }, context) {
      requireLicence(operation, context)
      if (!mayCall(operation, user.role)) throw common.notAllowed()
    },
  },
  answerUnknown,
  keys: { make: newApiKey, scopesOf: role => (role === 'global:member' ? MEMBER_SCOPES : SCOPES) },
  showExecution: (execution, state, runData) => showExecution({ store: { data: state }, runData }, execution),
  unmeasuredRuns:
    'Runs in 1.123 have the form of data that was measured there: what nodes do and answer is as measured in 2.41.1',
  changes: [
    {
      subject: 'validation',
      sentence: 'only the first error is reported, with the texts of 1.41',
    },
    {
      subject: 'keys',
      sentence: 'several for each user, with scopes that are not enforced',
    },
    {
      subject: 'workflows',
      sentence:
        'add `activeVersion, shared, isArchived, versionCounter`; settings get defaults, PUT merges them, and removes `timezone: DEFAULT` and `executionTimeout: -1`; any difference is a new version; a workflow that is deactivated, or refused to be activated, loses `availableInMCP`',
      operations: () => workflowOperations,
      writes: {
        mergesSettings: true,
        filledSettings: DEFAULT_SETTINGS,
        defaultSettings: ['errorWorkflow', 'timezone'],
        mostWorkflowName: 128,
        settings: Object.keys(WorkflowSettings.properties),
      },
    },
    {
      subject: 'executions, credentials, users',
      sentence:
        'lists show `status` and filter by five values; executions can be retried, credentials moved; members may list users, sorted by id',
      operations: otherOperations,
    },
    {
      subject: 'users, projects, variables',
      sentence:
        'users can be invited and deleted; projects and variables need a licence, which is checked before the role',
      operations: () => [...pick(n8n241.operations, 'deleteUser', ...LICENSED).map(asHere)],
    },
    {
      subject: 'source control',
      sentence: 'needs the licence `feat:sourceControl`, or a remote repository',
      operations: ({ decisions }) => sourceControlOperations(decisions, mayPull),
    },
    {
      subject: 'reference data',
      sentence: 'its own types of nodes and credentials',
      data: {
        credentialTypes: () => import('../../../../data/n8n-1.123/credential-types.json', { with: { type: 'json' } }),
        nodeTypes: () => import('../../../../data/n8n-1.123/node-types.json', { with: { type: 'json' } }),
        nodeParameters: () => import('../../../../data/n8n-1.123/parameters.jsonl', { with: { type: 'text' } }),
      },
    },
    {
      subject: 'refusals',
      sentence:
        'no stray quote after an unknown node type; users, moves and retries are 400 where 2.41 has 403, 404 or 409; webhooks answer 200 where a run does not begin, or fails before its respond node',
      texts: {
        activatedNodeTypeUnknown: type => unknownNodeType(type?.replace(/Tool$/, '')),
        triggerHasNoCredentials: 'Node does not have any credentials set',
        invitedTwice: 'An error occurred during user creation',
        executionSucceeded: [400],
        adminsNotLicensed: [400],
        userToDeleteNotFound: [400],
        transferWorkflowNotFound: [400],
        transferCredentialNotFound: [400],
        transferProjectNotFound: [400],
        runNotBegun: [500],
        runNotAnswered: [200, ''],
        answerRunRefused: [200, 'Workflow executed successfully but no data was returned'],
        transferWorkflowToSame: [400, "You can't transfer a workflow into the project that's already owning it."],
      },
    },
  ],
}

/** Below `/API/v1`, in any letters but small ones, the service finds operations and words nothing else. */
function answerUnknown(method: string, path: string): Response | undefined {
  if (path.startsWith(BASE) || !path.toLowerCase().startsWith(BASE)) return
  const escaped = path
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  const html = errorPage(`Cannot ${method} ${escaped}`)
  return new Response(html, { status: 404, headers: { 'content-type': HTML, vary: 'Accept-Encoding' } })
}

const BASE = '/api/v1/'

/**
 * A signed token that names its user, without an id of its own. Each is signed by another secret, so that no two are one
 * text, also within a second: no signature is checked, since keys are known by their hashes.
 */
function newApiKey({ user, now, expiresAt }: Parameters<KeyRules['make']>[0]): string {
  const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
  const expiry = expiresAt === null ? {} : { exp: seconds(expiresAt) }
  const claims = { sub: user.id, iss: 'n8n', aud: 'public-api', iat: seconds(now), ...expiry }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${content}.${createHmac('sha256', randomBytes(32)).update(content).digest('base64url')}`
}

const MEMBER_SCOPES: readonly string[] = [
  'credential:create',
  'credential:delete',
  'credential:move',
  'execution:delete',
  'execution:list',
  'execution:read',
  'execution:retry',
  'tag:create',
  'tag:list',
  'tag:read',
  'tag:update',
  'user:list',
  'workflow:activate',
  'workflow:create',
  'workflow:deactivate',
  'workflow:delete',
  'workflow:list',
  'workflow:move',
  'workflow:read',
  'workflow:update',
  'workflowTags:list',
  'workflowTags:update',
]

/** In the order in which the service lists them. */
const SCOPES: readonly string[] = [
  ...MEMBER_SCOPES,
  'project:create',
  'project:delete',
  'project:list',
  'project:update',
  'securityAudit:generate',
  'sourceControl:pull',
  'tag:delete',
  'user:changeRole',
  'user:create',
  'user:delete',
  'user:read',
  'variable:create',
  'variable:delete',
  'variable:list',
  'variable:update',
].sort()

export const n8n1123 = createV1(definition)
