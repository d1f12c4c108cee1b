import { randomBytes } from 'node:crypto'
import { createCollectingDialect } from '../../http/collecting-dialect.ts'
import type { Version } from '../../http/version.ts'
import type { Decisions } from './decisions.ts'
import { documentationOf } from './documentation.ts'
import { auditOperations } from './operations/audit.ts'
import { credentialOperations } from './operations/credentials.ts'
import { executionOperations } from './operations/executions.ts'
import { sourceControlOperations } from './operations/source-control.ts'
import { tagOperations } from './operations/tags.ts'
import { userOperations } from './operations/users.ts'
import { workflowOperations } from './operations/workflows.ts'
import { showExecution } from './presenters/execution.ts'
import { workflowShapes } from './shapes/workflow.ts'

/** What is known of a version beside what it decides. */
type Known = Pick<Version, 'name' | 'measured' | 'isReference' | 'isAnsweredBy'>

/** A version with the 24 operations of the reference, and what it decides. */
export function createV1(known: Known, decisions: Decisions): Version {
  const shapes = workflowShapes(decisions)
  const operations = [
    ...auditOperations(decisions),
    ...credentialOperations(decisions),
    ...executionOperations(decisions),
    ...sourceControlOperations(decisions),
    ...tagOperations(decisions),
    ...userOperations(decisions),
    ...workflowOperations(decisions, shapes),
  ]
  return {
    name: known.name,
    measured: known.measured,
    isReference: known.isReference ?? false,
    operations,
    dialects: {
      v1: createCollectingDialect({
        page: decisions,
        allows: ({ roles }, { user }) => roles === undefined || roles.includes(user.role),
      }),
    },
    texts: {},
    newIds: decisions.ids,
    keys: { make: () => `n8n_api_${randomBytes(40).toString('hex')}`, scopesOf: () => undefined },
    data: {
      credentialTypes: () => import('../../../data/credential-types.json', { with: { type: 'json' } }),
      nodeTypes: () => import('../../../data/node-types.json', { with: { type: 'json' } }),
    },
    writes: {
      settings: Object.keys(shapes.WorkflowInput.properties.settings.properties),
      takesPinData: false,
      mergesSettings: false,
      defaultSettings: [],
      checksStructure: false,
      takesCredentialIds: false,
      showsScopes: false,
      activationRules: decisions.activationChecked ? 'start' : 'none',
      ...(decisions.tagNameLength === undefined ? {} : { mostTagName: decisions.tagNameLength }),
      ...(decisions.executionTimeoutLimited ? { mostExecutionTimeout: 3600 } : {}),
    },
    isAnsweredBy: known.isAnsweredBy,
    documentation: documentationOf(operations, shapes, decisions),
    showExecution: execution => showExecution(execution, decisions, { single: true }),
  }
}
