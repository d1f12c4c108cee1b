import type { Parameters } from 'fast-check'

/**
 * How a property is run: its share of `FUZZ_RUNS` cases. `FUZZ_SEED` brings the cases of an earlier run again, from the
 * seed that it printed.
 */
export function fuzzRuns(share: number): Parameters<unknown> {
  const { FUZZ_RUNS = '10000', FUZZ_SEED } = process.env
  return {
    numRuns: Math.ceil(Number(FUZZ_RUNS) * share),
    ...(FUZZ_SEED === undefined ? {} : { seed: Number(FUZZ_SEED) }),
  }
}
