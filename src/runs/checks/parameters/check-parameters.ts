import { pointerOf } from '../../../core/base/json-pointer.ts'
import { giveWay } from '../../../core/base/run-in-slices.ts'
import type { Finding } from '../finding.ts'
import { checkAnswers } from './check-answers.ts'
import { checkCode } from './check-code.ts'
import { checkCompared } from './check-compared.ts'
import { checkCredentials } from './check-credentials.ts'
import { checkFlow } from './check-flow.ts'
import { checkJson } from './check-json.ts'
import { checkPorts, servingOf } from './check-ports.ts'
import { checkSettings } from './check-settings.ts'
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
 * await checkParameters(workflow, await loadCatalogue(version.data.nodeParameters))
 */
export async function checkParameters(
  workflow: Readonly<Record<string, unknown>>,
  catalogue: NodeCatalogue,
): Promise<Found[]> {
  const known = new KnownWorkflow(workflow, catalogue)
  const found: Found[] = []
  for (const one of known.nodes) {
    await giveWay()
    if (found.length >= MAX_FOUND) return [...found, leftOut(one, `more than ${MAX_FOUND} findings come before it`)]
    if (hasMoreValues(one.node.parameters, MAX_VALUES))
      found.push(leftOut(one, `it has more than ${MAX_VALUES} values`))
    else for (const remark of remarksOf(one, known, catalogue)) found.push(ofNode(remark, one, known))
  }
  const serving = servingOf(known)
  for (const one of known.nodes) {
    await giveWay()
    for (const remark of checkPorts(one, known, serving)) found.push(ofWorkflow(remark))
  }
  return found
}

/** More are not read, and each costs memory. */
const MAX_FOUND = 10_000
/** More than nodes have: others wait while one is looked at. */
const MAX_VALUES = 10_000

const leftOut = ({ name, number }: KnownNode, why: string): Found => ({
  path: `/nodes/${number}/parameters`,
  node: name,
  rule: 'value',
  severity: 'note',
  message: `the parameters of ${JSON.stringify(name)} are not compared: ${why}`,
})

/** Whether a value has more values in it than a number. */
function hasMoreValues(value: unknown, most: number): boolean {
  const found = [value]
  for (let at = 0; at < found.length; at++) {
    if (found.length > most) return true
    const one = found[at]
    if (typeof one === 'object' && one !== null) for (const part of Object.values(one)) found.push(part)
  }
  return false
}

function remarksOf(one: KnownNode, workflow: KnownWorkflow, catalogue: NodeCatalogue): Remark[] {
  return [
    ...checkValues(one, { catalogue, closest: workflow.closest }),
    ...checkSettings(one),
    ...checkCredentials(one),
    ...checkTexts(one, workflow),
    ...checkJson(one),
    ...checkCode(one),
    ...checkStart(one, workflow),
    ...checkAnswers(one),
    ...checkFlow(one, workflow),
    ...checkCompared(one, workflow),
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
