import type { NodeItem } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import { nodeTypeOf } from '../nodes/node-types.ts'
import { NodeFailure } from '../nodes/tools/node-context.ts'
import type { NodeRunner } from './node-runner.ts'
import { asStored, emptyItem, withErrorOutput, withPairs } from './pairing.ts'
import type { Failed, Output } from './performed.ts'

const MAX_PASSED_OUTPUTS = 100

/**
 * What execution data stores of a node's outputs: paired, its failures by the error output; after one, its input.
 *
 * @param inputs all items that came, also those that a node which runs once did not get
 */
export function nodeOutputs(
  performed: Output | Failed,
  { node, sources, onError }: NodeRunner,
  inputs: readonly (readonly NodeItem[])[],
): (NodeItem[] | null)[] {
  if (!('main' in performed)) return [[...passedOn(performed, inputs)]]
  let { main } = performed
  if (!performed.isSettled && onError === 'errorOutput') {
    main = withErrorOutput(main, outputsOf(node), inputs, sources)
    for (const item of performed.failed ?? []) main.at(-1)?.push(item)
  }
  main = asStored(performed.isSettled ? main : withPairs(main, inputs))
  if (node.alwaysOutputData === true && !main[0]?.length) main = [[emptyItem(inputs)], ...main.slice(1)]
  return main
}

/** What a node that failed passes on, where it goes on. */
function passedOn({ failure }: Failed, inputs: readonly (readonly NodeItem[])[]): readonly NodeItem[] {
  return (failure instanceof NodeFailure ? failure.details.input : undefined) ?? inputs[0] ?? []
}

/** Items at one output, with nothing at those before. */
export const atOutput = (output: number, items: NodeItem[]): NodeItem[][] =>
  output < MAX_PASSED_OUTPUTS ? [...Array.from({ length: output }, () => []), items] : []

/** How many outputs a node has, without the one for errors. */
export const outputsOf = (node: Node): number => nodeTypeOf(node.type)?.outputs?.(node) ?? 1

/** A webhook with several methods has an output for each. */
export function outputsOfTrigger({ parameters = {} }: Node): number {
  const { multipleMethods, httpMethod } = parameters
  return multipleMethods === true ? (Array.isArray(httpMethod) ? httpMethod.length : 2) : 1
}
