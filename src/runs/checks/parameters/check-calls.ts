import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { pointerOf } from '../../../core/base/json-pointer.ts'
import { closestName } from '../../../core/model/closest-name.ts'
import type { Node } from '../../../core/model/workflow.ts'
import type { Finding } from '../finding.ts'
import { shownName } from './node-values.ts'
import { oneOf } from './remark.ts'

type Workflow = Readonly<Record<string, unknown>>

const CALLING = ['n8n-nodes-base.executeWorkflow', '@n8n/n8n-nodes-langchain.toolWorkflow']
const CALLED = 'n8n-nodes-base.executeWorkflowTrigger'

/** Inputs that a node hands to a workflow which does not declare them: the called one drops them. */
export function checkCalls(workflows: readonly Workflow[]): Finding[] {
  const declared = new Map(workflows.flatMap(workflow => declaredInputs(workflow)))
  if (declared.size === 0) return []
  return workflows.flatMap((workflow, at) =>
    (recordsOf(workflow.nodes) as Node[]).flatMap((node, number) => {
      const { type, parameters = {}, disabled } = node
      if (!CALLING.includes(String(type)) || disabled === true || !isRecord(parameters)) return []
      const id = isRecord(parameters.workflowId) ? parameters.workflowId.value : parameters.workflowId
      const names = typeof id === 'string' ? declared.get(id) : undefined
      const inputs = isRecord(parameters.workflowInputs) ? parameters.workflowInputs.value : undefined
      if (!names || !isRecord(inputs)) return []
      return Object.keys(inputs).flatMap(name => {
        if (names.includes(name)) return []
        const near = closestName(name, names)
        return [
          {
            workflow: at,
            path: `/nodes/${number}${pointerOf(['parameters', 'workflowInputs', 'value', name])}`,
            ...(typeof node.name === 'string' ? { node: node.name } : {}),
            rule: 'data-flow' as const,
            severity: 'warning' as const,
            value: name,
            expected: names,
            ...(near === undefined ? {} : { didYouMean: near }),
            message:
              `${shownName(node)} hands the input ${JSON.stringify(name)} to a workflow that does not declare it, and drops it: ` +
              `it declares ${oneOf(names)}`,
          },
        ]
      })
    }),
  )
}

/** The inputs of a workflow by its id, where it has a trigger for calls that declares them. */
function declaredInputs({ id, nodes }: Workflow): [string, string[]][] {
  const triggers = (recordsOf(nodes) as Node[]).filter(({ type, disabled }) => type === CALLED && disabled !== true)
  const [trigger] = triggers
  if (typeof id !== 'string' || triggers.length !== 1 || (trigger?.typeVersion ?? 1) < 1.1) return []
  const { inputSource = 'workflowInputs', workflowInputs } = trigger?.parameters ?? {}
  if (inputSource !== 'workflowInputs' || !isRecord(workflowInputs)) return []
  const names = recordsOf(workflowInputs.values).map(({ name }) => String(name))
  return names.length > 0 && names.every(name => !name.startsWith('=')) ? [[id, names]] : []
}
