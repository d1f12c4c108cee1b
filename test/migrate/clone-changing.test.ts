import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { cloneToFile, type Fixture } from '../../src/index.ts'
import { aNode, aWorkflow, startInstance } from '../../src/testing.ts'
import { temporaryFolder } from '../commands/run-cli.ts'
import { OWNER } from './sample.ts'

const [FIRST, SECOND] = ['AAAAAAAAAAAAAAAA', 'BBBBBBBBBBBBBBBB']
const credentials = { httpHeaderAuth: { id: 'CredentialAAAAAA', name: 'C' } }
const fixture: Fixture = {
  licence: 'all',
  users: [OWNER],
  projects: [
    { id: 'TeamProjectXXXXX', name: 'Team', members: [{ user: OWNER.email, role: 'project:admin' }] },
    { id: 'TeamProjectYYYYY', name: 'Other team' },
  ],
  tags: [
    { id: 't1', name: 'a' },
    { id: 't2', name: 'A' },
  ],
  // by their age: the second, the third, the first
  credentials: ['03', '01', '02'].map((day, at) => ({
    id: `${credentials.httpHeaderAuth.id.slice(0, -1)}${'ABC'[at]}`,
    name: 'C',
    type: 'httpHeaderAuth',
    data: { name: 'a', value: 'b' },
    createdAt: `2026-01-${day}T00:00:00.000Z`,
  })),
  workflows: [
    aWorkflow({ id: FIRST, name: 'One', tags: ['t1', 't2'], nodes: [aNode({ name: 'Use', credentials })] }),
    aWorkflow({ id: SECOND, name: 'Two' }),
  ],
  executions: [
    { id: 1, workflowId: FIRST, status: 'success' },
    { id: 2, workflowId: SECOND, status: 'success' },
  ],
  dataTables: ['TableAAAAAAAAAAA', 'TableBBBBBBBBBBB'].map((id, at) => ({
    id,
    name: `Table ${at}`,
    owner: OWNER.email,
    columns: [{ name: 'item', type: 'string' as const }],
    rows: [{ item: 'a' }],
  })),
}

const STRANGER = { id: '2b7e4c1a-52d3-4f6e-8a90-1c3d5e7f9a01', name: 'S', role: 'project:editor' }

type Page = { data: { id: string; name: string }[]; tags?: object[] }

/** What somebody does there between two requests, by the path that answers otherwise then: a page, or a status. */
const CHANGES: {
  what: string
  path: RegExp
  change: number | ((page: Page) => Page)
  counts: object
  gaps?: string[]
  /** Of the tags of the workflow "One": A and a where left out. */
  names?: string[]
}[] = [
  {
    what: 'a tag is renamed',
    path: /\/tags$/,
    change: page => ({ ...page, data: page.data.map(tag => (tag.id === 't1' ? { ...tag, name: 'before' } : tag)) }),
    counts: { tags: 2 },
    names: ['A', 'before'],
  },
  {
    what: 'a tag is made that has no id',
    path: new RegExp(`/workflows/${FIRST}$`),
    change: page => ({ ...page, tags: [...(page.tags ?? []), { name: 'none' }] }),
    counts: { tags: 2 },
  },
  {
    what: 'a tag is made',
    path: /\/tags$/,
    change: page => ({ ...page, data: page.data.slice(1) }),
    counts: { tags: 2 },
  },
  {
    what: 'a tag is deleted, and created again with its name',
    path: /\/tags$/,
    change: page => ({ ...page, data: page.data.map(tag => ({ ...tag, id: `${tag.id}-before` })) }),
    counts: { tags: 2 },
  },
  {
    what: 'a workflow is deleted',
    path: new RegExp(`/workflows/${FIRST}$`),
    change: 404,
    counts: { workflows: 1, executions: 1 },
  },
  {
    what: 'a user joins a project',
    path: /\/projects\/TeamProjectXXXXX\/users$/,
    change: page => ({ ...page, data: [...page.data, { ...STRANGER }] }),
    counts: { users: 1, projects: 2 },
  },
  { what: 'a project is deleted', path: /\/projects\/TeamProjectYYYYY\/users$/, change: 404, counts: { projects: 1 } },
  {
    what: 'a data table is deleted',
    path: /\/data-tables\/TableAAAAAAAAAAA\/rows$/,
    change: 404,
    counts: { dataTables: 1 },
  },
  {
    what: 'the key may not read credential types',
    path: /\/schema\//,
    change: 403,
    counts: { credentials: 3 },
    gaps: ['credential types'],
  },
]

test.each(CHANGES)(
  'a copy can be served, and has the rest, where $what meanwhile',
  async ({ path, change, counts, gaps = [], names = ['A', 'a'] }) => {
    await using folder = await temporaryFolder()
    await using source = await startInstance({ profile: 'n8n-2.41', fixture })
    const changing = async (url: string, init: RequestInit) => {
      const response = await fetch(url, init)
      if (!path.test(new URL(url).pathname)) return response
      if (typeof change === 'number') return Response.json({ message: 'x' }, { status: change })
      return Response.json(change((await response.json()) as Page))
    }
    const file = join(folder.path, 'copy.json')
    const { url, apiKey } = source
    const summary = await cloneToFile({ url, apiKey, file, executions: 10, fetch: changing })
    const whole = { users: 1, projects: 2, tags: 2, credentials: 3, workflows: 2, executions: 2, dataTables: 2 }
    expect(summary.counts).toMatchObject({ ...whole, ...counts })
    expect(summary.gaps.map(({ part }) => part)).toEqual(gaps)
    await using copy = await startInstance({ fixture: file })
    const { workflows = [], tags = [] } = copy.state()
    expect(copy.state().credentials?.map(({ id }) => String(id).at(-1))).toEqual(['B', 'C', 'A'])
    expect(workflows).toHaveLength(summary.counts.workflows ?? 0)
    const nameOf = new Map(tags.map(({ id, name }) => [id, name]))
    const one = workflows.find(({ name }) => name === 'One')
    if (one) expect(one.tags?.map(tag => nameOf.get(String(tag))).sort()).toEqual(names)
  },
)
