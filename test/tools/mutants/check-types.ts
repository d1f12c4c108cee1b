import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'
import type { Mutant } from './find-mutants.ts'
import type { ThrowAwayCopy } from './throw-away-copy.ts'

const MOST_MS = 300_000

/** The faults that the type check refuses. It takes long, so that one run of it checks one fault of each file. */
export async function refusedByTypes(mutants: readonly Mutant[], copy: ThrowAwayCopy): Promise<Set<Mutant>> {
  const refused = new Set<Mutant>()
  const tsc = copy.path('node_modules/.bin/tsc')
  if (!existsSync(copy.path('tsconfig.json')) || !existsSync(tsc)) return refused
  // the copy has what git knows
  const writer = copy.path('test/tools/generate/write-types.js')
  if (existsSync(writer)) await copy.run([process.execPath, writer], { mostMs: MOST_MS })
  for (let left = [...mutants]; left.length > 0; ) {
    const round = [...new Map(left.map(mutant => [mutant.file, mutant])).values()]
    left = left.filter(mutant => !round.includes(mutant))
    const originals = round.map(({ file }) => ({ file, text: readFileSync(copy.path(file), 'utf8') }))
    for (const mutant of round) copy.write(mutant.file, mutant.source())
    const { output } = await copy.run([tsc, '--noEmit', '--pretty', 'false'], { mostMs: MOST_MS })
    for (const { file, text } of originals) copy.write(file, text)
    for (const mutant of round) if (output.includes(`${mutant.file}(`)) refused.add(mutant)
  }
  return refused
}
