// Plays workflows in the service's engine and here: see the help below. It is for maintainers, and in no test run.
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import fc from 'fast-check'
import type { NodeItem } from '../../../src/core/model/run-data.ts'
import { type Comparison, compare, type Difference } from './compare.ts'
import { Engine, installEngine, type Question } from './engine.ts'
import { questions } from './generate.ts'
import { playTests } from './play-tests.ts'
import { type Named, questionsIn } from './questions.ts'
import { Recorder, recordedQuestions } from './record.ts'

const HELP = `Plays workflows in the service's own engine and here, and prints how alike they are.

  bun run engine [FOLDER] [--generated N] [--seed SEED] [--types LIST] [--tests] [--engine FOLDER] [--max N] [--least PERCENT]

  FOLDER            workflows (*.json). Nodes of services are mocked alike, the trigger is a manual one. Of the service's own
                    node tests, which pin what nodes put out, it also says how many of these outputs are equal
  --generated N     how many workflows are generated (0)
  --seed SEED       which ones (1)
  --record FILE     writes those of the generated workflows on which both sides agree, and what the engine did with them;
                    without --generated it asks again for the workflows that FILE has
  --types LIST      of these types alone: httpRequest,set
  --tests           plays test files of all kinds of nodes, and those of docs/examples, by \`test --engine both\`
  --each N          how many test files of a kind (2)
  --engine FOLDER   where the engine is installed, once, outside of the repository (~/.cache/understudy-engine); 0.9 GB
  --max N           how many workflows of the folder are played
  --least PERCENT   the exit code is 1 below it (99)

Exit code 0: alike, 1: less than that, 2: it could not be asked.`

/** How many differences are printed with their workflow. */
const SHOWN = 40
/** How often a difference is made smaller. */
const SHRINKS = 60

/** Differences with one cause: the type, the place, and the text of an error without its names. */
function causeOf({ type, path, engine, ours }: Difference): string {
  const kindOf = (value: unknown) =>
    path.endsWith('error') && typeof value === 'string' ? value.replace(/'[^']*'|"[^"]*"|\d+/g, '…').slice(0, 80) : ''
  return `${type.replace(/@.*/, '')} ${path.replace(/\d+/g, 'n')} ${kindOf(engine)}|${kindOf(ours)}`
}

class Report {
  readonly #counts = new Map<string, { same: number; all: number }>()
  readonly #causes = new Map<string, { count: number; example: string; difference: Difference }>()
  same = 0
  all = 0
  refused = 0

  add(name: string, { difference, types, refused }: Comparison): boolean {
    if (refused !== undefined) {
      this.refused++
      return true
    }
    this.all++
    if (!difference) this.same++
    for (const type of types) {
      const count = this.#counts.get(type) ?? { same: 0, all: 0 }
      count.all++
      if (difference?.type !== type) count.same++
      this.#counts.set(type, count)
    }
    if (!difference) return true
    const cause = causeOf(difference)
    const known = this.#causes.get(cause)
    if (known) known.count++
    else this.#causes.set(cause, { count: 1, example: name, difference })
    return false
  }

  print(what: string) {
    const share = (same: number, all: number) => `${same} of ${all} (${((100 * same) / Math.max(all, 1)).toFixed(2)} %)`
    for (const [type, { same, all }] of [...this.#counts].sort(([a], [b]) => a.localeCompare(b))) {
      if (same < all) console.log(`  ${type}: ${share(same, all)}`)
    }
    const causes = [...this.#causes].sort(([, a], [, b]) => b.count - a.count)
    for (const [cause, { count, example, difference }] of causes.slice(0, SHOWN)) {
      const short = (value: unknown) => JSON.stringify(value)?.slice(0, 160)
      console.log(
        `${count} ${cause}\n    engine ${short(difference.engine)}\n    ours   ${short(difference.ours)}\n    ${example}`,
      )
    }
    console.log(`${what}: ${share(this.same, this.all)} the same, ${this.refused} refused by the engine`)
  }

  get share() {
    return (100 * this.same) / Math.max(this.all, 1)
  }
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      generated: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      types: { type: 'string' },
      tests: { type: 'boolean', default: false },
      each: { type: 'string', default: '2' },
      record: { type: 'string' },
      engine: { type: 'string', default: join(homedir(), '.cache/understudy-engine') },
      max: { type: 'string', default: '100000' },
      least: { type: 'string', default: '99' },
      help: { type: 'boolean' },
    },
  })
  const [folder] = positionals
  const generated = Number(values.generated)
  const asksNothing = !(generated > 0) && values.record === undefined && !folder && !values.tests
  if (values.help || asksNothing) {
    console.log(HELP)
    return values.help ? 0 : 2
  }
  const where = resolve(values.engine)
  try {
    installEngine(where)
  } catch (error) {
    console.error((error as Error).message)
    return 2
  }
  const engine = new Engine(where)
  try {
    const shares: number[] = []
    if (values.record !== undefined) {
      const isSparing = generated > 0
      const asked = isSparing ? generatedQuestions(generated, Number(values.seed)) : recordedQuestions(values.record)
      return await record(engine, asked, values.record, new Recorder({ isSparing }))
    }
    if (folder) shares.push(await playFolder(engine, resolve(folder), Number(values.max)))
    if (values.tests) shares.push(playTests(where, Number(values.each)))
    if (generated > 0)
      shares.push(await playGenerated(engine, generated, Number(values.seed), values.types?.split(',')))
    return shares.every(share => share >= Number(values.least)) ? 0 : 1
  } finally {
    engine.stop()
  }
}

