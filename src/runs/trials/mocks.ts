import { badRequest } from '../../core/base/errors.ts'
import { isRecord } from '../../core/base/is-record.ts'
import type { NodeItem } from '../../core/model/run-data.ts'
import type { GivenMock, Mock, MockedRun, PlannedMock } from '../engine/job.ts'

/**
 * Reads what nodes put out instead of running. A mock is one of
 *
 * - items: `[{ "ok": true }]`, each the JSON of an item, or `{ "json": …, "binary": …, "pairedItem": … }`
 * - outputs: `[[items], [items]]`, one list of items for each output
 * - `{ "error": "timeout" }`, or `{ "error": { "message": …, "description": …, "httpCode": … } }`
 * - `{ "runs": [mock, mock] }`: one for each run of the node; the last stands for all further runs
 * - `{ "calls": [mock, mock] }`: of a model, a tool or another node that serves one: its calls during one run of that one
 * - `{ "json": … }`: one item
 * - in the kit, a function of `{ items, parameters, runIndex }` that returns one of these
 *
 * @throws ApiError 400, which names the mock
 */
export function readMocks(given: Record<string, unknown>): Record<string, PlannedMock[]> {
  return Object.fromEntries(
    Object.entries(given).map(([name, mock]): [string, PlannedMock[]] => {
      const place = `run/mocks/${name}`
      return [
        name,
        runsOf(mock, place).map(({ run, at }) => (typeof run === 'function' ? { asks: name } : readGiven(run, at))),
      ]
    }),
  )
}

/** The runs of one mocked node. */
export const readMock = (given: unknown, place: string): GivenMock[] =>
  runsOf(given, place).map(({ run, at }) => readGiven(run, at))

/** Each run of a mock, with its place. */
function runsOf(given: unknown, place: string): { run: unknown; at: string }[] {
  if (!isRecord(given) || !('runs' in given)) return [{ run: given, at: place }]
  const { runs } = given
  if (!Array.isArray(runs) || runs.length === 0) throw badRequest(`${place}/runs must be a list of mocks`)
  return runs.map((run, number) => ({ run, at: `${place}/runs/${number}` }))
}

/**
 * Asks the function that stands for a node. What it throws is the error of the node, with its stack as the description.
 *
 * @throws ApiError 400 for what is no mock
 */
export async function askMock(
  given: Record<string, unknown>,
  name: string,
  runIndex: number,
  { received, parameters }: MockedRun,
): Promise<Mock> {
  const runs = runsOf(given[name], `run/mocks/${name}`)
  const { run } = runs[Math.min(runIndex, runs.length - 1)] ?? {}
  if (typeof run !== 'function') throw new TypeError(`The mock of ${name} is not a function`)
  const items = (received[0] ?? []).map(({ json }) => json)
  let returned: unknown
  try {
    returned = await run({ items, parameters, runIndex })
  } catch (error) {
    return { error: thrownError(error) }
  }
  return readOne(returned, `what the mock of ${JSON.stringify(name)} returned`)
}

function thrownError(thrown: unknown) {
  if (!(thrown instanceof Error)) return { message: String(thrown) }
  const { message, name, stack } = thrown
  return { message: message || name, ...(stack === undefined ? {} : { description: stack }) }
}

function readGiven(given: unknown, place: string): GivenMock {
  if (!isRecord(given) || !('calls' in given)) return readOne(given, place)
  const { calls } = given
  if (!Array.isArray(calls)) throw badRequest(`${place}/calls must be a list of mocks`)
  return { calls: calls.map((call, number) => readOne(call, `${place}/calls/${number}`)) }
}

function readOne(given: unknown, place: string): Mock {
  if (isRecord(given) && 'error' in given) return { error: errorOf(given.error, `${place}/error`) }
  if (isRecord(given) && ('json' in given || 'binary' in given)) return { main: [[itemOf(given, place)]] }
  if (!Array.isArray(given)) {
    throw badRequest(`${place} must be items ([{ … }]), outputs ([[…], […]]), { "error": … } or { "runs": […] }`)
  }
  const isOutputs = given.length > 0 && given.every(part => Array.isArray(part) || part === null)
  if (!isOutputs) return { main: [itemsOf(given, place)] }
  return { main: given.map((items, output) => itemsOf(items ?? [], `${place}/${output}`)) }
}

const ERROR_LEVELS = ['error', 'warning', 'info'] as const
/** What an execution stores of an error beside what a mock says of it. */
const STORED_WITH_ERRORS = ['stack', 'timestamp', 'node', 'tags', 'functionality', 'shouldReport', 'extra']

/** An error: its text, or as an execution shows it. */
function errorOf(given: unknown, place: string) {
  if (typeof given === 'string') return { message: given }
  if (!isRecord(given) || typeof given.message !== 'string') {
    throw badRequest(`${place} must be a text, or an object with a message`)
  }
  const { message, name, description, httpCode, level, context, messages, ...rest } = given
  const unknown = Object.keys(rest).find(key => !STORED_WITH_ERRORS.includes(key))
  if (unknown !== undefined)
    throw badRequest(
      `${place}/${unknown} is unknown: there are message, name, description, httpCode, level, context and messages`,
    )
  const known = ERROR_LEVELS.find(known => known === level)
  if (level !== undefined && known === undefined)
    throw badRequest(`${place}/level must be ${ERROR_LEVELS.join(' or ')}`)
  return {
    message,
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(httpCode === undefined || httpCode === null ? {} : { httpCode: String(httpCode) }),
    ...(known === undefined ? {} : { level: known }),
    ...(isRecord(context) ? { context } : {}),
    ...(Array.isArray(messages) ? { messages: messages.map(String) } : {}),
  }
}

/** Items as they are written by hand: each the JSON of an item, or the item whole. */
export const itemsOf = (given: readonly unknown[], place: string): NodeItem[] =>
  given.map((item, at) => itemOf(item, `${place}/${at}`))

const ITEM_KEYS = ['json', 'binary', 'pairedItem', 'error']

function itemOf(given: unknown, place: string): NodeItem {
  if (!isRecord(given)) throw badRequest(`${place} must be object: the JSON of an item`)
  return isWholeItem(given) ? given : { json: given }
}

/** Whether an object is an item and not the JSON of one. */
export const isWholeItem = (given: unknown): given is NodeItem =>
  isRecord(given) && isRecord(given.json) && Object.keys(given).every(key => ITEM_KEYS.includes(key))
