import { answer, inputItems, Raw } from './answers.ts'
import type { World } from './built-engine.ts'
import { checkTexts } from './check-texts.ts'
import { CodeFailure, ExpressionFailure, type FailureDetails, InvalidTime, LimitReached } from './failure.ts'
import { readFields } from './field-expressions.ts'
import type { Answer, Machine } from './machine.ts'
import { Machines } from './machines.ts'
import type { CodeOptions, EngineInterface, RealmInterface } from './realm.ts'
import type { NodeScope, RunScope } from './scope.ts'
import { CONSTRUCTOR, type TemplatePart, templateParts } from './template.ts'
import { usualMessage, withUsualMessages } from './usual-message.ts'

/** How long timers of a task of Code may let pass, in milliseconds: the service's task runners end it then. */
const TASK_TIME = 300_000
/** Code for each item is one task for this number of items, as in the service. */
const ITEMS_OF_TASK = 1000

/**
 * The engine of expressions and Code: QuickJS, in WebAssembly. What runs in it reaches the run that it was opened for, and
 * nothing else: no file, no network, no process, no other run.
 *
 * @example
 * const engine = await loadEngine()
 * const realm = await engine.open(run)
 * realm.evaluate('={{ $json.total * 2 }}', scope, 0) // 84
 * realm.close()
 */
export async function loadEngine(): Promise<EngineInterface> {
  const machines = { expressions: new Machines('expressions'), code: new Machines('code') }
  await machines.expressions.prepare()
  return {
    get bytes() {
      return machines.expressions.bytes + machines.code.bytes
    },
    async open(run) {
      return new Realm(run, await machines.expressions.take(), machines)
    },
    check: (texts, deadline) => checkTexts(texts, machines.expressions, deadline),
  }
}

/** What reads items of the input: to hand them over unasked takes half the time. */
const READS = /\$json|\$input|\bitems\b/

class Realm implements RealmInterface {
  readonly #run: RunScope
  readonly #machines: Record<World, Machines>
  readonly #expressions: Machine
  /** The one for Code, from the first node on that has some. */
  #codeMachine: Machine | undefined
  readonly #compiled = new Map<string, number | ExpressionFailure>()
  readonly #entered = new Map<Machine, NodeScope>()
  #scope: NodeScope | undefined
  /** The Code that runs, as it was given and as it is compiled. */
  #given: string | undefined
  #code = ''
  /** When the task of Code began, by the clock of the run. */
  #taskBegan = 0
  #isClosed = false

  constructor(run: RunScope, expressions: Machine, machines: Record<World, Machines>) {
    this.#run = run
    this.#machines = machines
    this.#expressions = expressions
    expressions.begin(this.#answer, run.deadline)
  }

  readonly #answer: Answer = (question, given) => {
    try {
      const scope = this.#scope as NodeScope
      const value = answer(question, given, scope, {
        evaluate: (text, itemIndex) => this.#evaluate(`=${text}`, scope, itemIndex),
        message: (text, line, column) => usualMessage(text, { code: this.#code, line, column }),
      })
      if (value instanceof Raw) return value.text
      return value === undefined ? '' : JSON.stringify(value)
    } catch (error) {
      return `!${JSON.stringify(error instanceof ExpressionFailure ? error.details : plainFailure(error))}`
    }
  }

  evaluate(text: string, scope: NodeScope, itemIndex: number): unknown {
    if (!text.startsWith('=')) return text
    if (!text.includes('{{') && !CONSTRUCTOR.test(text)) return text.slice(1)
    const read = this.#mayRead(scope) ? readFields(text, scope, itemIndex) : undefined
    return read ? read.value : this.#evaluate(text, scope, itemIndex)
  }

  /** What an expression has changed of the items is in the engine, which also ends a run whose time is over. */
  #mayRead(scope: NodeScope): boolean {
    return this.#entered.get(this.#expressions) !== scope && performance.now() < this.#run.deadline
  }

  #evaluate(text: string, scope: NodeScope, itemIndex: number): unknown {
    this.#enter(this.#expressions, scope, READS.test(text) ? itemIndex : undefined)
    let id = this.#compiled.get(text)
    if (id === undefined) {
      id = this.#compile(text)
      this.#compiled.set(text, id)
    }
    if (id instanceof ExpressionFailure) throw id
    return readValue(this.#expressions.call('evaluate', id, itemIndex))
  }

  #compile(text: string): number | ExpressionFailure {
    const id = this.#compiled.size
    try {
      const template = templates.get(text) ?? JSON.stringify(templateParts(text.slice(1)))
      const answer = this.#expressions.call('compile', id, template)
      readValue(answer)
      if (answer === 'whole') addTemplate(text, template)
      return id
    } catch (error) {
      if (error instanceof ExpressionFailure) return error
      throw error
    }
  }

