import type { Parameters } from 'fast-check'

/**
 * How a property is run: a few cases in the suite; its share of `FUZZ_RUNS` cases in a long run. `FUZZ_SEED` brings the
 * cases of an earlier run again, from the seed that it printed.
 */
export function fuzzRuns(inSuite: number, share: number): Parameters<unknown> {
  const { FUZZ_RUNS, FUZZ_SEED } = process.env
  return {
    numRuns: FUZZ_RUNS === undefined ? inSuite : Math.ceil(Number(FUZZ_RUNS) * share),
    ...(FUZZ_SEED === undefined ? {} : { seed: Number(FUZZ_SEED) }),
  }
}
