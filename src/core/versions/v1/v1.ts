import { randomBytes } from 'node:crypto'
import { type CollectingDialectOptions, createCollectingDialect } from '../../http/collecting-dialect.ts'
import type { Change, KeyRules, Version } from '../../http/version.ts'
import {
  chainOf,
  changedOperations,
  type NamedChange,
  sentencesOf,
  takenFields,
  type VersionIdentity,
} from '../changes.ts'
import { checkedTexts } from '../refusals.ts'
import type { ChangedDecisions, Decisions, FirstDecisions, Stated } from './decisions.ts'
import { documentationOf } from './documentation.ts'
import { auditOperations } from './operations/audit.ts'
import { credentialOperations } from './operations/credentials.ts'
import { executionOperations } from './operations/executions.ts'
import { sourceControlOperations } from './operations/source-control.ts'
import { tagOperations } from './operations/tags.ts'
import { userOperations } from './operations/users.ts'
import { workflowOperations } from './operations/workflows.ts'
import { showExecution } from './presenters/execution.ts'
import { type WorkflowShapes, workflowShapes } from './shapes/workflow.ts'

/** What the operations of a version are made with. */
export interface V1Parts {
  decisions: Decisions
  shapes: WorkflowShapes
}

/** A version with the operations of the reference: what it decides, as the first one or otherwise than its neighbour. */
export type V1Definition = VersionIdentity & {
  /** How requests are checked, where that differs. */
  dialect?: Partial<CollectingDialectOptions>
  keys?: KeyRules
  namesRelease?: boolean
  answerUnknown?: NonNullable<Version['answerUnknown']>
  showExecution?: Version['showExecution']
  unmeasuredRuns?: string
  changes?: readonly NamedChange<V1Parts>[]
} & ({ after?: undefined; decisions: FirstDecisions } | { after: V1Definition; decisions: ChangedDecisions })

/** Makes a version of its definition. @throws Error where it replaces what does not exist */
export function createV1(definition: V1Definition): Version {
  const { name, measured, after } = definition
  const chain: V1Definition[] = chainOf<V1Definition>(definition)
  const decisions = decisionsOf(definition)
  const changes = chain.flatMap(({ changes = [] }) => changes)
  const shapes = workflowShapes(decisions)
  const reference = [
    ...auditOperations(decisions),
    ...credentialOperations(decisions),
    ...executionOperations(decisions),
    ...sourceControlOperations(decisions),
    ...tagOperations(decisions),
    ...userOperations(decisions),
    ...workflowOperations(decisions, shapes),
  ]
  const operations = changedOperations(name, reference, changes, { decisions, shapes })
  const isAnsweredBy = chain.findLast(({ isAnsweredBy }) => isAnsweredBy)?.isAnsweredBy ?? (async () => false)
  return {
    name,
    measured,
    isReference: definition.isReference,
    ...(after ? { neighbour: after.name } : {}),
    changes: [...statementsOf(definition), ...sentencesOf(definition.changes ?? [])],
    operations,
    dialects: {
      v1: createCollectingDialect({
        page: decisions,
        allows: ({ roles }, { user }) => roles === undefined || roles.includes(user.role),
        ...definition.dialect,
      }),
    },
    texts: checkedTexts(name, Object.assign({}, ...changes.map(({ texts }) => texts))),
    namesRelease: definition.namesRelease ?? false,
    ...(definition.answerUnknown === undefined ? {} : { answerUnknown: definition.answerUnknown }),
    newIds: decisions.ids,
    keys: definition.keys ?? { make: () => `n8n_api_${randomBytes(40).toString('hex')}`, scopesOf: () => undefined },
    data: {
      credentialTypes: () => import('../../../../data/credential-types.json', { with: { type: 'json' } }),
      nodeTypes: () => import('../../../../data/node-types.json', { with: { type: 'json' } }),
      ...Object.assign({}, ...changes.map(({ data }) => data)),
    },
    runForm: decisions.runForm,
    webhooksBelowWorkflow: decisions.webhooksBelowWorkflow,
    ...(definition.unmeasuredRuns === undefined ? {} : { unmeasuredRuns: definition.unmeasuredRuns }),
    writes: {
      settings: Object.keys(shapes.WorkflowInput.properties.settings.properties),
      workflowFields: [],
      filledSettings: {},
      workflowCreate: takenFields(operations, 'createWorkflow'),
      workflowUpdate: takenFields(operations, 'updateWorkflow'),
      credentialCreate: takenFields(operations, 'createCredential'),
      mergesSettings: false,
      defaultSettings: [],
      checksStructure: false,
      takesDrafts: false,
      showsScopes: false,
      activationRules: decisions.activationChecked ? 'start' : 'none',
      ...(decisions.tagNameLength === undefined ? {} : { mostTagName: decisions.tagNameLength }),
      ...(decisions.executionTimeoutLimited ? { mostExecutionTimeout: 3600 } : {}),
      ...Object.assign({}, ...changes.map(({ writes }) => writes)),
    },
    isAnsweredBy,
    documentation: documentationOf(operations, shapes, decisions),
    showExecution: definition.showExecution ?? (execution => showExecution(execution, decisions, { single: true })),
  }
}

/** All that a version decides, of its own or as its neighbour. */
export function decisionsOf(definition: V1Definition): Decisions {
  const chain = chainOf<V1Definition>(definition)
  const stated: ChangedDecisions = Object.assign({}, ...chain.map(({ decisions }) => decisions))
  return Object.fromEntries(Object.entries(stated).map(([name, { value }]) => [name, value])) as unknown as Decisions
}

/** Its decisions as the documentation prints them, each beside its neighbour's. */
function statementsOf(definition: V1Definition): Change[] {
  const chain = chainOf<V1Definition>(definition)
  const stated = (of: V1Definition, name: string) => (of.decisions as Record<string, Stated<unknown> | undefined>)[name]
  const first = chain[0]?.decisions as FirstDecisions
  return Object.entries(definition.decisions).map(([name, { sentence }]) => {
    const before = chain.slice(0, -1).findLast(other => stated(other, name))
    return {
      subject: first[name as keyof Decisions].subject,
      sentence,
      ...(before ? { before: stated(before, name)?.sentence ?? '' } : {}),
    }
  })
}
