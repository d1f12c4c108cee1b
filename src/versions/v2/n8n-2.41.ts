import type { Version } from '../../http/version.ts'
import { newFamily } from './dialect/new-family.ts'
import { oldFamily } from './dialect/old-family.ts'
import { answerOptions } from './dialect/options.ts'
import { documentation } from './documentation.ts'
import { newApiKey } from './new-api-key.ts'
import { operations } from './operations.ts'
import { showExecution } from './presenters/execution.ts'
import { scopesOfSystemRole } from './scopes.ts'

/** What version 2.41.1 of the service was measured to do. */
export const n8n241: Version = {
  name: 'n8n-2.41',
  operations,
  dialects: { new: newFamily, old: oldFamily },
  words: {},
  answerMethod: answerOptions,
  newIds: 'random',
  keys: { make: newApiKey, scopesOf: scopesOfSystemRole },
  data: {
    credentialTypes: () => import('../../../data/n8n-2.41/credential-types.json', { with: { type: 'json' } }),
    nodeTypes: () => import('../../../data/n8n-2.41/node-types.json', { with: { type: 'json' } }),
  },
  documentation,
  wrongPassword: { status: 401, message: 'Authentication data is wrong!' },
  showExecution: (execution, state) => showExecution(state, execution),
}
