import { expect } from 'bun:test'
import type { Case } from '../../../case.ts'
import { playCases } from '../cases.ts'
import { MEMBER, PEOPLE } from '../world.ts'

const DATES = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
const like = (fields: Record<string, unknown>) => expect.objectContaining(fields)
const OLGA = {
  id: PEOPLE.owner,
  email: 'olga@example.com',
  firstName: 'Olga',
  lastName: 'Owner',
  isPending: false,
  ...DATES,
}
const FORBIDDEN = { status: 403, body: { message: 'Forbidden' } }

playCases([
  {
    name: 'lists all users in the order in which they came, without roles',
    ask: ['GET', '/users'],
    status: 200,
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
    ask: ['GET', '/users?includeRole=true'],
    status: 200,
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
  ...['olga@', '__proto__', `${PEOPLE.owner}0`].map(
    (id): Case => ({
      name: `refuses ${id}, which is neither an id nor an e-mail address`,
      ask: ['GET', `/users/${id}`],
      status: 400,
      body: { message: 'request/params/id must match format "identifier"' },
    }),
  ),
  {
    name: 'tells the faults of limit before those of includeRole',
    ask: ['GET', '/users?includeRole=1&limit=251'],
    status: 400,
    body: { message: 'request/query/limit must be <= 250, request/query/includeRole must be boolean' },
  },
  {
    name: 'says Forbidden before it looks for the user',
    ask: ['GET', '/users/nobody@example.com', undefined, MEMBER],
    ...FORBIDDEN,
  },
  {
    name: 'looks at the id before the role',
    ask: ['GET', '/users/abc', undefined, MEMBER],
    status: 400,
    body: { message: 'request/params/id must match format "identifier"' },
  },
])
