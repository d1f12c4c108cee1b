import type { ServiceVersion } from '../client/identify.ts'

/** What a version of the service takes when a workflow or a tag is written. */
export interface Limits {
  settings: readonly string[]
  /** Whether pinned data can be written. */
  takesPinData: boolean
  /** Whether settings that are left out stay as they are. */
  mergesSettings: boolean
  /** The settings that may be sent as `DEFAULT`, which is how the editor writes "not set". */
  defaultSettings: readonly string[]
  /** Whether nodes and connections are checked when they are saved. */
  checksStructure: boolean
  /** Whether a credential may be given its id. */
  takesCredentialIds: boolean
  /** Whether `/discover` tells the scopes of the key. */
  tellsScopes: boolean
  /** What is checked when a workflow is activated: nothing; that it can start; that it is configured as well. */
  activationRules: 'none' | 'start' | 'configuration'
  mostTagName?: number
  mostWorkflowName?: number
  mostExecutionTimeout?: number
}

/** The fields of a node that all versions take. */
export const NODE_FIELDS = [
  ...['id', 'name', 'type', 'typeVersion', 'position', 'parameters', 'credentials', 'webhookId', 'disabled'],
  ...['notes', 'notesInFlow', 'executeOnce', 'alwaysOutputData', 'retryOnFail', 'maxTries', 'waitBetweenTries'],
  ...['continueOnFail', 'onError'],
]

const SETTINGS = [
  ...['saveExecutionProgress', 'saveManualExecutions', 'saveDataErrorExecution', 'saveDataSuccessExecution'],
  ...['executionTimeout', 'errorWorkflow', 'timezone', 'executionOrder'],
]

const FIRST: Limits = {
  settings: SETTINGS,
  takesPinData: false,
  mergesSettings: false,
  defaultSettings: [],
  checksStructure: false,
  takesCredentialIds: false,
  tellsScopes: false,
  activationRules: 'none',
}

export const LIMITS: Record<ServiceVersion, Limits> = {
  contract: { ...FIRST, mostExecutionTimeout: 3600 },
  'n8n-1.41': { ...FIRST, activationRules: 'start', mostTagName: 24 },
  'n8n-2.41': {
    settings: [
      ...SETTINGS,
      ...['callerPolicy', 'callerIds', 'timeSavedMode', 'timeSavedPerExecution', 'availableInMCP'],
      'customTelemetryTags',
    ],
    takesPinData: true,
    mergesSettings: true,
    // any text is taken for these; the others are checked, and refuse it
    defaultSettings: ['errorWorkflow', 'timezone'],
    checksStructure: true,
    takesCredentialIds: true,
    tellsScopes: true,
    activationRules: 'configuration',
    mostTagName: 24,
    mostWorkflowName: 128,
  },
}
