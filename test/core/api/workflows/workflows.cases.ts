import type { Fixture } from '../../../../src/index.ts'
import { message, type Step } from '../../../case.ts'
import { type MeasuredCase, manual, type OperationId, schedule, workflow } from '../../../checks/conformance/case.ts'
import { cursor, date, holding, id, like, uuid } from '../../../checks/conformance/match.ts'

const NAME = '{run} flow'
const READ: Step = ['GET', '/workflows/{id}']
const tag = (name: string, keep: string): Step => ['POST', '/tags', { name: `{run} ${name}` }, { keep }]
const made = (body: object, how: object = { keep: 'id' }): Step => ['POST', '/workflows', body, how]
const given = [made(workflow(NAME))]
const UNKNOWN = { status: 404, body: message('Not Found') }

const added = {
  active: false,
  versionId: uuid,
  meta: null,
  pinData: null,
  createdAt: date,
  updatedAt: date,
  triggerCount: 0,
}
/** The fields of every answer; those of PUT and DELETE have nothing more, the others have tags. */
const written = (more: object = {}) => ({ ...workflow(NAME), ...added, id: '{id}', staticData: null, ...more })
const read = (more: object = {}) => ({ ...written(more), tags: [], ...more })

/** Four workflows and two tags whose ids are not in the order of their making. */
const LIBRARY = {
  tags: [
    { id: 't1', name: 'mike' },
    { id: 'T2', name: 'alpha' },
  ],
  workflows: [
    { id: 'a', name: 'Mike flow', tags: ['mike', 'alpha'], nodes: [manual()] },
    { id: 'c', name: "it's", active: true },
    { id: 'B', name: 'alpha Flow', tags: ['mike'] },
    { id: 'b', name: 'Yankee 100%' },
  ],
} as Fixture

const STATIC: [text: string, parsed: unknown][] = [
  ['{"a":1}', { a: 1 }],
  ['[1]', [1]],
  ['5', 5],
  ['null', null],
]

const unknownIds = (['{run}nobody', '%20', 'a%2Fb'] as const).flatMap((unknown): MeasuredCase[] =>
  (
    [
      ['getWorkflow', 'GET', ''],
      ['updateWorkflow', 'PUT', '', workflow(NAME)],
      ['deleteWorkflow', 'DELETE', ''],
      ['activateWorkflow', 'POST', '/activate'],
      ['deactivateWorkflow', 'POST', '/deactivate'],
      ['getWorkflowTags', 'GET', '/tags'],
      ['updateWorkflowTags', 'PUT', '/tags', []],
    ] as [OperationId, string, string, unknown?][]
  ).map(([operation, method, more, body]) => ({
    operation,
    name: `the unknown id ${unknown}`,
    ask: [method, `/workflows/${unknown}${more}`, body],
    ...UNKNOWN,
  })),
)

const lists: MeasuredCase[] = (
  [
    ['', ['B', 'a', 'b', 'c']],
    ['?active=true', ['c']],
    ['?active=false', ['B', 'a', 'b']],
    ['?name=FLOW', ['B', 'a']],
    ['?name=%20flow%20', ['B', 'a']],
    ['?name=fl_w', ['B', 'a']],
    ['?name=100%25', ['b']],
    ["?name=it's", ['c']],
    ['?name=nobody', []],
    ['?tags=mike', ['B', 'a']],
    ['?tags=mike,alpha', ['a']],
    ['?tags=%20alpha,mike', ['a']],
    ['?tags=mike,nobody', ['B', 'a']],
    ['?tags=nobody', []],
    ['?tags=MIKE', []],
    ['?tags=t1', []],
    ['?tags=mike&active=true', []],
    ['?limit=2', ['B', 'a'], { limit: 2, offset: 2 }],
    ['?limit=4', ['B', 'a', 'b', 'c']],
    ['?limit=-1', ['B', 'a', 'b', 'c']],
    ['?cursor=eyJsaW1pdCI6Miwib2Zmc2V0IjoxfQ%3D%3D', ['a', 'b'], { limit: 2, offset: 3 }],
    ['?cursor=eyJsaW1pdCI6Miwib2Zmc2V0IjoxfQ==', ['a', 'b'], { limit: 2, offset: 3 }],
    ['?cursor=e30%3D', ['B', 'a', 'b', 'c']],
    ['?cursor=eyJsaW1pdCI6NCwibGFzdElkIjoieCJ9', ['B', 'a', 'b', 'c']],
    ['?cursor=eyJsaW1pdCI6IjIiLCJvZmZzZXQiOiIxIn0%3D', ['a', 'b']],
  ] as [query: string, ids: string[], next?: object][]
).map(([query, ids, next]) => ({
  operation: 'getWorkflows',
  name: `${query || 'all, in the order of their ids'}: ${ids.join(' ') || 'none'}`,
  fixture: LIBRARY,
  ask: ['GET', `/workflows${query}`],
  status: 200,
  body: { data: ids.map(id => like({ id })), nextCursor: next ? cursor(next) : null },
}))

