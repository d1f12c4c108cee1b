import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Mutant } from './find-mutants.ts'
import type { Measured } from './measure-tests.ts'
import { orderTests } from './order-tests.ts'
import type { Project } from './project.ts'
import type { ThrowAwayCopy } from './throw-away-copy.ts'

/**
 * The test that noticed a fault; or the number of test files of which none did, and of those that were not run for it; or
 * why that is not known. Only what is noticed counts as noticed.
 */
export type Outcome = { noticedBy: string } | { survived: number; left: number } | { unknown: string }

/** What runs is made of these sources: without making it again, only the test that compares both would notice a fault. */
const MADE = [
  {
    of: 'src/runs/expressions/inside/',
    by: 'test/tools/generate/realm-library.ts',
    file: 'src/runs/expressions/realm-library.ts',
  },
]

/** Shows faults to the tests that run their lines. */
export class Shower {
  readonly #project: Project
  readonly #measured: readonly Measured[]

  constructor(project: Project, measured: readonly Measured[]) {
    this.#project = project
    this.#measured = measured
  }

  async show(mutant: Mutant, copy: ThrowAwayCopy, original: string): Promise<Outcome> {
    const { stages, left } = orderTests(this.#measured, mutant, original)
    const made = MADE.find(({ of }) => mutant.file.startsWith(of))
    const runWith = async (tests: readonly Measured[]) => {
      copy.write(mutant.file, mutant.source())
      if (made) await copy.run([process.execPath, made.by], { mostMs: 60_000 })
      const run = await runTests(copy, tests)
      copy.write(mutant.file, original)
      if (made) copy.write(made.file, readFileSync(join(this.#project.root, made.file), 'utf8'))
      return run
    }
    for (const stage of stages) {
      const run = await runWith(stage)
      if (run.end === 'passed') continue
      const failure = describeFailure(run.output)
      const noticing = stage.find(({ test }) => test === failure?.file)
      const failing = noticing ? [noticing] : stage
      // a test may fail without the fault, too: beside other work, or since the source has changed
      const { end } = await runTests(copy, failing)
      if (end === 'passed' && (await runWith(failing)).end !== 'passed')
        return { noticedBy: failure ? `${failure.file}: ${failure.test}` : `${stage[0]?.test} (${run.end})` }
      if (!noticing) return { unknown: `${stage.length} test files from ${stage[0]?.test} on fail by chance` }
      noticing.passed = false
      return this.show(mutant, copy, original)
    }
    return { survived: stages.flat().length, left }
  }
}

function runTests(copy: ThrowAwayCopy, stage: readonly Measured[]) {
  const files = stage.map(({ test }) => `./${test}`)
  const mostMs = 20_000 + 4 * stage.reduce((sum, { ms }) => sum + ms, 0)
  return copy.run([process.execPath, 'test', '--bail', '--timeout', '60000', ...files], { mostMs })
}

/** The first test that failed, with its file. */
function describeFailure(output: string): { file: string; test: string } | undefined {
  const failed = /^\(fail\) (.*?)(?: \[[\d.]+ms\])?$/m.exec(output)
  const file = output
    .slice(0, failed?.index)
    .match(/^test\/\S+(?=:$)/gm)
    ?.at(-1)
  if (!failed) return undefined
  return { file: file ?? '', test: failed[1] ?? '' }
}
