import defaults from '../../../../data/n8n-2.41/node-defaults.json' with { type: 'json' }
import type { RunFacts } from '../../http/version.ts'

/** What was measured of runs in version 2.41. The defaults are those of the node types that were measured. */
export const runs: RunFacts = { defaults: defaults as RunFacts['defaults'], zone: 'America/New_York' }
