import { expect } from 'bun:test'
import { playScenarios, type Scenario } from './scenarios.ts'
import { ADMIN, MEMBER, PEOPLE } from './world.ts'

const DATES = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
const like = (fields: Record<string, unknown>) => expect.objectContaining(fields)
const OLGA = {
  ...{ id: PEOPLE.owner, email: 'olga@example.com', firstName: 'Olga', lastName: 'Owner', isPending: false },
  ...DATES,
}
const FORBIDDEN = { status: 403, message: 'Forbidden' }

playScenarios([
  {
    name: 'lists all users in the order in which they came, without roles',
    ...{ ask: ['GET', '/users'], status: 200 },
    body: {
      data: [
        OLGA,
        like({ email: 'adam@example.com' }),
        like({ email: 'mia@example.com' }),
        like({ email: 'paul@example.com', isPending: true }),
      ],
      nextCursor: null,
    },
  },
  {
    name: 'lists their roles when asked',
    ...{ ask: ['GET', '/users?includeRole=true'], status: 200 },
    body: like({
      data: [
        { ...OLGA, role: 'global:owner' },
        like({ role: 'global:admin' }),
        like({ role: 'global:member' }),
        like({ role: 'global:member' }),
      ],
    }),
  },
  {
    name: 'leaves the roles out when told to',
    ask: ['GET', '/users?includeRole=false&limit=1'],
    status: 200,
    body: like({ data: [OLGA] }),
  },
  ...[PEOPLE.owner, 'olga@example.com', 'OLGA@Example.com', 'olga%40example.com'].map(
    (id): Scenario => ({ name: `finds a user by ${id}`, ask: ['GET', `/users/${id}`], status: 200, body: OLGA }),
  ),
  {
    name: 'tells the role of one user when asked',
    ask: ['GET', `/users/${PEOPLE.admin}?includeRole=true`],
    ...{ status: 200, body: like({ id: PEOPLE.admin, role: 'global:admin' }) },
  },
  ...['nobody@example.com', '99999999-9999-4999-8999-999999999999'].map(
    (id): Scenario => ({
      name: `cannot find ${id}`,
      ...{ ask: ['GET', `/users/${id}`], status: 404, message: `Could not find user with id: ${id}` },
    }),
  ),
  ...['abc', '1', 'olga@', '@example.com', '__proto__', `${PEOPLE.owner}0`].map(
    (id): Scenario => ({
      name: `refuses ${id}, which is neither an id nor an e-mail address`,
      ...{ ask: ['GET', `/users/${id}`], status: 400, message: 'request/params/id must match format "identifier"' },
    }),
  ),
  {
    name: 'refuses includeRole=yes',
    ...{ ask: ['GET', '/users?includeRole=yes'], status: 400, message: 'request/query/includeRole must be boolean' },
  },
  {
    name: 'tells the faults of limit before those of includeRole',
    ask: ['GET', '/users?includeRole=1&limit=251'],
    ...{ status: 400, message: 'request/query/limit must be <= 250, request/query/includeRole must be boolean' },
  },
  { name: 'is closed to members', ask: ['GET', '/users', undefined, MEMBER], ...FORBIDDEN },
  {
    name: 'is closed to members, even for themselves',
    ask: ['GET', `/users/${PEOPLE.member}`, undefined, MEMBER],
    ...FORBIDDEN,
  },
  {
    name: 'says Forbidden before it looks for the user',
    ask: ['GET', '/users/nobody@example.com', undefined, MEMBER],
    ...FORBIDDEN,
  },
  {
    name: 'looks at the id before the role',
    ask: ['GET', '/users/abc', undefined, MEMBER],
    ...{ status: 400, message: 'request/params/id must match format "identifier"' },
  },
  {
    name: 'looks at the cursor before the role',
    ask: ['GET', '/users?cursor=zzz', undefined, MEMBER],
    ...{ status: 400, message: 'An invalid cursor was provided' },
  },
  {
    name: 'is open to an admin',
    profile: 'n8n-1.41',
    ...{ ask: ['GET', '/users/olga@example.com', undefined, ADMIN], status: 200, body: OLGA },
  },
])
