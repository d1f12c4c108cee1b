import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../../src/core/base/is-record.ts'
import type { NodeItem, NodeRun } from '../../../src/core/model/run-data.ts'
import { runWorkflow } from '../../../src/testing.ts'
import { type Answer, type Engine, HOST, type HttpAnswer, type Question, type Request } from './engine.ts'

/** The first node, in the engine's order, whose runs differ, or the whole run. */
export interface Difference {
  node: string
  /** Type and version: `set@3.4`. */
  type: string
  path: string
  engine: unknown
  ours: unknown
}

export interface Comparison {
  difference?: Difference | undefined
  /** All nodes whose runs differ. */
  differing: string[]
  /** What the nodes put out in the engine. */
  runData: Answer['runData']
  /** The types of the nodes that ran. */
  types: string[]
  /** Why the engine did not run it: it is not counted then. */
  refused?: string
}

/** The time zone of both sides. */
const ZONE = 'America/New_York'

/** Plays a workflow on both sides. Order, outputs, failures and the status are compared; times and random values are masked. */
export async function compare(engine: Engine, question: Question): Promise<Comparison> {
  const answer = await engine.run(question).catch((error: Error) => error)
  const isRefused = answer instanceof Error
  if (isRefused && !/ has issues:| have issues:/.test(answer.message)) {
    return { types: [], differing: [], runData: {}, refused: answer.message }
  }
  const { workflow } = question
  const here = await playHere(question).catch((error: Error) => error)
  if (isRefused || here instanceof Error) {
    const wanted = isRefused ? answer.message : answer.status
    const given = here instanceof Error ? here.message : (here.error ?? here.status)
    const difference = { node: '', type: 'run', path: 'refused.error', engine: wanted, ours: given }
    return { types: [], differing: [], runData: {}, ...(wanted === given ? {} : { difference }) }
  }
  const theirs = answer
  const ours = here.runData
  const typeOf = (name: string) => {
    const { type = '', typeVersion = 1 } = workflow.nodes.find(node => node.name === name) ?? {}
    return `${type.replace('n8n-nodes-base.', '')}@${typeVersion}`
  }
  const names = [...new Set([...theirs.order, ...Object.keys(ours)])]
  const types = [...new Set(names.map(typeOf))]
  const { runData } = theirs
  const differencesFrom = (engineRuns: (node: string) => unknown) =>
    names.flatMap((node): Difference[] => {
      const found = firstDifference(engineRuns(node), shown(ours[node]))
      return found ? [{ node, type: typeOf(node), ...found }] : []
    })
  let differences = differencesFrom(node => shown(runData[node]))
  if (differences.length > 0) {
    const answers = await againAnswers(engine, question)
    differences = differencesFrom(node =>
      answers.reduce((known, again) => steadyPart(known, shown(again.runData[node])), shown(runData[node])),
    )
  }
  const [difference] = differences
  const differing = differences.map(({ node }) => node)
  if (difference) {
    return { types, runData, differing, ...(isText(difference.path, difference.type) ? {} : { difference }) }
  }
  const asked = firstDifference(shownRequests(theirs.requests), shownRequests(here.requests))
  if (asked) return { types, runData, differing, difference: { node: '', type: 'requests', ...asked } }
  if (theirs.status === here.status) return { types, runData, differing }
  const status = { node: '', type: 'run', path: 'status', engine: theirs.status, ours: here.status }
  return { difference: status, types, runData, differing }
}

/** In bytes: a mock of text has a content type of its own. */
const mockOf = ({ path, text, ...answer }: HttpAnswer) => ({
  url: HOST + path,
  ...answer,
  ...(text === undefined ? {} : { base64: Buffer.from(text).toString('base64') }),
})

/** Plays a workflow here. @throws ApiError for one that is refused */
export async function playHere({ workflow, start, items, mocks, http = [] }: Question) {
  const { status, execution, requests, error } = await runWorkflow({ name: 'w', ...workflow } as never, {
    trigger: start,
    input: items as never,
    mocks: mocks as never,
    http: http.map(mockOf),
    timezone: ZONE,
    now: new Date().toISOString(),
  })
  const data = execution.data as { resultData?: { runData?: Answer['runData'] } } | undefined
  return { status, error: error?.message, runData: data?.resultData?.runData ?? {}, requests }
}

/** How often the engine is asked again where something differs. */
const AGAIN = 3

