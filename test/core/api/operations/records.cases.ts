import { message, type Step } from '../../../case.ts'
import type { MeasuredCase } from '../../../checks/conformance/case.ts'
import { anything, date, id, like } from '../../../checks/conformance/match.ts'
import { dates, found, MEMBER, MIA, OLGA, row, STARTED } from '../access/people.cases.ts'

const FORBIDDEN = { status: 403, body: message('Forbidden') }
const tags: MeasuredCase[] = [
  row('getTag', 'a tag, every field', ['GET', '/tags/t'], { status: 200, body: { id: 't', name: 't', ...dates } }),
  row('updateTag', 'another name, every field', ['PUT', '/tags/t', { name: 'u' }], {
    status: 200,
    body: { id: 't', name: 'u', updatedAt: date },
  }),
  row('updateTag', 'the same name', ['PUT', '/tags/t', { name: 't' }], { status: 200, body: { id: 't', name: 't' } }),
]

const BASIC = { name: 'key', type: 'httpBasicAuth', data: { user: 'a', password: 'b' } }
const FLAGS = {
  isManaged: false,
  isGlobal: false,
  isResolvable: false,
  resolvableAllowFallback: false,
  resolverId: null,
}
const credential = (more: object = {}) => ({
  id,
  name: 'key',
  type: 'httpBasicAuth',
  ...FLAGS,
  createdAt: date,
  updatedAt: date,
  ...more,
})
const create = (more: object): Step => ['POST', '/credentials', { ...BASIC, ...more }]
const credentials: MeasuredCase[] = [
  row('createCredential', 'every field', create({}), { status: 200, body: credential() }),
  row('createCredential', 'an unknown key is not echoed', create({ foo: 1 }), { status: 200, body: credential() }),
  row('createCredential', 'an empty name is taken', create({ name: '' }), {
    status: 200,
    body: credential({ name: '' }),
  }),
  row('createCredential', 'an id of its own', create({ id: 'own' }), { status: 200, body: credential({ id: 'own' }) }),
  ...(
    [
      ['an id that is taken', { id: 'co' }, 409, 'A credential with this ID already exists'],
      ['an empty id', { id: '' }, 400, 'request/body/id String must contain at least 1 character(s)'],
      ['an id of 17', { id: 'x'.repeat(17) }, 400, 'request/body/id String must contain at most 16 character(s)'],
      ['an unknown project', { projectId: 'nope' }, 404, 'Project not found'],
      ['one to resolve', { isResolvable: true }, 403, 'End-user credentials are not available in personal projects'],
      [
        'an address that is none',
        {
          type: 'oAuth2Api',
          data: { grantType: 'clientCredentials', accessTokenUrl: 'x', clientId: 'a', clientSecret: 'b' },
        },
        400,
        'OAuth url is not a valid URL.',
      ],
    ] as [string, object, number, string][]
  ).map(([name, more, status, text]) =>
    row('createCredential', `now ${name} is refused`, create(more), { status, body: message(text) }),
  ),
  row('deleteCredential', 'every field', ['DELETE', '/credentials/co'], {
    status: 200,
    body: credential({ id: 'co', name: "Olga's", type: 'githubApi', usageScope: 'project' }),
  }),
  row('getCredentialSchema', 'fields that 1.41 did not have', ['GET', '/credentials/schema/httpBasicAuth'], {
    status: 200,
    body: like({ properties: like({ allowedHttpRequestDomains: anything, allowedDomains: anything }) }),
  }),
]

