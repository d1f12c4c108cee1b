import type { RunFacts } from '../../http/version.ts'

/** What was measured of runs in version 2.41. */
export const runs: RunFacts = { zone: 'America/New_York', areWaitsAnswered: true }
