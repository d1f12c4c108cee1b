import { UNLICENSED_SETTINGS } from '../../features/workflows/versioned/save.ts'
import type { Version } from '../../http/version.ts'
import { newFamily } from './dialect/new-family.ts'
import { oldFamily } from './dialect/old-family.ts'
import { answerOptions } from './dialect/options.ts'
import { documentation } from './documentation.ts'
import { newApiKey } from './new-api-key.ts'
import { operations } from './operations.ts'
import { showExecution } from './presenters/execution.ts'
import { scopesOfSystemRole } from './scopes.ts'
import { WorkflowSettings } from './shapes/workflow-input.ts'
import { activationRequirements } from './workflow-context.ts'

/** What version 2.41.1 of the service was measured to do. */
export const n8n241: Version = {
  name: 'n8n-2.41',
  measured: { release: '2.41.1', day: '2026-11-21' },
  operations,
  dialects: { new: newFamily, old: oldFamily },
  texts: {},
  answerMethod: answerOptions,
  newIds: 'random',
  keys: { make: newApiKey, scopesOf: scopesOfSystemRole },
  data: {
    credentialTypes: () => import('../../../data/n8n-2.41/credential-types.json', { with: { type: 'json' } }),
    nodeTypes: () => import('../../../data/n8n-2.41/node-types.json', { with: { type: 'json' } }),
    activationRequirements,
  },
  writes: {
    settings: Object.keys(WorkflowSettings.properties).filter(name => !UNLICENSED_SETTINGS.includes(name)),
    takesPinData: true,
    mergesSettings: true,
    // any text is taken for these; the others are checked, and refuse it
    defaultSettings: ['errorWorkflow', 'timezone'],
    checksStructure: true,
    takesCredentialIds: true,
    showsScopes: true,
    activationRules: 'configuration',
    mostTagName: 24,
    mostWorkflowName: 128,
  },
  /** It has a list of credentials, which a key may be refused. */
  isAnsweredBy: async service => [200, 403].includes((await service.get('/credentials', { limit: 1 })).status),
  documentation,
  wrongPassword: { status: 401, message: 'Authentication data is wrong!' },
  showExecution: (execution, state) => showExecution(state, execution),
}
