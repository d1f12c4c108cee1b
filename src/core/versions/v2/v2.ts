import { type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { once } from '../../base/once.ts'
import {
  type ActivationRequirements,
  loadActivationRequirements,
  NO_REQUIREMENTS,
} from '../../features/workflows/activation-requirements.ts'
import type { WorkflowContext, WorkflowRules } from '../../features/workflows/workflow-rules.ts'
import { type Context, perInstance } from '../../http/context.ts'
import type { ReferenceData, Version, WriteLimits } from '../../http/version.ts'
import { workflowFields as workflowRecordFields } from '../../model/workflow.ts'
import {
  chainOf,
  changedOperations,
  type NamedChange,
  sentencesOf,
  takenFields,
  type VersionIdentity,
} from '../changes.ts'
import { checkedTexts, requireKnown, type VersionTexts } from '../refusals.ts'
import { newFamily } from './dialect/new-family.ts'
import { oldFamily } from './dialect/old-family.ts'
import { answerOptions } from './dialect/options.ts'
import { documentationOf } from './documentation.ts'
import { newApiKey } from './new-api-key.ts'
import { createOperations } from './operations.ts'
import { PRESENTERS, type Presenters, SHAPES, type Shapes, type V2Parts } from './parts.ts'
import { RUN_FORM, runs } from './runs.ts'
import { scopesOfSystemRole } from './scopes.ts'
import { shownWorkflows } from './shapes/workflow.ts'
import { workflowInputs } from './shapes/workflow-input.ts'

/** A named change to the version before. */
export interface V2Change extends NamedChange<V2Parts> {
  /**
   * Fields of a workflow: their shape, and what is shown where none was sent. One that its record has is stored there, as
   * rules decide; the others are stored as they are sent.
   */
  workflowFields?: Readonly<Record<string, { shape: TSchema; absent: unknown }>>
  /** Settings of a workflow. */
  workflowSettings?: TProperties
  /** Shapes that replace those of the same name. */
  shapes?: { readonly [Name in keyof Shapes]?: TSchema }
  /** Presenters that replace those of the same name, made of these. */
  presenters?: { readonly [Name in keyof Presenters]?: (show: Presenters[Name]) => Presenters[Name] }
}

/** A version with the operations of the current service. */
export interface V2Definition extends VersionIdentity {
  /** The version that it is made of; none for the first of this family. */
  after?: V2Definition
  /** The version that it is measured against, where that is not `after`. */
  neighbour?: string
  /** What the first of the family has, and a later one where it has its own. */
  data?: ReferenceData
  changes: readonly V2Change[]
}

/** Makes a version of its definition. @throws Error where it replaces what does not exist */
export function createV2(definition: V2Definition): Version {
  const { name, measured, after, neighbour = after?.name } = definition
  const chain = chainOf(definition)
  const changes = chain.flatMap(({ changes }) => changes)
  const fields: NonNullable<V2Change['workflowFields']> = merged(changes.map(({ workflowFields }) => workflowFields))
  const settings: TProperties = merged(changes.map(({ workflowSettings }) => workflowSettings))
  const data = {
    ...merged<ReferenceData>(chain.map(({ data }) => data)),
    ...merged<Partial<ReferenceData>>(changes.map(({ data }) => data)),
  }
  const shapes = shapesWith(name, fields, settings, changes)
  const presenters = presentersWith(name, fields, changes)
  const ownFields = Object.keys(fields).filter(name => !isRecordField(name))
  const workflowRules: WorkflowRules = { ...WORKFLOW_RULES, ownFields }
  const parts: V2Parts = {
    release: measured.release,
    shapes,
    presenters,
    workflowRules,
    workflowContext: createWorkflowContext(data, workflowRules),
  }
  const operations = createOperations(parts, operations => changedOperations(name, operations, changes, parts))
  const isAnsweredBy = chain.findLast(({ isAnsweredBy }) => isAnsweredBy)?.isAnsweredBy ?? (async () => false)
  return {
    name,
    measured,
    ...(neighbour === undefined ? {} : { neighbour }),
    changes: sentencesOf(definition.changes),
    operations,
    dialects: { new: newFamily, old: oldFamily },
    texts: checkedTexts(name, { ...TEXTS, ...merged<VersionTexts>(changes.map(({ texts }) => texts)) }),
    answerMethod: answerOptions,
    takesSecondSlash: ({ dialect, path }) => dialect !== 'old' && CONTROLLER_PATHS.includes(path),
    newIds: 'random',
    keys: { make: newApiKey, scopesOf: scopesOfSystemRole },
    data,
    writes: {
      ...WRITES,
      settings: Object.keys(shapes.WorkflowSettings.properties).filter(name => !UNLICENSED_SETTINGS.includes(name)),
      workflowFields: ownFields,
      workflowCreate: takenFields(operations, 'createWorkflow'),
      workflowUpdate: takenFields(operations, 'updateWorkflow'),
      credentialCreate: takenFields(operations, 'createCredential'),
      ...merged<Partial<WriteLimits>>(changes.map(({ writes }) => writes)),
    },
    runForm: RUN_FORM,
    runs,
    isAnsweredBy,
    documentation: documentationOf(parts),
    showExecution: (execution, state, runData) =>
      presenters.showExecution({ store: { data: state }, runData }, execution),
  }
}

/** Where the controllers of the newer operations begin: only these paths are also found with a second slash. */
const CONTROLLER_PATHS = [
  '/credentials',
  '/executions',
  '/projects',
  '/projects/:projectId/folders',
  '/role-mapping-rules',
  '/roles',
  '/tags',
  '/variables',
  '/workflows',
]

const TEXTS: VersionTexts = { callPasswordWrong: [401, 'Authentication data is wrong!'] }

const MAX_WORKFLOW_NAME = 128

const WRITES: Omit<
  WriteLimits,
  'settings' | 'workflowFields' | 'workflowCreate' | 'workflowUpdate' | 'credentialCreate'
> = {
  mergesSettings: true,
  // any text is taken for these; the others are checked, and refuse it
  defaultSettings: ['errorWorkflow', 'timezone'],
  filledSettings: {},
  checksStructure: true,
  takesDrafts: true,
  showsScopes: true,
  activationRules: 'configuration',
  mostTagName: 24,
  mostWorkflowName: MAX_WORKFLOW_NAME,
}

const UNLICENSED_SETTINGS = ['binaryMode', 'redactionPolicy', 'credentialResolverId']

/** How workflows are saved and published in versions that add no fields. */
export const WORKFLOW_RULES: WorkflowRules = {
  history: 'publications',
  newVersionBy: 'graph',
  counts: 'changes',
  activationIsDated: false,
  recurrences: 'intervals',
  archives: true,
  checksStructure: WRITES.checksStructure,
  deactivationEndsMcpAccess: false,
  textsAreWellFormed: true,
  staticDataIsObject: true,
  mostName: MAX_WORKFLOW_NAME,
  mergesSettings: WRITES.mergesSettings,
  filledSettings: WRITES.filledSettings,
  removableSettings: {
    ...Object.fromEntries(WRITES.defaultSettings.map(name => [name, 'DEFAULT'])),
    executionTimeout: -1,
  },
  unlicensedSettings: UNLICENSED_SETTINGS,
  ownFields: [],
}

const isRecordField = (name: string) => Object.hasOwn(workflowRecordFields, name)

/** Later parts win. */
const merged = <T extends object>(parts: readonly (T | undefined)[]): T => Object.assign({}, ...parts)

function shapesWith(
  version: string,
  fields: NonNullable<V2Change['workflowFields']>,
  settings: TProperties,
  changes: readonly V2Change[],
): Shapes {
  const shown = Object.fromEntries(Object.entries(fields).map(([name, { shape }]) => [name, shape]))
  const taken = Object.fromEntries(Object.entries(shown).map(([name, shape]) => [name, Type.Optional(shape)]))
  const own = merged<Record<string, TSchema>>(changes.map(({ shapes }) => shapes as Record<string, TSchema>))
  requireKnown(version, 'shape', Object.keys(own), Object.keys(SHAPES))
  if (Object.keys(shown).length + Object.keys(settings).length + Object.keys(own).length === 0) return SHAPES
  return { ...SHAPES, shown: shownWorkflows(shown), ...workflowInputs(taken, settings), ...own }
}

function presentersWith(
  version: string,
  fields: NonNullable<V2Change['workflowFields']>,
  changes: readonly V2Change[],
): Presenters {
  const presenters: Record<string, unknown> = { ...PRESENTERS }
  for (const { presenters: own = {} } of changes) {
    requireKnown(version, 'presenter', Object.keys(own), Object.keys(PRESENTERS))
    for (const [name, make] of Object.entries(own)) {
      presenters[name] = (make as (show: unknown) => unknown)(presenters[name])
    }
  }
  const made = presenters as Presenters
  if (Object.keys(fields).length === 0) return made
  return {
    ...made,
    showWorkflow: (state, workflow, parts) => {
      const stored: Record<string, unknown> = { ...workflow.more, ...workflow }
      const shown = Object.entries(fields).map(([name, { absent }]) => [name, stored[name] ?? absent])
      return { ...made.showWorkflow(state, workflow, parts), ...Object.fromEntries(shown) }
    },
  }
}

/** What saving and publishing workflows takes beside the state, read once for each instance. */
function createWorkflowContext({ activationRequirements }: ReferenceData, rules: WorkflowRules) {
  const loaderOf = perInstance((context: Context) =>
    once(async (): Promise<WorkflowContext> => {
      const requirements: ActivationRequirements = activationRequirements
        ? await loadActivationRequirements(activationRequirements)
        : NO_REQUIREMENTS
      return { ...context, rules, check: { nodeTypes: await context.loadNodeTypes(), requirements } }
    }),
  )
  return (context: Context) => loaderOf(context)()
}
