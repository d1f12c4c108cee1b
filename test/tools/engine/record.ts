import { readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../../src/core/base/is-record.ts'
import { compare, shown, shownRequests } from './compare.ts'
import type { Engine, HttpAnswer, Question } from './engine.ts'

/** A workflow, and what the service's engine does with it. The answers to requests stand once in the file. */
export interface RecordedRun extends Omit<Question, 'http'> {
  status: string
  /** By node, in the order in which they ran: what `shown` says of its runs. */
  runs: Record<string, unknown>
  requests: unknown[]
}

export interface RecordedRuns {
  engine: string
  http: HttpAnswer[]
  runs: RecordedRun[]
}

/** The workflows of a file, to be asked again. */
export function recordedQuestions(file: string): Question[] {
  const { http, runs }: RecordedRuns = JSON.parse(readFileSync(file, 'utf8'))
  return runs.map(({ workflow, start, items, mocks }) => ({ workflow, start, items, mocks, http }))
}

/** Longer ones show no more than several short ones. */
const LONGEST = 2200

/** Collects workflows on which both sides agree. */
export class Recorder {
  /** Whether one is left out that shows nothing which others before it do not. */
  readonly #isSparing: boolean
  readonly #runs: RecordedRun[] = []
  readonly #shown = new Set<string>()
  #http: HttpAnswer[] = []

  constructor({ isSparing }: { isSparing: boolean }) {
    this.#isSparing = isSparing
  }

  async add(engine: Engine, question: Question) {
    const { http, ...asked } = question
    const first = await compare(engine, question)
    if (first.difference || first.differing.length > 0 || first.refused !== undefined) return
    const { status, order, runData, requests } = await engine.run(question)
    const runs = Object.fromEntries(order.map(name => [name, shown(runData[name])]))
    const again = Object.fromEntries(order.map(name => [name, shown(first.runData[name])]))
    const recorded = { ...asked, status, runs, requests: shownRequests(requests) }
    if (!isDeepStrictEqual(runs, again) || JSON.stringify(recorded).length > LONGEST) return
    const added = [...featuresOf(recorded)].filter(feature => !this.#shown.has(feature))
    if (this.#isSparing && added.length === 0) return
    for (const feature of added) this.#shown.add(feature)
    this.#runs.push(recorded)
    this.#http = http ?? this.#http
  }

  /** Writes a line for each workflow. */
  save(file: string, engine: string) {
    const head = JSON.stringify({ engine, http: this.#http }).slice(0, -1)
    const lines = this.#runs.map(run => JSON.stringify(run))
    writeFileSync(file, `${head},"runs":[\n${lines.join(',\n')}\n]}\n`)
    return this.#runs.length
  }
}

/** The parameters and ends of its nodes, by type and version. */
function* featuresOf({ workflow, runs }: RecordedRun): Generator<string> {
  for (const { name = '', type, typeVersion, parameters, onError, executeOnce } of workflow.nodes) {
    if (!(name in runs)) continue
    const of = `${type}@${typeVersion}`
    yield `${of} ${onError} ${executeOnce}`
    for (const [path, value] of leavesOf(parameters ?? {}, '')) yield `${of} ${path} ${String(value).slice(0, 40)}`
    for (const run of runs[name] as { error: string | null; main: unknown[][] }[]) {
      yield `${of} ${run.error} ${run.main.map(items => Math.min(items.length, 2))}`
    }
  }
}

function* leavesOf(value: unknown, path: string): Generator<[path: string, value: unknown]> {
  if (Array.isArray(value)) for (const part of value) yield* leavesOf(part, `${path}[]`)
  else if (isRecord(value)) for (const [name, part] of Object.entries(value)) yield* leavesOf(part, `${path}.${name}`)
  else yield [path, value]
}
