import type { Fixture } from '../../../../src/index.ts'
import { message, type Step } from '../../../case.ts'
import { type MeasuredCase, type OperationId, workflow } from '../../../checks/conformance/case.ts'
import { anything, cursor, like } from '../../../checks/conformance/match.ts'
import { OWNED } from '../../../checks/conformance/owned.ts'

const OWNER = '11111111-1111-4111-8111-111111111111'
const dates = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
const fixture = {
  users: [
    { id: OWNER, email: 'olga@example.com', firstName: 'Olga', lastName: 'Owner', role: 'global:owner', ...dates },
    { email: 'adam@example.com', firstName: 'Adam', role: 'global:admin', apiKey: 'admin-key', ...dates },
    { email: 'mia@example.com', firstName: 'Mia', apiKey: 'member-key', ...dates },
    { email: 'paul@example.com', isPending: true, ...dates },
  ],
  tags: [{ id: 't', name: 't' }],
  ...OWNED,
} as Fixture
const ADMIN = { key: 'admin-key' }
const MEMBER = { key: 'member-key' }

const olga = { id: OWNER, email: 'olga@example.com', firstName: 'Olga', lastName: 'Owner', ...dates, isPending: false }
const paul = { id: anything, email: 'paul@example.com', firstName: null, lastName: null, ...dates, isPending: true }
const mail = (name: string, more: object = {}) => like({ email: `${name}@example.com`, ...more })
const FORBIDDEN = { status: 403, body: message('Forbidden') }
const NOT_FOUND = { status: 404, body: message('Not Found') }

const users: MeasuredCase[] = [
  ...(
    [
      ['all, in the order in which they came', '', [olga, mail('adam'), mail('mia'), paul], null],
      [
        'with their roles',
        '?includeRole=true',
        [
          { ...olga, role: 'global:owner' },
          mail('adam', { role: 'global:admin' }),
          mail('mia', { role: 'global:member' }),
          { ...paul, role: 'global:member' },
        ],
        null,
      ],
      ['two of them', '?limit=2', [olga, mail('adam')], cursor({ limit: 2, offset: 2 })],
      ['the last two', '?cursor=eyJsaW1pdCI6Miwib2Zmc2V0IjoyfQ%3D%3D', [mail('mia'), paul], null],
      ['limit=0: all', '?limit=0', [olga, mail('adam'), mail('mia'), paul], null],
    ] as [string, string, unknown[], unknown][]
  ).map(
    ([name, query, data, nextCursor]): MeasuredCase => ({
      operation: 'getUsers',
      name,
      fixture,
      ask: ['GET', `/users${query}`],
      status: 200,
      body: { data, nextCursor },
    }),
  ),
  { operation: 'getUsers', name: 'to an admin', fixture, ask: ['GET', '/users', undefined, ADMIN], status: 200 },
  { operation: 'getUsers', name: 'not to a member', fixture, ask: ['GET', '/users', undefined, MEMBER], ...FORBIDDEN },
  {
    operation: 'getUsers',
    name: 'a bad cursor is told even to a member',
    fixture,
    status: 400,
    ask: ['GET', '/users?cursor=zzz', undefined, MEMBER],
    body: message('An invalid cursor was provided'),
  },
  ...['1', 'yes'].map(
    (value): MeasuredCase => ({
      operation: 'getUsers',
      name: `includeRole=${value} is refused`,
      ask: ['GET', `/users?includeRole=${value}`],
      status: 400,
      body: message('request/query/includeRole must be boolean'),
    }),
  ),
  ...[OWNER, 'olga@example.com', 'OLGA@example.com', 'olga%40example.com'].map(
    (id): MeasuredCase => ({
      operation: 'getUser',
      name: `by ${id}`,
      fixture,
      ask: ['GET', `/users/${id}`],
      status: 200,
      body: olga,
    }),
  ),
  {
    operation: 'getUser',
    name: 'with the role',
    fixture,
    ask: ['GET', `/users/${OWNER}?includeRole=true`],
    status: 200,
    body: { ...olga, role: 'global:owner' },
  },
  {
    operation: 'getUser',
    name: 'one who is invited',
    fixture,
    ask: ['GET', '/users/paul@example.com'],
    status: 200,
    body: paul,
  },
  ...['nobody@{run}.example.com', '123e4567-e89b-12d3-a456-426614174000'].map(
    (id): MeasuredCase => ({
      operation: 'getUser',
      name: `the unknown ${id}`,
      ask: ['GET', `/users/${id}`],
      status: 404,
      body: message(`Could not find user with id: ${id}`),
    }),
  ),
  {
    operation: 'getUser',
    name: 'an id in capitals is another',
    fixture,
    status: 404,
    ask: ['GET', '/users/11111111-1111-4111-8111-11111111111A'],
    body: message('Could not find user with id: 11111111-1111-4111-8111-11111111111A'),
  },
  ...['abc', '1', '@example.com'].map(
    (id): MeasuredCase => ({
      operation: 'getUser',
      name: `${id} is neither an id nor an address`,
      ask: ['GET', `/users/${id}`],
      status: 400,
      body: message('request/params/id must match format "identifier"'),
    }),
  ),
  {
    operation: 'getUser',
    name: 'not to a member',
    fixture,
    ask: ['GET', '/users/mia@example.com', undefined, MEMBER],
    ...FORBIDDEN,
  },
]

