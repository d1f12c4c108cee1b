import { type FixtureOf, type Node, startInstance } from '../../../src/testing.ts'
import { inARow, webhook } from './workflows.ts'

export type Workflow = FixtureOf<'workflows'>

export const NOW = '2026-03-01T12:00:00.000Z'

/** Types whose versions read other parameters, in the version of today. */
const VERSIONS: Record<string, number> = { set: 3.4 }

/** A node of the base package. */
export const node = (name: string, type: string, parameters: Record<string, unknown> = {}, rest: Node = {}): Node => ({
  name,
  type: `n8n-nodes-base.${type}`,
  ...(VERSIONS[type] === undefined ? {} : { typeVersion: VERSIONS[type] }),
  parameters,
  ...rest,
})

/** A set node that has these fields alone. */
export const fields = (name: string, values: Record<string, unknown>, parameters: object = {}, rest: Node = {}) =>
  node(
    name,
    'set',
    {
      assignments: {
        assignments: Object.entries(values).map(([name, value]) => ({
          name,
          value,
          type: Array.isArray(value) ? 'array' : typeof value,
        })),
      },
      ...parameters,
    },
    rest,
  )

/** A condition that compares what came in with a text. */
export const condition = (leftValue: unknown, rightValue: unknown, type = 'string', operation = 'equals') => ({
  conditions: {
    combinator: 'and',
    options: { caseSensitive: true, typeValidation: 'strict' },
    conditions: [{ leftValue, rightValue, operator: { type, operation } }],
  },
})

export const to = (...names: string[]) => names.map(name => ({ node: name, type: 'main', index: 0 }))

/** An active workflow whose webhook has its name as path and answers with the last node, and nodes one after the other. */
export const called = (
  name: string,
  nodes: Node[],
  rest: Partial<Workflow> = {},
  hook: Record<string, unknown> = {},
) => ({
  id: name,
  name,
  active: true,
  ...inARow(
    webhook(
      name,
      { httpMethod: 'POST', responseMode: 'lastNode', ...hook },
      { id: 'hook', typeVersion: 2.1, webhookId: name },
    ),
    ...nodes,
  ),
  ...rest,
  settings: { executionOrder: 'v1', ...rest.settings },
})

/** An instance of 2.41 that plays runs, at a time that stands still. */
export async function playing(workflows: Workflow[], options: object = {}) {
  const instance = await startInstance({
    socket: false,
    simulate: true,
    clock: NOW,
    profile: 'n8n-2.41',
    fixture: { workflows },
    ...options,
  })
  const stored = () => instance.state('executions').executions as unknown as Execution[]
  return Object.assign(instance, {
    /** Calls a webhook, and returns its answer with the executions that it left, the caller's first. */
    async call(path: string, body: unknown = {}, asked: { method?: string; headers?: Record<string, string> } = {}) {
      const before = new Set(stored().map(({ id }) => id))
      const { method = 'POST', headers = {} } = asked
      const answer = await instance.request(method, `/webhook/${path}`, body, { key: null, headers })
      const left = stored().filter(({ id }) => !before.has(id))
      return { answer, left, execution: left[0] as Execution }
    },
    stored,
    async shown(id: string) {
      const path = `/api/v1/executions/${id}?includeData=true`
      return (await instance.request<Shown>('GET', path)).body
    },
  })
}

export type Playing = Awaited<ReturnType<typeof playing>>

export interface Execution {
  id: string
  workflowId: string
  status: string
  mode: string
  waitTill: string | null
  stoppedAt: string | null
  data: RunData
}

export interface Shown extends Execution {
  createdAt: string
  startedAt: string
  finished: boolean
  deduplicationKey: string | null
  workflowData: Record<string, unknown> & { nodes: Node[] }
}

export interface RunData extends Record<string, unknown> {
  resultData: { runData: Record<string, Ran[]>; error?: Record<string, unknown>; lastNodeExecuted?: string }
  executionData: { nodeExecutionStack: { node: Node; metadata?: unknown }[]; runtimeData: Record<string, unknown> }
  resumeToken: string
}

export interface Ran extends Record<string, unknown> {
  executionStatus: string
  source: unknown[]
  hints: { message: string }[]
  metadata?: Record<string, unknown>
  error?: Record<string, unknown>
  data: { main: { json: Record<string, unknown>; binary?: unknown; pairedItem?: unknown; metadata?: unknown }[][] }
}

/** The JSON of what a node put out last, by its outputs. */
export const outputOf = ({ data }: Pick<Execution, 'data'>, name: string) =>
  data.resultData.runData[name]?.at(-1)?.data?.main.map(items => items.map(({ json }) => json))

export const ranOf = ({ data }: Pick<Execution, 'data'>) => Object.keys(data.resultData.runData)