  /** Sets the node of a machine, where it has another. @param reads the item that is read first */
  #enter(machine: Machine, scope: NodeScope, reads: number | undefined) {
    if (this.#isClosed) throw new LimitReached('This run has ended')
    this.#scope = scope
    if (this.#entered.get(machine) === scope) return
    machine.call(
      'enter',
      JSON.stringify(factsOf(scope)),
      reads === undefined ? '' : inputItems(scope, reads),
      this.#entered.has(machine) ? '' : this.#runFacts(),
    )
    this.#entered.set(machine, scope)
  }

  #runFacts(): string {
    const { now, zone, seed, workflow, execution } = this.#run
    return JSON.stringify({ now, zone, seed, workflow, execution })
  }

  async #machineForCode(): Promise<Machine> {
    if (this.#codeMachine) return this.#codeMachine
    const machine = await this.#machines.code.take()
    machine.begin(this.#answer, this.#run.deadline)
    this.#codeMachine = machine
    return machine
  }

  async runCode(given: CodeOptions, scope: NodeScope): Promise<unknown> {
    if (this.#given !== given.code) {
      this.#given = given.code
      this.#code = withUsualMessages(given.code)
    }
    const { now } = this.#run
    if ((given.itemIndex ?? 0) % ITEMS_OF_TASK === 0) this.#taskBegan = now
    const limit = given.dialect === 'code' ? { mayWait: this.#taskBegan + TASK_TIME - now, taskTime: TASK_TIME } : {}
    const options = { ...given, ...limit, code: this.#code, isWhole: wholeCode.has(this.#code) }
    const machine = await this.#machineForCode()
    this.#enter(machine, scope, READS.test(this.#code) ? (given.itemIndex ?? 0) : undefined)
    const said = machine.call('startCode', options.itemIndex ?? 0, JSON.stringify(options))
    if (said === 'whole') addWhole(this.#code)
    for (;;) {
      machine.runJobs()
      const outcome = machine.call('outcome')
      if (outcome !== '') return codeValueOf(outcome)
    }
  }

  close() {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#machines.expressions.release(this.#expressions)
    if (this.#codeMachine) this.#machines.code.release(this.#codeMachine)
  }
}

/** Texts that were compiled before → their parts, which need not be looked at again. */
const templates = new Map<string, string>()
const MAX_TEMPLATES = 1000
/** Longer texts are seldom met again. */
const LONGEST_TEMPLATE = 10_000

function addTemplate(text: string, template: string) {
  if (text.length > LONGEST_TEMPLATE || templates.has(text)) return
  if (templates.size >= MAX_TEMPLATES) templates.clear()
  const parts = JSON.parse(template) as TemplatePart[]
  templates.set(text, JSON.stringify(parts.map(part => (typeof part === 'string' ? part : { ...part, isWhole: true }))))
}

/** Code that was compiled before without an error. */
const wholeCode = new Set<string>()

function addWhole(code: string) {
  if (code.length > LONGEST_TEMPLATE) return
  if (wholeCode.size >= MAX_TEMPLATES) wholeCode.clear()
  wholeCode.add(code)
}

const plainFailure = (error: unknown): FailureDetails => ({
  message: error instanceof Error ? error.message : String(error),
  name: 'HostError',
})

function factsOf({ run, node, runIndex, sources, inputs, extra, before }: NodeScope) {
  const previous = sources[0]
  return {
    now: run.now,
    name: node.name,
    id: node.id,
    type: node.type,
    typeVersion: node.typeVersion,
    webhookId: node.webhookId,
    runIndex,
    inputs: inputs.map(list => list.length),
    previous: previous && {
      name: previous.previousNode,
      outputIndex: previous.previousNodeOutput ?? 0,
      runIndex: previous.previousNodeRun ?? 0,
    },
    extra: Object.keys(extra ?? {}),
    before,
  }
}

/** Reads what the realm wrote: see `valueText` there. */
function readValue(text: string): unknown {
  switch (text[0]) {
    case 'j':
      return JSON.parse(text.slice(1))
    case 'n':
      return Number(text.slice(1))
    case 'i':
      return new InvalidTime()
    case 'd':
      return new Date(Number(text.slice(1)))
    case '!':
      throw new ExpressionFailure(JSON.parse(text.slice(1)) as FailureDetails)
    default:
      return undefined
  }
}

interface CodeError {
  name?: string
  message?: string
  description?: string | null
  line?: number
  failure?: FailureDetails
  thrown?: boolean
}

/** What Code returned. @throws CodeFailure */
function codeValueOf(text: string): unknown {
  if (text === 'u') return undefined
  if (text === 'f') return () => undefined
  if (text.startsWith('j')) return JSON.parse(text.slice(1))
  const { name, message, description, line, failure, thrown } = JSON.parse(text.slice(1)) as CodeError
  if (name === 'Pending')
    throw new LimitReached('The Code waits for a promise that never ends: nothing is left that could end it')
  if (failure) throw new CodeFailure({ message: failure.message, description: failure.description, failure })
  if (name === 'Unknown' || message === undefined) throw new CodeFailure({ message: 'Unknown error', isUnknown: true })
  // without memory for an error, the engine throws null
  if (message === 'null') throw new CodeFailure({ message: 'The Code ran out of memory, or threw null', description })
  if (thrown) throw new CodeFailure({ message, description })
  throw new CodeFailure({ message, description, line })
}
