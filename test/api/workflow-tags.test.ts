import { expect } from 'bun:test'
import { type Asked, playScenarios, type Scenario } from './scenarios.ts'
import { MEMBER } from './world.ts'

const DATES = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
const URGENT = { id: '1', name: 'urgent', ...DATES }
const BILLING = { id: '2', name: 'billing', ...DATES }
const replace = (...ids: string[]): Asked => ['PUT', '/workflows/1/tags', ids.map(id => ({ id }))]
const READ: Asked = ['GET', '/workflows/1/tags']
const SOME_MISSING = { status: 404, message: 'Some tags not found' }

const refused = (body: unknown, message: string): Scenario => ({
  name: `refuses ${JSON.stringify(body)}`,
  ...{ ask: ['PUT', '/workflows/1/tags', body], status: 400, message },
})

playScenarios([
  { name: 'reads the tags of a workflow', ask: READ, status: 200, body: [URGENT] },
  { name: 'reads no tags where there are none', ask: ['GET', '/workflows/2/tags'], status: 200, body: [] },
  {
    name: 'replaces the tags, and answers them in the order in which the tags were made',
    ...{ ask: replace('2', '1'), status: 200, body: [URGENT, BILLING], after: [[READ, [URGENT, BILLING]]] },
  },
  { name: 'replaces all of them', ask: replace('2'), status: 200, body: [BILLING], after: [[READ, [BILLING]]] },
  { name: 'takes them all away', ask: replace(), status: 200, body: [], after: [[READ, []]] },
  { name: 'takes the same tags again', ask: replace('1'), status: 200, body: [URGENT] },
  {
    name: "leaves the workflow's updatedAt as it is",
    ...{ ask: replace('2'), status: 200, body: [BILLING] },
    after: [[['GET', '/workflows/1'], expect.objectContaining({ updatedAt: DATES.updatedAt })]],
  },
  { name: 'refuses an unknown tag', ask: replace('9'), ...SOME_MISSING },
  { name: 'refuses a known and an unknown tag, and keeps the old ones', ask: replace('2', '9'), ...SOME_MISSING },
  { name: 'refuses the same tag twice', ask: replace('2', '2'), ...SOME_MISSING },
  { name: 'refuses the name of a tag for its id', ask: replace('urgent'), ...SOME_MISSING },
  { name: 'refuses __proto__ for an id', ask: replace('__proto__'), ...SOME_MISSING },
  {
    name: 'says that the workflow is not there before it looks for the tags',
    ...{ ask: ['PUT', '/workflows/99/tags', [{ id: '9' }]], status: 404, message: 'Not Found' },
  },
  refused(['1'], 'request/body/0 must be object'),
  refused([null], 'request/body/0 must be object'),
  refused([{}], "request/body/0 must have required property 'id'"),
  refused([{ id: '1' }, { id: 2 }], 'request/body/1/id must be string'),
  refused([{ id: '1', name: 'urgent' }], 'request/body/0 must NOT have additional properties'),
  refused({}, 'request/body must be array'),
  refused({ id: '1' }, 'request/body must be array'),
  refused(5, 'request/body must be array'),
  refused(null, 'request/body must be array'),
  {
    name: 'lets a member replace the tags of the own workflow',
    ask: ['PUT', '/workflows/2/tags', [{ id: '1' }], MEMBER],
    ...{ status: 200, body: [URGENT] },
  },
  {
    name: "shows a member no other's tags",
    ...{ ask: ['GET', '/workflows/1/tags', undefined, MEMBER], status: 404, message: 'Not Found' },
  },
  {
    name: "lets no member replace another's tags",
    ...{ ask: ['PUT', '/workflows/1/tags', [], MEMBER], status: 404, message: 'Not Found' },
  },
])
