import type { ApiError } from '../../base/errors.ts'
import { isRecord } from '../../base/is-record.ts'
import type { Node } from '../../model/workflow.ts'
import { workflowRefusals } from './refusals.ts'

const EXECUTE_WORKFLOW = 'n8n-nodes-base.executeWorkflow'

/** A workflow that a node calls. */
export interface CalledWorkflow {
  name: string
  isPublished: boolean
}

/**
 * Why a workflow cannot be published because of those that it calls: each enabled node that names one by its id needs it
 * to be published. `undefined` where it can be. A workflow may call itself.
 *
 * @param ownId the workflow's own id
 * @param findCalled `undefined` for an unknown id
 */
export function calledWorkflowsRefusal(
  nodes: readonly Node[],
  ownId: string | undefined,
  findCalled: (id: string) => CalledWorkflow | undefined,
): ApiError | undefined {
  const unpublished = nodes.flatMap(node => {
    const id = calledWorkflowId(node)
    if (id === undefined || id === ownId) return []
    const called = findCalled(id)
    if (called?.isPublished) return []
    return [{ node: node.name, id, name: called?.name }]
  })
  return unpublished.length === 0 ? undefined : workflowRefusals.calledWorkflowsNotPublished(unpublished)
}

/** The id of the workflow that a node calls; `undefined` for an expression, and where the node has the workflow itself. */
export function calledWorkflowId({ type, disabled, parameters = {} }: Node): string | undefined {
  if (type !== EXECUTE_WORKFLOW || disabled === true) return undefined
  const { source = 'database', workflowId } = parameters
  if (source !== 'database') return undefined
  const id = isRecord(workflowId) ? workflowId.value : workflowId
  return typeof id === 'string' && id !== '' && !id.startsWith('=') ? id : undefined
}