export const workflowCases: MeasuredCase[] = [
  {
    operation: 'createWorkflow',
    name: 'the least: what was sent, and what the service added, without tags',
    ask: made(workflow(NAME), {}),
    status: 200,
    body: { ...workflow(NAME), ...added, id, staticData: null },
  },
  {
    operation: 'createWorkflow',
    name: 'nodes without an id, or with an empty one, are given one',
    ask: made(workflow(NAME, { nodes: [{ name: 'a' }, { id: '', name: 'b' }] }), {}),
    status: 200,
    body: like({
      nodes: [
        { name: 'a', id: uuid },
        { name: 'b', id: uuid },
      ],
    }),
  },
  ...STATIC.flatMap(([text, parsed]): MeasuredCase[] => [
    {
      operation: 'createWorkflow',
      name: `static data as the text ${text} is echoed`,
      ask: made(workflow(NAME, { staticData: text }), {}),
      status: 200,
      body: like({ staticData: text }),
    },
    {
      operation: 'getWorkflow',
      name: `static data given as the text ${text} is read`,
      given: [made(workflow(NAME, { staticData: text }))],
      ask: READ,
      status: 200,
      body: like({ staticData: parsed }),
    },
    {
      operation: 'updateWorkflow',
      name: `static data as the text ${text} is read`,
      given,
      ask: ['PUT', '/workflows/{id}', workflow(NAME, { staticData: text })],
      status: 200,
      body: like({ staticData: parsed }),
    },
  ]),
  { operation: 'getWorkflow', name: 'a workflow', given, ask: READ, status: 200, body: read() },
  {
    operation: 'getWorkflow',
    name: 'a workflow with tags, in the order of their ids',
    fixture: LIBRARY,
    ask: ['GET', '/workflows/a'],
    status: 200,
    body: like({ tags: [like({ id: 'T2' }), like({ id: 't1' })] }),
  },
  ...unknownIds,
  ...lists,
  {
    operation: 'getWorkflows',
    name: 'what was made is found by its name',
    given,
    ask: ['GET', '/workflows?name={run}'],
    status: 200,
    body: { data: [read()], nextCursor: null },
  },
  ...['abc', '1', 'TRUE'].map(
    (value): MeasuredCase => ({
      operation: 'getWorkflows',
      name: `active=${value} is refused`,
      ask: ['GET', `/workflows?active=${value}`],
      status: 400,
      body: message('request/query/active must be boolean'),
    }),
  ),
  {
    operation: 'getWorkflows',
    name: 'a name given twice is refused',
    ask: ['GET', '/workflows?name=a&name=b'],
    status: 400,
    body: message('request/query/name must be string'),
  },
  {
    operation: 'updateWorkflow',
    name: 'everything is replaced, and tags are not answered',
    given,
    ask: ['PUT', '/workflows/{id}', workflow('{run} new', { settings: { timezone: 'Europe/Paris' } })],
    status: 200,
    body: written({ name: '{run} new', settings: { timezone: 'Europe/Paris' } }),
  },
  {
    operation: 'updateWorkflow',
    name: 'static data that is left out is kept',
    given: [made(workflow(NAME, { staticData: { a: 1 } }))],
    ask: ['PUT', '/workflows/{id}', workflow(NAME)],
    status: 200,
    body: written({ staticData: { a: 1 } }),
  },
  {
    operation: 'updateWorkflow',
    name: 'static data that is null is cleared',
    given: [made(workflow(NAME, { staticData: { a: 1 } }))],
    ask: ['PUT', '/workflows/{id}', workflow(NAME, { staticData: null })],
    status: 200,
    body: written(),
  },
  {
    operation: 'updateWorkflow',
    name: 'tags stay',
    given: [
      tag('x', 'tag'),
      ...given,
      ['PUT', '/workflows/{id}/tags', [{ id: '{tag}' }]],
      ['PUT', '/workflows/{id}', workflow(NAME)],
    ],
    ask: ['GET', '/workflows/{id}/tags'],
    status: 200,
    body: [like({ id: '{tag}' })],
  },
  {
    operation: 'deleteWorkflow',
    name: 'a workflow, without its tags',
    given,
    ask: ['DELETE', '/workflows/{id}'],
    status: 200,
    body: written(),
  },
  {
    operation: 'deleteWorkflow',
    name: 'a workflow twice',
    given: [...given, ['DELETE', '/workflows/{id}']],
    ask: ['DELETE', '/workflows/{id}'],
    ...UNKNOWN,
  },
  {
    operation: 'deleteWorkflow',
    name: 'an active workflow is answered active',
    given: [made(workflow(NAME, { nodes: [schedule()] })), ['POST', '/workflows/{id}/activate']],
    ask: ['DELETE', '/workflows/{id}'],
    status: 200,
    body: like({ active: true }),
  },
  {
    operation: 'deleteWorkflow',
    name: 'its executions are deleted with it',
    fixture: { workflows: [{ id: 'w', name: 'x' }], executions: [{ id: 1, workflowId: 'w', status: 'success' }] },
    given: [['DELETE', '/workflows/w']],
    ask: ['GET', '/executions/1'],
    ...UNKNOWN,
  },
  {
    operation: 'deleteTag',
    name: 'workflows lose it',
    given: [tag('x', 'tag'), ...given, ['PUT', '/workflows/{id}/tags', [{ id: '{tag}' }]], ['DELETE', '/tags/{tag}']],
    ask: READ,
    status: 200,
    body: read(),
  },
  {
    operation: 'getWorkflows',
    name: 'by a tag of its own',
    given: [tag('x', 'tag'), ...given, ['PUT', '/workflows/{id}/tags', [{ id: '{tag}' }]]],
    ask: ['GET', '/workflows?tags={run}%20x'],
    status: 200,
    body: like({ data: holding(like({ id: '{id}' })) }),
  },
]
