import { recordsOf } from '../../core/base/is-record.ts'
import type { NodeItem } from '../../core/model/run-data.ts'
import { aggregated } from './aggregate.ts'
import { limited } from './limit.ts'
import { withoutDuplicates } from './remove-duplicates.ts'
import { sorted } from './sort.ts'
import { splitLists } from './split-out.ts'
import { unknownMode } from './stop-and-error.ts'
import { summarized } from './summarize.ts'
import { namesIn } from './tools/field-path.ts'
import { type NodeContext, NodeFailure, type NodeType } from './tools/node-context.ts'
import { shownParameter, textOf } from './tools/parameters.ts'

/** Item Lists: what became Split Out, Aggregate, Limit, Sort, Remove Duplicates and Summarize. */
export const itemLists: NodeType = {
  async run(context) {
    const names = (parameter: string) => fieldsOf(context, parameter)
    checkResource(context)
    switch (textOf(context, 'operation', 0, 'splitOutItems')) {
      case 'limit':
        return { main: [limited(context)] }
      case 'sort':
        return { main: [await sorted(context)] }
      case 'removeDuplicates':
        return { main: [withoutDuplicates(context, names('fieldsToExclude'), names('fieldsToCompare'))] }
      case 'summarize':
        return { main: [summarized(context, true)] }
      case 'aggregateItems':
      case 'concatenateItems':
        return {
          main: [[pairedAsBefore(context, aggregated(context, names))]],
        }
      case 'splitOutItems':
        return {
          main: [
            splitLists(context, names('fieldsToInclude'), {
              isSilent: true,
              isRequired: context.typeVersion < 2.1,
              isEmptyElse: context.typeVersion >= 2 && context.typeVersion < 3,
              ...(context.typeVersion < 2.2 ? { only: context.typeVersion < 2 ? 'array' : 'array or object' } : {}),
            }),
          ],
        }
      default:
        if (context.typeVersion >= 3) throw unknownMode()
        throw new NodeFailure(`Operation '${context.parameter('operation', 0)}' is not recognized`)
    }
  },
}

function checkResource(context: NodeContext): void {
  const resource = context.parameter('resource', 0)
  if (resource === 'itemList') return
  throw new NodeFailure(
    context.typeVersion < 3
      ? `Resource '${String(resource)}' is not recognized`
      : `The operation "${String(shownParameter(context, 'operation', 0))}" is not supported!`,
  )
}

/** Version 1 does not say what whole items are paired with. */
function pairedAsBefore(context: NodeContext, made: NodeItem): NodeItem {
  const isWhole = context.parameter('aggregate', 0) === 'aggregateAllItemData'
  if (context.typeVersion >= 2 || !isWhole) return made
  const { pairedItem: _, ...unpaired } = made
  return unpaired
}

/** Before version 3, fields are a list of entries. */
function fieldsOf(context: NodeContext, parameter: string): string[] {
  if (context.typeVersion >= 3) return namesIn(context.parameter(parameter, 0, ''))
  return recordsOf(context.parameter(`${parameter}.fields`, 0, [])).map(({ fieldName }) => String(fieldName ?? ''))
}
