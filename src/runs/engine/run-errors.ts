import type { Node } from '../../core/model/workflow.ts'
import { type FailureDetails, NodeFailure } from '../nodes/tools/node-context.ts'
import type { CalledRun, CallRefusal, StartFailure } from './job.ts'

/** The errors that a run itself ends with, and those of executions that were added or interrupted. */
export const runErrors = {
  nodeFailed: 'The node could not finish its work',
  crashed: 'Workflow did not finish, possible out-of-memory issue',
  nodeStopped: 'Execution stopped at this node',
  nodeStoppedHint:
    "n8n may have run out of memory while running this execution. More context and tips on how to avoid this <a href='https://docs.n8n.io/hosting/scaling/memory-errors/' target='_blank'>in the docs</a>",
  nodeCrashed: 'Node crashed, possible out-of-memory issue',
  canceled: 'The execution was canceled',
  dataLeftOut: 'The data of this run is too large to be shown further: items are left out from here on',
  timedOut: 'The execution was cancelled because it timed out',
  credentialInvalid: (node: string) => `Node "${node}" uses invalid credential`,
  credentialInvalidHint: 'Please recreate the credential.',
  credentialNotShared: (node: string) => `Node "${node}" does not have access to the credential`,
  credentialNotSharedHint: (project: string | undefined) =>
    project === undefined
      ? 'Please recreate the credential or ask its owner to share it with you.'
      : `Please make sure that the credential is shared with the project "${project}"`,
  callDenied: (id: string) => `The sub-workflow (${id}) cannot be called by this workflow`,
  callDeniedHint: (id: string, who: string) =>
    `The sub-workflow you’re trying to execute limits which workflows it can be called by. You will need ${who} to update the sub-workflow (${id}) settings to allow this workflow to call it.`,
  errorWorkflowDenied: (callerId: string) =>
    `Another workflow: (ID ${callerId}) tried to invoke this workflow to handle errors.`,
  errorWorkflowDeniedHint:
    "Unfortunately current permissions do not allow this. Please check that this workflow's settings allow it to be called by others",
  calledForItemFailed: (item: number) => `Error executing workflow with item at index ${item}`,
  calledWorkflowUnknown: 'Workflow does not exist.',
  calledWorkflowNotActive: 'Workflow is not active and cannot be executed.',
  calledWorkflowCannotStart: 'Missing node to start execution',
  callsTooMany: (levels: number, calls: number) =>
    `Workflows call each other ${levels} levels deep, and ${calls} times in a run, at most`,
  computedTooLong: (milliseconds: number) =>
    `The run was stopped: simulated runs may compute for ${milliseconds / 1000} seconds at most`,
  ranTooOften: (runs: number) => `The run was stopped: its nodes ran ${runs} times. Does its loop end?`,
  dataTooLarge: (bytes: number) =>
    `The run was stopped: its data may take ${bytes / 1024 / 1024} MB at most. Hand on fewer or smaller items`,
  memoryTooLarge: (bytes: number) => `The run was stopped: it may take ${bytes / 1024 / 1024} MB of memory at most`,
  staticDataTooLarge: (bytes: number) =>
    `The run was stopped: the static data of its workflow may take ${bytes / 1024 / 1024} MB at most`,
  callsService: (node: string, what?: string) =>
    `Node "${node}" ${what === undefined ? 'calls a service' : `is not simulated (${what})`}. Give its output in mocks, or pin data.`,
  subNodeFailed: (node: string) => `Error in sub-node ${node}`,
  hasOwnClient: (node: string, to: string) =>
    `Node "${node}" connects to ${to} by a client of its own, and only HTTP is answered. Give its output in mocks, or pin data.`,
  needsService: (node: string, what: string) =>
    `Node "${node}" needs ${what}, and the installed engine has none. Give its output in mocks, or pin data.`,
  needsClosed: (node: string, what: string) =>
    `Node "${node}" ${what}, which nodes of a test cannot. Give its output in mocks, or pin data.`,
  servesNone: (node: string) =>
    `The mock of "${node}" has calls, which are for models, tools and other nodes that serve one: give items or runs`,
  calledWorkflowNotGiven: (node: string, id: string) =>
    `Node "${node}" calls the workflow "${id}", which is not given. Give it in subWorkflows, or the node's output in mocks.`,
  passedOn: (node: string, what?: string) =>
    `Not simulated: "${node}" ${what === undefined ? 'calls a service' : `(${what})`}. It passed its items on; give its output by a rule or pin data`,
}

