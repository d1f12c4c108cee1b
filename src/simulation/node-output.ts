import type { Node } from '../model/workflow.ts'
import { branchOf, isBranching } from './branch.ts'
import type { Item } from './item.ts'
import { setFields } from './set-fields.ts'

/** What a node puts out. */
export interface NodeOutput {
  /** The items of each of its outputs. */
  main: Item[][]
  /** What was left open, because only code could tell it. */
  hints: string[]
}

const SET = 'n8n-nodes-base.set'
const TOO_LARGE = 'The data of this run is too large to be played further: items are left out from here on'

/** A longer path or a larger number names no output. */
const MOST_OUTPUTS = 100

/**
 * What a node puts out for its items, without running any code: literal fields are set, literal conditions are followed,
 * anything else is passed on.
 *
 * @param first the output that everything leaves by that cannot be decided
 * @param pinned its pinned items, which it puts out whatever it gets
 * @param isForced whether all leaves by the first output whatever the conditions say
 */
export function nodeOutput(
  node: Node,
  items: Item[],
  { first, pinned, isForced }: { first: number; pinned: Item[] | undefined; isForced: boolean },
): NodeOutput {
  const main: Item[][] = []
  const put = (output: number, item: Item) => {
    while (main.length <= output) main.push([])
    main[output]?.push(item)
  }
  const hints = new Set<string>()
  const isPlain = node.disabled === true || isForced || pinned !== undefined || !isBranching(node)
  for (const given of pinned ?? items) {
    const item = pinned || node.disabled ? given : setIn(node, given, hints)
    const branch = isPlain ? first : branchOf(node, item)
    if (branch === undefined) hints.add('The condition takes code, which is not run here: the first branch is taken')
    const output = branch ?? first
    if (output !== 'none' && output < MOST_OUTPUTS) put(output, item)
  }
  return { main, hints: [...hints] }
}

/** What a node puts out where its items are left out: an empty one. */
export const emptyOutput = (first: number): NodeOutput => ({
  main: first < MOST_OUTPUTS ? [...Array.from({ length: first }, () => []), [{}]] : [],
  hints: [TOO_LARGE],
})

/** Whether a node reads its parameters for each item. */
export const readsParameters = (node: Node) => node.disabled !== true && (node.type === SET || isBranching(node))

function setIn(node: Node, given: Item, hints: Set<string>): Item {
  if (node.type !== SET) return given
  const { item, left } = setFields(node, given)
  if (left.length > 0) hints.add(`These fields take code, which is not run here, and are left out: ${left.join(', ')}`)
  return item
}
