import { expect } from 'bun:test'
import { type Asked, DATE, ID, playScenarios, type Scenario } from './scenarios.ts'
import { MEMBER } from './world.ts'

const TAKEN = { status: 409, message: 'Tag already exists' }
const UNKNOWN = { status: 404, message: 'Not Found' }
const URGENT = {
  id: '1',
  name: 'urgent',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
}
const create = (name: unknown): Asked => ['POST', '/tags', { name }]
const rename = (name: unknown, id = '1'): Asked => ['PUT', `/tags/${id}`, { name }]
const named = (name: string) => ({ id: ID, name, createdAt: DATE, updatedAt: DATE })

/** Where a tag that a workflow has is seen. */
const EVERYWHERE = ['/tags', '/tags/1', '/workflows', '/workflows/1', '/workflows/1/tags']

playScenarios([
  { name: 'creates a tag', ask: create('new'), status: 201, body: named('new') },
  { name: 'trims the name', ask: create('  new tag '), status: 201, body: named('new tag') },
  ...['a,b', '<b>x</b>', 'тег 标签 🚀', 'a\nb', '%', '../x', 'null', 'Urgent'].map(
    (name): Scenario => ({
      name: `takes the name ${JSON.stringify(name)} as it is`,
      ...{ ask: create(name), status: 201, body: named(name) },
    }),
  ),
  { name: 'refuses the name of another tag', ask: create('urgent'), ...TAKEN },
  { name: 'refuses the name of another tag around blanks', ask: create('  urgent '), ...TAKEN },
  {
    name: 'refuses an empty name as one that is too short',
    profile: 'contract',
    ...{ ask: create(' '), status: 400, message: 'request/body/name must NOT have fewer than 1 characters' },
  },
  {
    name: 'refuses a name that is not text',
    ...{ ask: create(5), status: 400, message: 'request/body/name must be string' },
  },
  { name: 'refuses null', ask: create(null), status: 400, message: 'request/body/name must be string' },
  {
    name: 'refuses a missing name',
    ...{ ask: ['POST', '/tags', {}], status: 400, message: "request/body must have required property 'name'" },
  },
  {
    name: 'refuses a field that tags do not have, without naming it',
    ask: ['POST', '/tags', { name: 'x', color: 'red' }],
    ...{ status: 400, message: 'request/body must NOT have additional properties' },
  },
  ...(['id', 'createdAt', 'updatedAt'] as const).map(
    (field): Scenario => ({
      name: `refuses the read-only field ${field}`,
      ask: ['POST', '/tags', { name: 'x', [field]: '2026-01-01T00:00:00.000Z' }],
      ...{ status: 400, message: `request/body/${field} is read-only` },
    }),
  ),
  {
    name: 'tells all faults: missing fields, then additional ones, then each field in order',
    ask: ['POST', '/tags', { updatedAt: 'soon', color: 'x', id: 5, shape: 'y' }],
    status: 400,
    message: [
      "request/body must have required property 'name'",
      'request/body must NOT have additional properties',
      'request/body must NOT have additional properties',
      'request/body/id is read-only',
      'request/body/id must be string',
      'request/body/updatedAt is read-only',
      'request/body/updatedAt must match format "date-time"',
    ].join(', '),
  },

  { name: 'reads a tag', ask: ['GET', '/tags/1'], status: 200, body: URGENT },
  ...['9', '01', '1 ', 'a%2Fb', '%20', "'%20OR%201=1--", 'x'.repeat(300), 'urgent'].map(
    (id): Scenario => ({ name: `has no tag ${id.slice(0, 20)}`, ask: ['GET', `/tags/${encodeURI(id)}`], ...UNKNOWN }),
  ),
  {
    name: 'lists the tags in the order in which they were made',
    ...{ ask: ['GET', '/tags'], status: 200 },
    body: {
      data: [URGENT, { ...URGENT, id: '2', name: 'billing' }, { ...URGENT, id: '3', name: 'unused' }],
      nextCursor: null,
    },
  },
  {
    name: 'lists a new tag last, also after a deletion',
    given: [create('aaa'), ['DELETE', '/tags/1']],
    ...{ ask: ['GET', '/tags'], status: 200 },
    body: {
      data: [expect.objectContaining({ id: '2' }), expect.objectContaining({ id: '3' }), named('aaa')],
      nextCursor: null,
    },
  },

  {
    name: 'renames a tag and tells when',
    ask: rename(' later '),
    ...{ status: 200, body: expect.objectContaining({ id: '1', name: 'later', updatedAt: DATE }) },
    after: [[['GET', '/tags/1'], { ...URGENT, name: 'later', updatedAt: expect.not.stringContaining('2026-01-02') }]],
  },
  {
    name: 'changes nothing, not even updatedAt, when the name stays',
    ...{ ask: rename('urgent'), status: 200, body: expect.objectContaining({ id: '1', name: 'urgent' }) },
    after: [[['GET', '/tags/1'], URGENT]],
  },
  { name: 'refuses to rename to the name of another tag', ask: rename('billing'), ...TAKEN },
  {
    name: 'takes the letter case of a name for a difference',
    ...{ ask: rename('Billing'), status: 200, body: expect.objectContaining({ name: 'Billing' }) },
  },
  {
    name: 'refuses to rename to what is not text',
    ask: rename(7),
    status: 400,
    message: 'request/body/name must be string',
  },
  { name: 'cannot rename a tag that is not there', ask: rename('x', '9'), ...UNKNOWN },
  { name: 'says that the tag is not there before it looks at the name', ask: rename('billing', '9'), ...UNKNOWN },
  {
    name: 'looks at the body before it looks for the tag',
    ...{ ask: rename(7, '9'), status: 400, message: 'request/body/name must be string' },
  },

  {
    name: 'deletes a tag and answers it',
    ...{ ask: ['DELETE', '/tags/3'], status: 200, body: { ...URGENT, id: '3', name: 'unused' } },
    after: [[['GET', '/tags/3'], { message: 'Not Found' }]],
  },
  { name: 'cannot delete a tag twice', given: [['DELETE', '/tags/3']], ask: ['DELETE', '/tags/3'], ...UNKNOWN },
  { name: 'does not read the body of a deletion', ask: ['DELETE', '/tags/9', { any: 'thing' }], ...UNKNOWN },
  {
    name: 'deletes a tag that a workflow has from the workflow too, whose updatedAt stays',
    ...{ ask: ['DELETE', '/tags/1'], status: 200, body: URGENT },
    after: [
      [['GET', '/workflows/1'], expect.objectContaining({ tags: [], updatedAt: '2026-01-02T00:00:00.000Z' })],
      [['GET', '/workflows/1/tags'], []],
      [['GET', '/workflows?tags=urgent'], { data: [], nextCursor: null }],
    ],
  },
  {
    name: 'shows the new name of a tag wherever the tag is, also where it was read before',
    given: [...EVERYWHERE.map((path): Asked => ['GET', path])],
    ...{ ask: rename('later'), status: 200 },
    after: EVERYWHERE.map(path => [['GET', path], mention('later', path)]),
  },
  {
    name: 'gives the name of a deleted tag free',
    ...{ given: [['DELETE', '/tags/1']], ask: create('urgent'), status: 201, body: named('urgent') },
  },
  {
    name: 'lets a member create a tag',
    ask: ['POST', '/tags', { name: 'mine' }, MEMBER],
    status: 201,
    body: named('mine'),
  },
  {
    name: 'lets a member rename a tag',
    ask: ['PUT', '/tags/1', { name: 'mine' }, MEMBER],
    ...{ status: 200, body: expect.objectContaining({ name: 'mine' }) },
  },
  {
    name: 'lets no member delete a tag',
    ask: ['DELETE', '/tags/1', undefined, MEMBER],
    status: 403,
    message: 'Forbidden',
  },
  {
    name: 'says Forbidden to a member before it looks for the tag',
    ...{ ask: ['DELETE', '/tags/9', undefined, MEMBER], status: 403, message: 'Forbidden' },
  },
])

/** Matches an answer that has a tag of this name in it, in the place where `path` shows it. */
function mention(name: string, path: string) {
  const tag = expect.objectContaining({ id: '1', name })
  const tags = expect.arrayContaining([tag])
  if (path === '/tags') return expect.objectContaining({ data: tags })
  if (path === '/tags/1') return tag
  if (path === '/workflows/1/tags') return tags
  const workflow = expect.objectContaining({ tags })
  return path === '/workflows' ? expect.objectContaining({ data: expect.arrayContaining([workflow]) }) : workflow
}
