// Lists the regular expressions of the source with what each may cost: `bun test/tools/patterns/check-patterns.ts`.
// One that is not linear is printed with the text that costs most.
import { createRequire } from 'node:module'
import process from 'node:process'
import type { checkSync } from 'recheck'
import { listPatterns, type Pattern } from './list-patterns.ts'

const TIMEOUT_MS = 20_000
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

if (import.meta.main) {
  const { patterns, made } = listPatterns()
  for (const pattern of patterns) {
    const { growth, isLinear, worst } = costOf(pattern)
    const where = `${pattern.file}:${pattern.line}`
    console.log(
      `${isLinear ? ' ' : '!'} ${where} /${pattern.source}/${pattern.flags} ${growth}${worst ? ` ${worst}` : ''}`,
    )
  }
  for (const { file, line, code } of made) console.log(`? ${file}:${line} ${code} is made while the program runs`)
}
