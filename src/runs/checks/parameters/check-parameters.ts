import { pointerOf } from '../../../core/base/json-pointer.ts'
import type { Finding } from '../finding.ts'
import { checkCode } from './check-code.ts'
import { checkCredentials } from './check-credentials.ts'
import { checkFlow } from './check-flow.ts'
import { checkJson } from './check-json.ts'
import { checkPorts } from './check-ports.ts'
import { checkStart } from './check-starts.ts'
import { checkTexts } from './check-texts.ts'
import { checkValues } from './check-values.ts'
import { type KnownNode, KnownWorkflow } from './known-workflow.ts'
import type { NodeCatalogue } from './node-catalogue.ts'
import type { Remark, WorkflowRemark } from './remark.ts'

type Found = Omit<Finding, 'workflow'>

/**
 * Compares a workflow with what the types of its nodes take: parameters, ports, and what nodes hand on.
 *
 * @example
 * checkParameters(workflow, await loadCatalogue(version.data.nodeParameters))
 */
export function checkParameters(workflow: Readonly<Record<string, unknown>>, catalogue: NodeCatalogue): Found[] {
  const known = new KnownWorkflow(workflow, catalogue)
  const ofNodes = known.nodes.flatMap(one => remarksOf(one, known, catalogue).map(remark => ofNode(remark, one, known)))
  return [...ofNodes, ...checkPorts(known).map(ofWorkflow)]
}

function remarksOf(one: KnownNode, workflow: KnownWorkflow, catalogue: NodeCatalogue): Remark[] {
  const { node, facts, version, isSubNode } = one
  const ofValues = facts ? checkValues(node, facts, { version, catalogue, isMain: !isSubNode }) : []
  return [
    ...ofValues,
    ...checkCredentials(one),
    ...checkTexts(one, workflow),
    ...checkJson(one),
    ...checkCode(one),
    ...checkStart(one, workflow),
    ...checkFlow(one, workflow),
  ]
}

/** Paths of a node's remark begin at the node; what is disabled or never reached does not run. */
function ofNode({ keys, severity, fix, ...rest }: Remark, known: KnownNode, workflow: KnownWorkflow): Found {
  const at = `/nodes/${known.number}`
  const moved = fix?.map(operation => ({
    ...operation,
    ...('from' in operation ? { from: at + operation.from } : {}),
    path: at + operation.path,
  }))
  return {
    ...rest,
    path: at + pointerOf(keys),
    node: known.name,
    severity: known.isEnabled && workflow.isReached(known) ? severity : 'note',
    ...(moved ? { fix: moved } : {}),
  }
}

function ofWorkflow({ keys, node, ...rest }: WorkflowRemark): Found {
  return { ...rest, path: pointerOf(keys), ...(typeof node.name === 'string' ? { node: node.name } : {}) }
}