const olga = { id: OLGA, email: 'olga@example.com', firstName: 'Olga', lastName: 'Owner', ...dates, isPending: false }
const mia = { id: MIA, email: 'mia@example.com', firstName: 'Mia', lastName: null, ...dates, isPending: false }
const users: MeasuredCase[] = [
  row('getUsers', 'every field, in the order of their ids', ['GET', '/users'], {
    status: 200,
    body: { data: [olga, mia].map(it => ({ ...it, mfaEnabled: false })), nextCursor: null },
  }),
  row('getUsers', 'from the second on', ['GET', '/users?offset=1'], {
    status: 200,
    body: { data: [like({ id: MIA })], nextCursor: null },
  }),
  row('getUsers', 'a member sees all', ['GET', '/users', undefined, MEMBER], {
    status: 200,
    body: like({ data: [like({ id: OLGA }), like({ id: MIA })] }),
  }),
  row('getUsers', 'of an unknown project', ['GET', '/users?projectId=nope'], {
    status: 404,
    body: message('Project not found'),
  }),
  row('getUser', 'every field, with the role', ['GET', `/users/${OLGA}?includeRole=true`], {
    status: 200,
    body: { ...olga, mfaEnabled: false, role: 'global:owner' },
  }),
  row('getUser', 'not even himself, to a member', ['GET', `/users/${MIA}`, undefined, MEMBER], FORBIDDEN),
]

const item = (more: object = {}) => ({
  id: '1',
  finished: true,
  mode: 'webhook',
  retryOf: null,
  retrySuccessId: null,
  status: 'success',
  startedAt: STARTED,
  stoppedAt: STARTED,
  workflowId: 'o',
  waitTill: null,
  ...more,
})
const single = (more: object = {}) => ({
  ...item({ createdAt: STARTED, deletedAt: null, storedAt: 'db', tracingContext: null, deduplicationKey: null }),
  jsonSizeBytes: anything,
  binaryDataSizeBytes: 0,
  workflowVersionId: anything,
  usedPrivateCredentials: false,
  ...more,
})
const executions: MeasuredCase[] = [
  row('getExecution', 'every field', ['GET', '/executions/1'], { status: 200, body: single() }),
  row('getExecution', 'every field, with data', ['GET', '/executions/1?includeData=true'], {
    status: 200,
    body: single({ data: anything, customData: {}, workflowData: like({ name: "Olga's" }) }),
  }),
  row('getExecution', 'a number with a zero before it', ['GET', '/executions/01'], { status: 200, body: single() }),
  row('deleteExecution', 'every field, the id as a number', ['DELETE', '/executions/1'], {
    status: 200,
    body: single({ id: 1 }),
  }),
  row('getExecutions', 'every field of an item', ['GET', '/executions?status=success'], {
    status: 200,
    body: { data: [item()], nextCursor: null },
  }),
  row('getExecutions', 'now all but the running', ['GET', '/executions'], found('4', '2', '1')),
  row('getExecutions', 'the running', ['GET', '/executions?status=running'], found('3')),
  row('getExecutions', 'the canceled', ['GET', '/executions?status=canceled'], found('4')),
  row('getExecutions', 'the crashed', ['GET', '/executions?status=crashed'], found()),
  row('getExecutions', 'since', ['GET', '/executions?startedAfter=2026-01-15T00:00:00Z'], found('2')),
  row('getExecutions', 'until', ['GET', '/executions?startedBefore=2026-01-15T00:00:00Z&workflowId=o'], found('1')),
  row('getExecutions', 'of an unknown project', ['GET', '/executions?projectId=nope'], found()),
  row('getExecutions', 'since a bare date is refused', ['GET', '/executions?startedAfter=2026-01-15'], {
    status: 400,
    body: message('request/query/startedAfter Invalid datetime'),
  }),
  row('getExecutions', 'redacted', ['GET', '/executions?status=success&includeData=true&redactExecutionData=true'], {
    status: 200,
    body: like({
      data: [
        like({
          data: like({
            resultData: like({
              runData: {
                Hook: [
                  like({
                    data: { main: [[like({ json: {}, redaction: { redacted: true, reason: 'user_requested' } })]] },
                  }),
                ],
              },
            }),
          }),
        }),
      ],
    }),
  }),
]

/** Tags, credentials, users, executions. */
export const currentRecordCases: MeasuredCase[] = [...tags, ...credentials, ...users, ...executions]
