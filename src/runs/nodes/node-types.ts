import { aggregate } from './aggregate.ts'
import { filter, ifNode, switchNode } from './branches.ts'
import { code, functionItem, functionNode } from './code.ts'
import { compareDatasets } from './compare-datasets.ts'
import { dataTable } from './data-table.ts'
import { debugHelper } from './debug-helper.ts'
import { executeWorkflow, executeWorkflowTrigger } from './execute-workflow.ts'
import { executionData } from './execution-data.ts'
import { httpRequest } from './http-request.ts'
import { itemLists } from './item-lists.ts'
import { limit } from './limit.ts'
import { loopOverItems } from './loop-over-items.ts'
import { merge } from './merge.ts'
import { type ListedNode, runsHere } from './node-list.ts'
import { note, passOn } from './pass-on.ts'
import { removeDuplicates } from './remove-duplicates.ts'
import { renameKeys } from './rename-keys.ts'
import { respondToWebhook } from './respond-to-webhook.ts'
import { setFields } from './set-fields.ts'
import { sort } from './sort.ts'
import { splitOut } from './split-out.ts'
import { stopAndError } from './stop-and-error.ts'
import { summarize } from './summarize.ts'
import type { NodeType } from './tools/node-context.ts'
import { wait } from './wait.ts'

/** A type with a library that few workflows need: it is loaded when a node of the type first runs. */
const late = (load: () => Promise<NodeType>): NodeType => ({ run: async context => (await load()).run(context) })

/** How each type of node runs that runs here. */
const NODE_TYPES: Readonly<Record<ListedNode, NodeType>> = {
  'n8n-nodes-base.httpRequest': httpRequest,
  'n8n-nodes-base.if': ifNode,
  'n8n-nodes-base.filter': filter,
  'n8n-nodes-base.switch': switchNode,
  'n8n-nodes-base.splitInBatches': loopOverItems,
  'n8n-nodes-base.wait': wait,
  'n8n-nodes-base.executeWorkflow': executeWorkflow,
  'n8n-nodes-base.executeWorkflowTrigger': executeWorkflowTrigger,
  'n8n-nodes-base.respondToWebhook': respondToWebhook,
  'n8n-nodes-base.stopAndError': stopAndError,
  'n8n-nodes-base.executionData': executionData,
  'n8n-nodes-base.debugHelper': debugHelper,
  'n8n-nodes-base.noOp': passOn,
  'n8n-nodes-base.stickyNote': note,
  'n8n-nodes-base.webhook': passOn,
  'n8n-nodes-base.formTrigger': passOn,
  'n8n-nodes-base.scheduleTrigger': passOn,
  'n8n-nodes-base.cron': passOn,
  'n8n-nodes-base.interval': passOn,
  'n8n-nodes-base.manualTrigger': passOn,
  'n8n-nodes-base.start': passOn,
  'n8n-nodes-base.errorTrigger': passOn,
  '@n8n/n8n-nodes-langchain.manualChatTrigger': passOn,
  '@n8n/n8n-nodes-langchain.chatTrigger': passOn,
  'n8n-nodes-base.dateTime': late(async () => (await import('./date-time.ts')).dateTime),
  'n8n-nodes-base.crypto': late(async () => (await import('./crypto.ts')).crypto),
  'n8n-nodes-base.html': late(async () => (await import('./html.ts')).html),
  'n8n-nodes-base.htmlExtract': late(async () => (await import('./html.ts')).htmlExtract),
  'n8n-nodes-base.xml': late(async () => (await import('./xml.ts')).xml),
  'n8n-nodes-base.markdown': late(async () => (await import('./markdown.ts')).markdown),
  'n8n-nodes-base.convertToFile': late(async () => (await import('./convert-to-file.ts')).convertToFile),
  'n8n-nodes-base.moveBinaryData': late(async () => (await import('./move-binary-data.ts')).moveBinaryData),
  'n8n-nodes-base.extractFromFile': late(async () => (await import('./extract-from-file.ts')).extractFromFile),
  'n8n-nodes-base.code': code,
  'n8n-nodes-base.function': functionNode,
  'n8n-nodes-base.functionItem': functionItem,
  'n8n-nodes-base.jwt': late(async () => (await import('./jwt.ts')).jwt),
  'n8n-nodes-base.dataTable': dataTable,
  'n8n-nodes-base.set': setFields,
  'n8n-nodes-base.merge': merge,
  'n8n-nodes-base.splitOut': splitOut,
  'n8n-nodes-base.aggregate': aggregate,
  'n8n-nodes-base.sort': sort,
  'n8n-nodes-base.removeDuplicates': removeDuplicates,
  'n8n-nodes-base.summarize': summarize,
  'n8n-nodes-base.itemLists': itemLists,
  'n8n-nodes-base.renameKeys': renameKeys,
  'n8n-nodes-base.compareDatasets': compareDatasets,
  'n8n-nodes-base.limit': limit,
}

/** What a type of node does; `undefined` where it calls a service. */
export const nodeTypeOf = (type: string | undefined): NodeType | undefined =>
  runsHere(type) ? NODE_TYPES[type] : undefined
