import type { World } from './built-engine.ts'
import { Machine } from './machine.ts'

/** How many wait for the next run: a run that calls another takes a second one. */
const MAX_WAITING = 3

/** The machines of a world: each serves one run at a time. */
export class Machines {
  readonly #world: World
  readonly #waiting: Promise<Machine>[] = []
  readonly #taken = new Set<Machine>()

  constructor(world: World) {
    this.#world = world
  }

  /** What the memories of those that serve a run take. */
  get bytes(): number {
    let bytes = 0
    for (const machine of this.#taken) bytes += machine.bytes
    return bytes
  }

  /** Has one wait before it is asked for. */
  async prepare() {
    if (this.#waiting.length === 0) this.#waiting.push(Machine.create(this.#world))
    await this.#waiting[0]
  }

  async take(): Promise<Machine> {
    const machine = await (this.#waiting.pop() ?? Machine.create(this.#world))
    this.#taken.add(machine)
    return machine
  }

  release(machine: Machine) {
    this.#taken.delete(machine)
    const isReusable = machine.end()
    if (this.#waiting.length >= MAX_WAITING) return
    if (isReusable) this.#waiting.push(Promise.resolve(machine))
    // a machine that a run has broken is replaced before the next run asks for it
    else if (this.#waiting.length === 0) this.#waiting.push(Machine.create(this.#world))
  }
}
