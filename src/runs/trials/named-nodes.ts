import { badRequest } from '../../core/base/errors.ts'
import { closestName } from '../../core/model/closest-name.ts'
import type { Node } from '../../core/model/workflow.ts'

/** A workflow whose nodes are named. */
interface Named {
  id: string
  name: string
  nodes: readonly Node[]
}

/**
 * Finds the node that a name is of: one of the workflow itself, or `Workflow/Node`, with the name or the id of a workflow
 * that it calls.
 *
 * @throws ApiError 400 with the nearest name
 *
 * @example
 * namedNode('Notify/Slack', orders, [notify], 'run/mocks/Notify') // { workflow: notify, node: 'Slack' }
 */
export function namedNode<Workflow extends Named>(
  given: string,
  workflow: Workflow,
  called: readonly Workflow[],
  place: string,
): { workflow: Workflow; node: string } {
  if (hasNode(workflow, given)) return { workflow, node: given }
  let known: Workflow | undefined
  for (let at = given.indexOf('/'); at >= 0; at = given.indexOf('/', at + 1)) {
    const [name, node] = [given.slice(0, at), given.slice(at + 1)]
    const others = called.filter(other => other.id === name || other.name === name)
    const found = others.find(other => hasNode(other, node))
    if (found) return { workflow: found, node }
    known ??= others[0]
  }
  throw badRequest(`${place}: ${unknownNode(given, workflow, called, known)}`)
}

/** The name of a node of a called workflow: `Notify/Slack`. */
export const calledNodeName = (workflow: { name: string }, node: string) => `${workflow.name}/${node}`

const hasNode = ({ nodes }: Named, wanted: string) => nodes.some(({ name }) => name === wanted)

const MAX_NAMES = 20

function unknownNode(given: string, workflow: Named, called: readonly Named[], known: Named | undefined): string {
  const own = known ? [] : namesOf(workflow)
  const others = (known ? [known] : called).flatMap(other => namesOf(other).map(node => calledNodeName(other, node)))
  const near = others.find(other => other.endsWith(`/${given}`)) ?? closestName(given, [...own, ...others])
  const hint =
    near === undefined
      ? `It has ${namesOf(known ?? workflow)
          .slice(0, MAX_NAMES)
          .map(quoted)
          .join(', ')}`
      : `Is it ${quoted(near)}?`
  if (!known) return `the workflow has no node ${quoted(given)}. ${hint}`
  return `the workflow ${quoted(known.name)} has no node ${quoted(given.slice(given.indexOf('/') + 1))}. ${hint}`
}

const namesOf = ({ nodes }: Named) => nodes.map(({ name = '' }) => name)
const quoted = (name: string) => JSON.stringify(name)