const asMember = (
  operation: OperationId,
  [method, path, body]: Step,
  answer: Pick<MeasuredCase, 'status' | 'body'>,
): MeasuredCase => ({
  operation,
  name: `a member asks for ${method} ${path}: ${answer.status}`,
  fixture,
  ask: [method, path, body, MEMBER],
  ...answer,
})
const OK = { status: 200 }

const roles: MeasuredCase[] = [
  asMember('getWorkflows', ['GET', '/workflows'], { ...OK, body: { data: [like({ id: 'm' })], nextCursor: null } }),
  asMember('getWorkflow', ['GET', '/workflows/o'], NOT_FOUND),
  asMember('getWorkflow', ['GET', '/workflows/m'], OK),
  asMember('updateWorkflow', ['PUT', '/workflows/o', workflow('x')], NOT_FOUND),
  asMember('updateWorkflow', ['PUT', '/workflows/m', workflow('x')], OK),
  asMember('deleteWorkflow', ['DELETE', '/workflows/o'], NOT_FOUND),
  asMember('deleteWorkflow', ['DELETE', '/workflows/m'], OK),
  asMember('activateWorkflow', ['POST', '/workflows/o/activate'], NOT_FOUND),
  asMember('deactivateWorkflow', ['POST', '/workflows/o/deactivate'], NOT_FOUND),
  asMember('deactivateWorkflow', ['POST', '/workflows/m/deactivate'], OK),
  asMember('getWorkflowTags', ['GET', '/workflows/o/tags'], NOT_FOUND),
  asMember('updateWorkflowTags', ['PUT', '/workflows/o/tags', []], NOT_FOUND),
  asMember('updateWorkflowTags', ['PUT', '/workflows/m/tags', [{ id: 't' }]], OK),
  asMember('createTag', ['POST', '/tags', { name: 'new' }], { status: 201 }),
  asMember('getTags', ['GET', '/tags'], OK),
  asMember('updateTag', ['PUT', '/tags/t', { name: 'new' }], OK),
  asMember('deleteTag', ['DELETE', '/tags/t'], FORBIDDEN),
  asMember('deleteTag', ['DELETE', '/tags/nobody'], FORBIDDEN),
  asMember('createCredential', ['POST', '/credentials', { name: 'x', type: 'githubApi', data: {} }], OK),
  asMember('deleteCredential', ['DELETE', '/credentials/co'], NOT_FOUND),
  asMember('deleteCredential', ['DELETE', '/credentials/cm'], OK),
  asMember('generateAudit', ['POST', '/audit'], FORBIDDEN),
  asMember('pull', ['POST', '/source-control/pull', {}], FORBIDDEN),
  {
    operation: 'deleteCredential',
    name: "the owner deletes a member's",
    fixture,
    ask: ['DELETE', '/credentials/cm'],
    ...OK,
  },
  {
    operation: 'deleteCredential',
    name: "an admin deletes a member's",
    fixture,
    ask: ['DELETE', '/credentials/cm', undefined, ADMIN],
    ...OK,
  },
  { operation: 'deleteTag', name: 'an admin may', fixture, ask: ['DELETE', '/tags/t', undefined, ADMIN], ...OK },
  {
    operation: 'updateWorkflow',
    name: "the owner changes a member's, and it stays the member's",
    fixture,
    given: [['PUT', '/workflows/m', workflow('by Olga')]],
    ask: ['GET', '/workflows/m', undefined, MEMBER],
    ...OK,
    body: like({ name: 'by Olga' }),
  },
]

export const userCases: MeasuredCase[] = [...users, ...roles]
