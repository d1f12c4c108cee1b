import process from 'node:process'
import type { Mutant } from './find-mutants.ts'
import type { Measured } from './measure-tests.ts'
import { orderTests } from './order-tests.ts'
import type { ThrowAwayCopy } from './throw-away-copy.ts'

/** The test that noticed a fault, or the number of test files of which none did. */
export type Outcome = { noticedBy: string } | { survived: number }

/** Shows a fault to the tests that run its line. */
export async function tryMutant(mutant: Mutant, copy: ThrowAwayCopy, measured: readonly Measured[], original: string) {
  copy.write(mutant.file, mutant.source())
  try {
    return await show(mutant, copy, measured)
  } finally {
    copy.write(mutant.file, original)
  }
}

async function show(mutant: Mutant, copy: ThrowAwayCopy, measured: readonly Measured[]): Promise<Outcome> {
  const stages = orderTests(measured, mutant.file, mutant.line)
  for (const stage of stages) {
    const files = stage.map(({ test }) => `./${test}`)
    const mostMs = 20_000 + 4 * stage.reduce((sum, { ms }) => sum + ms, 0)
    const run = await copy.run([process.execPath, 'test', '--bail', '--timeout', '20000', ...files], { mostMs })
    if (run.end !== 'passed') return { noticedBy: describeFailure(run.output) ?? `${files[0]} (${run.end})` }
  }
  return { survived: stages.flat().length }
}

/** The first test that failed, with its file. */
function describeFailure(output: string) {
  const failed = /^\(fail\) (.*?)(?: \[[\d.]+ms\])?$/m.exec(output)
  const file = output
    .slice(0, failed?.index)
    .match(/^test\/\S+(?=:$)/gm)
    ?.at(-1)
  return failed ? `${file}: ${failed[1]}` : undefined
}