/** The same question asked again: what differs between the engine's own answers is random or the time. */
async function againAnswers(engine: Engine, question: Question): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let time = 0; time < AGAIN; time++) {
    await new Promise(resolve => setTimeout(resolve, 2))
    answers.push(await engine.run(question).catch(() => ({ status: '', order: [], runData: {}, requests: [] })))
  }
  return answers
}

/** Stands for a value that the engine answers differently each time; any value is like it. */
const CHANCE = Symbol('chance')

function steadyPart(value: unknown, again: unknown): unknown {
  if (isDeepStrictEqual(value, again)) return value
  if (Array.isArray(value) && Array.isArray(again) && value.length === again.length) {
    return value.map((part, at) => steadyPart(part, again[at]))
  }
  if (!isRecord(value) || !isRecord(again)) return CHANCE
  return Object.fromEntries(
    [...new Set([...Object.keys(value), ...Object.keys(again)])].map(name => [
      name,
      steadyPart(value[name], again[name]),
    ]),
  )
}

/** Code runs in a stand-in here: the texts of its errors are not the service's, nor what its items are paired with. */
const isText = (path: string, type: string) =>
  /\.(error|says)$|\.pairs\./.test(path) && /^(code|function|functionItem)@/.test(type)

/** What is compared of the runs of a node: outputs, pairs and errors, without times and ids. */
export function shown(runs: readonly NodeRun[] | undefined): unknown {
  const list = runs?.map(({ data, error }) => {
    const outputs = (data?.main ?? []).map(items => items ?? [])
    while (outputs.length > 0 && outputs.at(-1)?.length === 0) outputs.pop()
    const main = outputs.map(items => items.map(({ json }) => json ?? {}))
    return {
      error: error?.message ?? null,
      says: error?.description ?? null,
      main,
      pairs: outputs.map(items => items.map(pairsOf)),
    }
  })
  return masked(JSON.parse(JSON.stringify(list ?? [])))
}

/** The items that an item comes from: input and number. */
const pairsOf = ({ pairedItem }: NodeItem): [input: number, item: number][] =>
  [pairedItem ?? []].flat().map(pair => (typeof pair === 'number' ? [0, pair] : [pair.input ?? 0, pair.item]))

/** What is compared of requests, in an order of their own: nodes send several at once. */
export const shownRequests = (requests: readonly Parameters<typeof shownRequest>[0][]) =>
  requests.map(shownRequest).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))

/** Without the headers that programs and connections add; of forms and files, whose text is not compared, the type alone. */
function shownRequest({ method, url, headers, body }: Omit<Request, 'body'> & { body?: unknown }) {
  const type = headers['content-type'] ?? null
  const named = Object.entries(headers).filter(([name]) => /^(accept|x-.*)$/.test(name))
  return {
    method,
    url,
    headers: Object.fromEntries(named),
    type: type?.split(';')[0] ?? null,
    body:
      type?.includes('json') && body !== ''
        ? parsed(typeof body === 'string' ? body : JSON.stringify(body))
        : undefined,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?/g
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The way to what is circular depends on the connection. */
const CIRCLE = /(Converting circular structure to JSON)\n[\s\S]*/

function masked(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replace(TIME, '<time>').replace(UUID, '<uuid>').replace(CIRCLE, '$1')
  }
  if (typeof value === 'number') return /^(1[78]\d{11}|1[78]\d{8}(\.\d+)?|0\.\d{12,})$/.test(`${value}`) ? '<n>' : value
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === 'stack' ? '<stack>' : masked(inner)]),
  )
}

function firstDifference(engine: unknown, ours: unknown, path = '$'): Omit<Difference, 'node' | 'type'> | undefined {
  if (engine === CHANCE || isDeepStrictEqual(engine, ours)) return undefined
  const areHolders = typeof engine === 'object' && typeof ours === 'object' && engine !== null && ours !== null
  if (!areHolders || Array.isArray(engine) !== Array.isArray(ours)) return { path, engine, ours }
  if (Array.isArray(engine) && Array.isArray(ours) && engine.length !== ours.length) {
    return { path: `${path}.length`, engine: engine.length, ours: ours.length }
  }
  const [left, right] = [engine as Record<string, unknown>, ours as Record<string, unknown>]
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const found = firstDifference(left[name], right[name], `${path}.${name}`)
    if (found) return found
  }
  return undefined
}
