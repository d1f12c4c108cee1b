import { expect } from 'bun:test'
import type { Case, Step } from '../../../case.ts'
import { DATE, ID, playCases } from '../cases.ts'

const UNKNOWN = { status: 404, body: { message: 'Not Found' } }
const URGENT = {
  id: '1',
  name: 'urgent',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
}
const create = (name: unknown): Step => ['POST', '/tags', { name }]
const rename = (name: unknown): Step => ['PUT', '/tags/1', { name }]
const named = (name: string) => ({ id: ID, name, createdAt: DATE, updatedAt: DATE })

/** Where a tag that a workflow has is seen. */
const EVERYWHERE = ['/tags', '/tags/1', '/workflows', '/workflows/1', '/workflows/1/tags']

playCases([
  { name: 'creates a tag', ask: create('new'), status: 201, body: named('new') },
  { name: 'trims the name', ask: create('  new tag '), status: 201, body: named('new tag') },
  ...['a,b', '<b>x</b>', 'тег 标签 🚀', 'a\nb', '%', '../x', 'null', 'Urgent'].map(
    (name): Case => ({
      name: `takes the name ${JSON.stringify(name)} as it is`,
      ask: create(name),
      status: 201,
      body: named(name),
    }),
  ),
  {
    name: 'refuses an empty name as one that is too short',
    in: ['contract'],
    ask: create(' '),
    status: 400,
    body: { message: 'request/body/name must NOT have fewer than 1 characters' },
  },
  {
    name: 'tells all faults: missing fields, then additional ones, then each field in order',
    ask: ['POST', '/tags', { updatedAt: 'soon', color: 'x', id: 5, shape: 'y' }],
    status: 400,
    body: {
      message: [
        "request/body must have required property 'name'",
        'request/body must NOT have additional properties',
        'request/body must NOT have additional properties',
        'request/body/id must be string',
        'request/body/id is read-only',
        'request/body/updatedAt is read-only',
        'request/body/updatedAt must match format "date-time"',
      ].join(', '),
    },
  },

  ...['01', '1 ', 'x'.repeat(300), 'urgent'].map(
    (id): Case => ({ name: `has no tag ${id.slice(0, 20)}`, ask: ['GET', `/tags/${encodeURI(id)}`], ...UNKNOWN }),
  ),
  {
    name: 'lists a new tag last, also after a deletion',
    given: [create('aaa'), ['DELETE', '/tags/1']],
    ask: ['GET', '/tags'],
    status: 200,
    body: {
      data: [expect.objectContaining({ id: '2' }), expect.objectContaining({ id: '3' }), named('aaa')],
      nextCursor: null,
    },
  },

  {
    name: 'renames a tag and tells when',
    ask: rename(' later '),
    status: 200,
    body: expect.objectContaining({ id: '1', name: 'later', updatedAt: DATE }),
    after: [[['GET', '/tags/1'], { ...URGENT, name: 'later', updatedAt: expect.not.stringContaining('2026-01-02') }]],
  },
  {
    name: 'changes nothing, not even updatedAt, when the name stays',
    ask: rename('urgent'),
    status: 200,
    body: expect.objectContaining({ id: '1', name: 'urgent' }),
    after: [[['GET', '/tags/1'], URGENT]],
  },
  {
    name: 'takes the letter case of a name for a difference',
    ask: rename('Billing'),
    status: 200,
    body: expect.objectContaining({ name: 'Billing' }),
  },
  {
    name: 'deletes a tag that a workflow has from the workflow too, whose updatedAt stays',
    ask: ['DELETE', '/tags/1'],
    status: 200,
    body: URGENT,
    after: [
      [['GET', '/workflows/1'], expect.objectContaining({ tags: [], updatedAt: '2026-01-02T00:00:00.000Z' })],
      [['GET', '/workflows/1/tags'], []],
      [['GET', '/workflows?tags=urgent'], { data: [], nextCursor: null }],
    ],
  },
  {
    name: 'shows the new name of a tag wherever the tag is, also where it was read before',
    given: [...EVERYWHERE.map((path): Step => ['GET', path])],
    ask: rename('later'),
    status: 200,
    after: EVERYWHERE.map(path => [['GET', path], mention('later', path)]),
  },
  {
    name: 'gives the name of a deleted tag free',
    given: [['DELETE', '/tags/1']],
    ask: create('urgent'),
    status: 201,
    body: named('urgent'),
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
