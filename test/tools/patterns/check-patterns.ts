// Lists the regular expressions of the source with what each may cost: `bun test/tools/patterns/check-patterns.ts`.
// One that is not linear is printed with the text that costs most. Those that were found linear are written to
// linear-patterns.json: the test checks the others, and some of these.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import type { checkSync } from 'recheck'
import { listPatterns, type Pattern } from './list-patterns.ts'

/** By the clock, which a busy machine uses up. */
const TIMEOUT_MS = 60_000
const ATTACK_TIMEOUT_MS = 10_000

export interface Cost {
  /** `linear`, `2nd degree polynomial`, `exponential`, or why it is not known. */
  growth: string
  isLinear: boolean
  /** The worst text, as code. */
  worst?: string
}

/** The package runs without a program beside it: its others are for other platforms. */
function loadCheck(): typeof checkSync {
  process.env.RECHECK_BACKEND = 'pure'
  return createRequire(import.meta.url)('recheck').checkSync
}

/** What the matching of a pattern may cost. */
export function costOf({ source, flags }: Pick<Pattern, 'source' | 'flags'>): Cost {
  const check = loadCheck()
  // these say what is found, and not how long it takes; the package knows no `v`
  const result = check(source, flags.replace(/[dgvu]/g, ''), {
    timeout: TIMEOUT_MS,
    // a text that takes longer counts as costly: by default a second, which is little on a busy machine
    attackTimeout: ATTACK_TIMEOUT_MS,
  })
  if (result.status === 'unknown') return { growth: `unknown: ${result.error.kind}`, isLinear: false }
  const isLinear = result.status === 'safe'
  const worst = result.status === 'vulnerable' ? result.attack.pattern : undefined
  return { growth: result.complexity.summary, isLinear, ...(worst === undefined ? {} : { worst }) }
}

/** What runs in the worker has a deadline, and no client waits for it. */
export const isOfTheMainThread = ({ file }: { file: string }) =>
  !/^src\/runs\/(expressions|nodes|engine|installed\/child)\//.test(file)

/** Where nothing repeats without end, the cost of each place has a bound. */
export const repeats = ({ source }: { source: string }) => /[*+]|,\}/.test(source)

/** A pattern as it is listed in linear-patterns.json. */
export const textOf = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>) => `/${source}/${flags}`

if (import.meta.main) {
  const { patterns, made } = listPatterns()
  const linear = new Set<string>()
  for (const pattern of patterns) {
    const { growth, isLinear, worst } = costOf(pattern)
    if (isLinear && isOfTheMainThread(pattern) && repeats(pattern)) linear.add(textOf(pattern))
    const where = `${pattern.file}:${pattern.line}`
    console.log(
      `${isLinear ? ' ' : '!'} ${where} /${pattern.source}/${pattern.flags} ${growth}${worst ? ` ${worst}` : ''}`,
    )
  }
  for (const { file, line, code } of made) console.log(`? ${file}:${line} ${code} is made while the program runs`)
  writeFileSync(join(import.meta.dirname, 'linear-patterns.json'), `${JSON.stringify([...linear].sort(), null, 2)}\n`)
}