/** Why a whole run ends, whatever its nodes do with errors: a bound of the simulation, or what its options are strict in. */
export class RunStopped extends Error {}

/** A workflow is called that was not given with the one that is tried. */
export class MissingWorkflow extends RunStopped {}

type StoredError = Record<string, unknown>

/** An error as execution data has that of a node. */
export function errorOf(failure: unknown, node: Node, timestamp: number): StoredError {
  if (failure instanceof NodeFailure) return nodeError(failure.message, failure.details, node, timestamp)
  const { name = 'Error', message = String(failure) } = failure instanceof Error ? failure : {}
  if (failure instanceof RunStopped)
    return nodeError(message, { name: 'WorkflowOperationError', level: 'error' }, node, timestamp)
  return { message, stack: `${name}: ${message}` }
}

/** Why a trigger fails before anything runs. */
export function startError({ message, name, description }: StartFailure, node: Node, timestamp: number): StoredError {
  if (description !== undefined) return nodeError(message, { name, description }, node, timestamp)
  return { message, stack: `${name}: ${message}` }
}

/** @param details what the failure says of itself; the rest is as usual for an operation */
export function nodeError(message: string, details: FailureDetails, node: Node, timestamp: number): StoredError {
  const { whole, name = 'NodeOperationError', description, level = 'warning', context = {}, type } = details
  if (whole) return whole
  const { httpCode, messages = [], more } = details
  return {
    level,
    shouldReport: true,
    ...(description === undefined ? {} : { description }),
    tags: {},
    timestamp,
    context: { ...context, ...(type === undefined ? {} : { type }) },
    functionality: 'regular',
    name,
    node,
    messages,
    ...(httpCode === undefined ? {} : { httpCode }),
    ...more,
    message,
    stack: `${name}: ${message}`,
  }
}

/** The error of a node that calls a workflow which is not active, or missing. */
export function notActiveError(workflowId: string, parentWorkflowId: string): StoredError {
  const message = runErrors.calledWorkflowNotActive
  return {
    level: 'warning',
    shouldReport: false,
    tags: {},
    extra: { workflowId, parentWorkflowId },
    message,
    stack: `Error: ${message}`,
  }
}

/** The error of a node that calls an unknown workflow. */
export function unknownWorkflowError(workflowId: string): StoredError {
  const message = runErrors.calledWorkflowUnknown
  return {
    level: 'error',
    shouldReport: true,
    tags: {},
    extra: { workflowId },
    message,
    stack: `Error: ${message}`,
  }
}

/** The error of a node that calls a workflow which it may not call. */
export function deniedError({ message, description, node }: CallRefusal, { id, workflow, at }: CalledRun): StoredError {
  const facts = { executionId: id, workflowId: workflow.id }
  if (node === undefined) return { description, ...facts, message, stack: `Error: ${message}` }
  const named = workflow.nodes.find(({ name }) => name === node) ?? { name: node }
  const error = nodeError(message, { level: 'info', description }, named, at)
  return { ...error, errorResponse: { ...error, ...facts }, ...facts }
}

/** The error of an execution that did not begin, since parameters are missing. */
export const issuesError = (message: string, timestamp: number): StoredError => ({
  level: 'warning',
  tags: {},
  timestamp,
  context: {},
  functionality: 'regular',
  name: WORKFLOW_HAS_ISSUES,
  message,
  stack: `${WORKFLOW_HAS_ISSUES}: ${message}`,
})

/** A node has run that leads to one which the workflow does not have. */
export function lostError(sourceNodeName: string, destinationNodeName: string): StoredError {
  const message = 'Destination node not found'
  return {
    level: 'error',
    tags: {},
    extra: { sourceNodeName, destinationNodeName },
    name: 'Error',
    message,
    stack: `Error: ${message}`,
  }
}

export const WORKFLOW_HAS_ISSUES = 'WorkflowHasIssuesError'

/** The error of an execution that took longer than its workflow allows. */
export function timeoutError(executionId: string, timestamp: number): StoredError {
  const message = runErrors.timedOut
  return {
    level: 'warning',
    shouldReport: false,
    tags: {},
    extra: { executionId },
    timestamp,
    context: {},
    functionality: 'regular',
    name: 'TimeoutExecutionCancelledError',
    reason: 'timeout',
    message,
    stack: `TimeoutExecutionCancelledError: ${message}`,
  }
}
