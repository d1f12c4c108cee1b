// `bun run test:mutants`: small faults in the source, one at a time, and whether a test notices. `--help` says more.
import process from 'node:process'
import { isSame, readAccepted } from './accepted.ts'
import { refusedByTypes } from './check-types.ts'
import type { Mutant } from './find-mutants.ts'
import { measureTests } from './measure-tests.ts'
import { openProject, placesOf } from './project.ts'
import { type Options, readOptions, UsageError } from './read-options.ts'
import { ThrowAwayCopy } from './throw-away-copy.ts'
import { Shower } from './try-mutant.ts'

/** Below this part of faults noticed, the run fails. */
const LEAST = 0.9

const root = process.cwd()
const copies: ThrowAwayCopy[] = []
const removeCopies = () => {
  for (const copy of copies) copy.remove()
}
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => {
    removeCopies()
    process.exit(code)
  })
}

try {
  const options = readOptions(process.argv.slice(2))
  if ('usage' in options) console.log(options.usage)
  else if (options.isList) listAccepted()
  else process.exitCode = (await makeFaults(options)) >= LEAST ? 0 : 1
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 2
} finally {
  removeCopies()
}

function listAccepted() {
  for (const { file, fault, reason } of readAccepted(root)) {
    console.log(`${file}\n  ${fault}\n  ${reason}\n`)
  }
}

/** Resolves with the part that was noticed of those that are not accepted. */
async function makeFaults(options: Options) {
  const project = openProject(root, options.isShort)
  const places = placesOf(project, options)
  // the compiler takes half a second to load
  const [{ findMutants }, { chooseMutants }] = await Promise.all([
    import('./find-mutants.ts'),
    import('./choose-mutants.ts'),
  ])
  const all = places.flatMap(({ file, text, line }) =>
    findMutants(file, text).filter(mutant => line === undefined || mutant.line === line),
  )
  const chosen = options.sample === undefined ? all : chooseMutants(all, options.sample, options.seed)
  const accepted = readAccepted(root)
  const queue = chosen.filter(mutant => !accepted.some(entry => isSame(entry, mutant)))
  const count = queue.length
  console.log(`${chosen.length} of ${all.length} faults in ${places.length} files, seed ${options.seed}`)

  const originals = new Map(places.map(({ file, text }) => [file, text]))
  const unnoticed: Mutant[] = []
  const unknown: Mutant[] = []
  let tried = 0
  const work = async (copy: ThrowAwayCopy) => {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const began = performance.now()
      const outcome = await shower.show(mutant, copy, originals.get(mutant.file) ?? '')
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      tried++
      if ('survived' in outcome) unnoticed.push(mutant)
      if ('unknown' in outcome) unknown.push(mutant)
      const what =
        'survived' in outcome
          ? `passed ${outcome.survived} test files${outcome.left > 0 ? `; ${outcome.left} more were not run` : ''}`
          : 'unknown' in outcome
            ? `not known: ${outcome.unknown}`
            : `noticed by ${outcome.noticedBy}`
      console.log(`${tried}/${count} ${seconds} s ${mutant.kind}: ${describe(mutant)}\n    ${what}`)
    }
  }
  if (count > 0) for (let more = 0; more < options.workers; more++) copies.push(new ThrowAwayCopy(project))
  const shower = new Shower(project, await measureTests(project, copies, console.log))
  await Promise.all(copies.map(work))

  const refused = copies[0] ? await refusedByTypes(unnoticed, copies[0]) : new Set()
  const survivors = unnoticed.filter(mutant => !refused.has(mutant))
  if (refused.size > 0) console.log(`\n${refused.size} of those are refused by the type check`)
  const list = (mutants: Mutant[]) => mutants.map(mutant => `  ${describe(mutant)}`).join('\n')
  if (survivors.length > 0) console.log(`\nSurvived:\n${list(survivors)}`)
  if (unknown.length > 0) console.log(`\nNot known, and not counted as noticed:\n${list(unknown)}`)
  const noticed = count - survivors.length - unknown.length
  const part = count === 0 ? 1 : noticed / count
  console.log(
    `\n${chosen.length} faults, ${noticed} noticed (${Math.floor(part * 100)} %), ${survivors.length} survived, ` +
      `${chosen.length - count} accepted`,
  )
  return part
}

/** As `equal.json` names it. */
function describe({ file, line, fault }: Mutant) {
  return `${file}:${line}  ${fault}`
}
