import type { NodeItem } from '../../core/model/run-data.ts'
import type { NodeContext, NodeType } from './tools/node-context.ts'
import { numberOf, textOf } from './tools/parameters.ts'

/** Limit: the first or the last items. */
export const limit: NodeType = { run: context => ({ main: [limited(context)] }) }

export function limited(context: NodeContext): NodeItem[] {
  const items = [...context.items]
  const most = numberOf(context, 'maxItems', 0, 1)
  if (most > items.length || context.parameter('maxItems', 0, 1) === undefined) return items
  return textOf(context, 'keep', 0, 'firstItems') === 'firstItems'
    ? items.slice(0, most)
    : items.slice(items.length - most)
}