/** What a test plays where there is no engine. */
async function record(engine: Engine, questions: Iterable<Question>, file: string, recorder: Recorder) {
  let count = 0
  for (const question of questions) {
    await recorder.add(engine, question)
    count++
  }
  console.log(`${recorder.save(file, '2.41.0')} of ${count} recorded in ${file}`)
  return 0
}

async function playFolder(engine: Engine, folder: string, max: number): Promise<number> {
  const report = new Report()
  const pins = { equal: 0, all: 0 }
  let count = 0
  for (const named of questionsIn(folder)) {
    if (count++ >= max) break
    const found = await compare(engine, named.question)
    report.add(named.name, found)
    countPins(named, found, pins)
  }
  report.print(`workflows of ${folder}`)
  if (pins.all > 0) console.log(`pinned outputs that the engine puts out too: ${pins.equal} of ${pins.all} equal`)
  return report.share
}

/** What a node test pins and the engine puts out still: older pins are not counted, nor nodes that have a mock. */
function countPins({ question, pins }: Named, found: Comparison, counts: { equal: number; all: number }) {
  const { runData, differing } = found
  const names = Object.keys(pins).filter(name => name !== question.start && !(name in question.mocks))
  const reached = names.filter(name => isDeepStrictEqual(jsonOf(runData[name]?.[0]?.data?.main[0]), jsonOf(pins[name])))
  counts.all += reached.length
  counts.equal += reached.filter(name => !differing.includes(name)).length
}

const jsonOf = (items: readonly NodeItem[] | null | undefined) =>
  JSON.parse(JSON.stringify((items ?? []).map(item => item?.json ?? item)))

function* generatedQuestions(count: number, seed: number, types?: string[]): Generator<Question> {
  const question = questions(types)
  for (let at = 0; at < count; at++) yield* fc.sample(question, { seed: seed * 1_000_003 + at, numRuns: 1 })
}

async function playGenerated(engine: Engine, count: number, seed: number, types?: string[]): Promise<number> {
  const report = new Report()
  let played = 0
  for (const made of generatedQuestions(count, seed, types)) {
    const found = await compare(engine, made)
    const name = found.difference ? shortText(await smallest(engine, made, found)) : ''
    report.add(name, found)
    if (++played % 500 === 0) console.log(`${played}: ${report.same} of ${report.all} the same`)
  }
  report.print(`generated workflows, seed ${seed}`)
  return report.share
}

/** Without the answers to requests, which are the same in each. */
const shortText = ({ http: _, ...question }: Question) => JSON.stringify(question)

/** The difference in as few nodes, items and parameters as it shows in. */
async function smallest(engine: Engine, given: Question, { difference }: Comparison): Promise<Question> {
  let best = given
  let tries = 0
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const smaller of smallerThan(best)) {
      if (++tries > SHRINKS) return best
      const found = await compare(engine, smaller)
      if (found.difference?.type !== difference?.type || found.difference?.path !== difference?.path) continue
      best = smaller
      isSmaller = true
      break
    }
  }
  return best
}

function* smallerThan(given: Question): Generator<Question> {
  const { workflow, items, start } = given
  for (const { name } of workflow.nodes.slice(1)) {
    const connections = structuredClone(workflow.connections) as Record<string, { main: { node: string }[][] }>
    delete connections[name ?? '']
    for (const { main } of Object.values(connections)) {
      for (const [at, list] of main.entries()) main[at] = list.filter(({ node }) => node !== name)
    }
    const nodes = workflow.nodes.filter(node => node.name !== name)
    yield { ...given, workflow: { ...workflow, nodes, connections } }
  }
  for (const at of items.keys()) if (items.length > 1) yield { ...given, items: items.toSpliced(at, 1) }
  for (const [at, node] of workflow.nodes.entries()) {
    if (node.name === start) continue
    for (const key of Object.keys(node.parameters ?? {})) {
      const { [key]: _, ...parameters } = node.parameters ?? {}
      yield { ...given, workflow: { ...workflow, nodes: workflow.nodes.with(at, { ...node, parameters }) } }
    }
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
