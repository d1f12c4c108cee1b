import { expect } from 'bun:test'

/** What a service answers at a path below `/api/v1`, by the cursor and the limit that it was asked with. */
export type Answers = Record<string, (query: { cursor: string | null; limit: number }) => unknown>

const listOf = <T>(length: number, item: (at: number) => T) => Array.from({ length }, (_, at) => item(at))
const whole = (data: unknown[]) => () => ({ data, nextCursor: null })
const endless = (data: (at: number, limit: number) => unknown[]) => {
  return ({ cursor, limit }: { cursor: string | null; limit: number }) => {
    const at = Number(cursor ?? 0)
    return { data: data(at, limit), nextCursor: String(at + 1) }
  }
}

const manyFields = (count: number) => Object.fromEntries(listOf(count, at => [`k${at}`, at]))
const aWorkflow = (id: number, more: object = {}) => ({
  id: `w${id}`,
  name: `Workflow ${id}`,
  active: false,
  nodes: [],
  connections: {},
  settings: {},
  ...more,
})
const workflow = (more: object) => ({ '/workflows': whole([aWorkflow(1, more)]) })
const execution = (data: unknown) => ({
  id: 1,
  workflowId: 'w1',
  status: 'success',
  finished: true,
  mode: 'trigger',
  data,
})

const TOO_MANY_IN_A_PAGE = { status: 'failed', error: expect.stringContaining('more records than were asked for') }
const TOO_MANY = { status: 'failed', error: expect.stringContaining('more than 20000 records') }
const ENDED = { status: expect.stringMatching(/^(done|failed)$/) }

/** Its credentials are of a type with very many fields. */
export const HUGE_TYPE: Answers = {
  ...workflow({}),
  '/credentials': whole(listOf(250, at => ({ id: `c${at}`, name: `C${at}`, type: 'hugeApi' }))),
  '/credentials/schema/hugeApi': () => ({
    additionalProperties: false,
    type: 'object',
    properties: Object.fromEntries(listOf(20_000, at => [`f${at}`, { type: 'string' }])),
    required: listOf(20_000, at => `f${at}`),
  }),
}

/** Services whose answers are large in one way each, and what becomes of a clone of them. */
export const HOSTILE_SERVICES: [name: string, answers: Answers, outcome: object][] = [
  ['a page of 50,000 workflows', { '/workflows': whole(listOf(50_000, at => aWorkflow(at))) }, TOO_MANY_IN_A_PAGE],
  [
    'a page of 200,000 tags',
    { '/workflows': whole([]), '/tags': whole(listOf(200_000, at => ({ id: `t${at}`, name: `t${at}` }))) },
    TOO_MANY_IN_A_PAGE,
  ],
  [
    'workflows without end',
    { '/workflows': endless((at, limit) => listOf(limit, n => aWorkflow(at * limit + n))) },
    TOO_MANY,
  ],
  [
    'tags without end',
    {
      '/workflows': whole([]),
      '/tags': endless((at, limit) => listOf(limit, n => ({ id: `t${at}-${n}`, name: `t${at}-${n}` }))),
    },
    TOO_MANY,
  ],
  [
    'cursors that lead in a circle',
    { '/workflows': ({ cursor }) => ({ data: [], nextCursor: cursor === 'a' ? 'b' : 'a' }) },
    { status: 'failed', error: expect.stringContaining('its pages have no end') },
  ],
  ['a workflow of 240,000 nodes', workflow({ nodes: listOf(240_000, () => ({})) }), ENDED],
  ['a workflow of 200,000 nodes that are none', workflow({ nodes: listOf(200_000, at => at) }), ENDED],
  [
    'a workflow of 20,000 credentials',
    workflow({
      nodes: listOf(20_000, at => ({
        name: `n${at}`,
        credentials: { httpHeaderAuth: { id: `c${at}`, name: `C${at}` } },
      })),
    }),
    ENDED,
  ],
  [
    'a workflow of 150,000 unknown fields',
    workflow(manyFields(150_000)),
    { status: 'failed', error: expect.stringContaining('more than 5000 fields') },
  ],
  ['settings of 150,000 fields', workflow({ settings: manyFields(150_000) }), ENDED],
  ['pinned data of 150,000 nodes', workflow({ pinData: manyFields(150_000) }), ENDED],
  ['static data of 150,000 fields', workflow({ staticData: manyFields(150_000) }), ENDED],
  [
    'connections of 100,000 nodes',
    workflow({ connections: Object.fromEntries(listOf(100_000, at => [`n${at}`, { main: [[]] }])) }),
    ENDED,
  ],
  [
    'a workflow of 200,000 tags',
    workflow({ tags: listOf(200_000, at => ({ id: `t${at}`, name: `t${at}` })) }),
    TOO_MANY,
  ],
  [
    'a workflow in 200,000 projects',
    workflow({ shared: listOf(200_000, at => ({ project: { id: `p${at}`, type: 'personal', name: `<${at}>` } })) }),
    ENDED,
  ],
  [
    'an execution of 160,000 objects',
    {
      ...workflow({}),
      '/executions': whole([execution(null)]),
      '/executions/1': () => execution(listOf(160_000, at => ({ [`k${at}`]: {} }))),
    },
    ENDED,
  ],
  [
    'an execution of five million values',
    {
      ...workflow({}),
      '/executions': whole([execution(null)]),
      '/executions/1': () => execution(listOf(5_000_000, () => 1)),
    },
    { status: 'failed', error: expect.stringContaining('keys and list items') },
  ],
  ['a text of 50 MB', workflow({ pinData: { Start: [{ json: { text: 'ä'.repeat(25_000_000) } }] } }), ENDED],
  ['a credential type of 20,000 fields', HUGE_TYPE, ENDED],
]

/** Serves them on a port of their own; the texts are made before, so that only reading them takes time. */
export function serve(answers: Answers) {
  const made = new Map<string, string>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname, search, searchParams } = new URL(request.url)
      const answer = answers[pathname.replace(/^\/api\/v1/, '')]
      if (!answer) return Response.json({ message: 'not found' }, { status: 404 })
      const text =
        made.get(pathname + search) ??
        JSON.stringify(answer({ cursor: searchParams.get('cursor'), limit: Number(searchParams.get('limit') ?? 100) }))
      made.set(pathname + search, text)
      return new Response(text, { headers: { 'content-type': 'application/json' } })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    hasAnswered: (path: string) => made.has(`/api/v1${path}`),
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}
