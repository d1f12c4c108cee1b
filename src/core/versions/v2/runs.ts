import type { RunFacts } from '../../http/version.ts'
import type { RunForm } from '../../model/run-data.ts'

export const RUN_FORM: RunForm = 'signed'

/** What was measured of runs in version 2.41. */
export const runs: RunFacts = { zone: 'America/New_York', areWaitsAnswered: true }
