import process from 'node:process'
import type { Mutant } from './find-mutants.ts'
import { hashOf, type Measured, stateOf } from './measure-tests.ts'
import { orderTests } from './order-tests.ts'
import type { Project } from './project.ts'
import type { ThrowAwayCopy } from './throw-away-copy.ts'

/** The test that noticed a fault, or the number of test files of which none did. */
export type Outcome = { noticedBy: string } | { survived: number }

/** Shows faults to the tests that run their lines. */
export class Shower {
  readonly #project: Project
  readonly #measured: readonly Measured[]
  readonly #state: string

  constructor(project: Project, measured: readonly Measured[]) {
    this.#project = project
    this.#measured = measured
    this.#state = stateOf(project)
  }

  async show(mutant: Mutant, copy: ThrowAwayCopy, original: string): Promise<Outcome> {
    const hash = hashOf(this.#project.root, [mutant.file])
    const stages = orderTests(this.#measured, mutant.file, mutant.line, hash)
    for (const stage of stages) {
      copy.write(mutant.file, mutant.source())
      const run = await runTests(copy, stage)
      copy.write(mutant.file, original)
      if (run.end === 'passed') continue
      const failure = describeFailure(run.output)
      const noticing = stage.find(({ test }) => test === failure?.file)
      // beside other work a test may take too long without a fault
      const isLate = run.end === 'stopped' || failure?.isLate === true
      if (await this.#passesWithout(noticing ?? stage[0], copy, isLate))
        return { noticedBy: failure ? `${failure.file}: ${failure.test}` : `${stage[0]?.test} (${run.end})` }
      return this.show(mutant, copy, original)
    }
    return { survived: stages.flat().length }
  }

  /** A test that was measured with another source may fail without a fault, and is not asked again then. */
  async #passesWithout(measured: Measured | undefined, copy: ThrowAwayCopy, isLate: boolean): Promise<boolean> {
    if (!measured || (measured.state === this.#state && !isLate)) return true
    const { end } = await runTests(copy, [measured])
    measured.state = this.#state
    measured.passed = end === 'passed'
    return measured.passed
  }
}

function runTests(copy: ThrowAwayCopy, stage: readonly Measured[]) {
  const files = stage.map(({ test }) => `./${test}`)
  const mostMs = 20_000 + 4 * stage.reduce((sum, { ms }) => sum + ms, 0)
  return copy.run([process.execPath, 'test', '--bail', '--timeout', '60000', ...files], { mostMs })
}

/** The first test that failed, with its file. */
function describeFailure(output: string): { file: string; test: string; isLate: boolean } | undefined {
  const failed = /^\(fail\) (.*?)(?: \[[\d.]+ms\])?$/m.exec(output)
  const file = output
    .slice(0, failed?.index)
    .match(/^test\/\S+(?=:$)/gm)
    ?.at(-1)
  if (!failed) return undefined
  return { file: file ?? '', test: failed[1] ?? '', isLate: /timed out after \d+ms/.test(output) }
}
