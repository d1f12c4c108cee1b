import type { Node } from '../model/workflow.ts'
import { aggregate } from './aggregate.ts'
import { filter, ifNode, switchNode } from './branches.ts'
import { code, functionItem, functionNode } from './code.ts'
import { compareDatasets } from './compare-datasets.ts'
import { convertToFile } from './convert-to-file.ts'
import { crypto } from './crypto.ts'
import { dataTable } from './data-table.ts'
import { dateTime } from './date-time.ts'
import { debugHelper } from './debug-helper.ts'
import { executeWorkflow, executeWorkflowTrigger } from './execute-workflow.ts'
import { executionData } from './execution-data.ts'
import { extractFromFile } from './extract-from-file.ts'
import { html, htmlExtract } from './html.ts'
import { httpRequest } from './http-request.ts'
import { itemLists } from './item-lists.ts'
import { jwt } from './jwt.ts'
import { limit } from './limit.ts'
import { loopOverItems } from './loop-over-items.ts'
import { markdown } from './markdown.ts'
import { merge } from './merge.ts'
import type { NodeType } from './node-context.ts'
import { note, passOn } from './pass-on.ts'
import { removeDuplicates } from './remove-duplicates.ts'
import { renameKeys } from './rename-keys.ts'
import { respondToWebhook } from './respond-to-webhook.ts'
import { setFields } from './set-fields.ts'
import { sort } from './sort.ts'
import { splitOut } from './split-out.ts'
import { stopAndError } from './stop-and-error.ts'
import { summarize } from './summarize.ts'
import { wait } from './wait.ts'
import { xml } from './xml.ts'

/** A node type that runs: how, and a sentence for the documentation. */
export interface ListedNodeType extends NodeType {
  /** What runs truly, and which modes do not: those count as calling a service. */
  about: string
}

/** Every type of node that runs here; any other calls a service. */
export const NODE_TYPES: Readonly<Record<string, ListedNodeType>> = {
  'n8n-nodes-base.httpRequest': {
    ...httpRequest,
    about: 'Built up to the wire and answered by http mocks; nothing is sent. Without an answer it calls a service.',
  },
  'n8n-nodes-base.if': { ...ifNode, about: 'All operators of both forms, strict and loose types.' },
  'n8n-nodes-base.filter': { ...filter, about: 'All operators of both forms, strict and loose types.' },
  'n8n-nodes-base.switch': {
    ...switchNode,
    about: 'Rules and expression in all versions, all matching outputs, fallback.',
  },
  'n8n-nodes-base.splitInBatches': { ...loopOverItems, about: 'Loop Over Items, all versions, with reset.' },
  'n8n-nodes-base.wait': { ...wait, about: 'All ways to wait; times pass at once where they are short.' },
  'n8n-nodes-base.executeWorkflow': {
    ...executeWorkflow,
    about:
      'Workflows of the instance, once or for each item, with inputs. Those of a file, a URL or a parameter are not run.',
  },
  'n8n-nodes-base.executeWorkflowTrigger': {
    ...executeWorkflowTrigger,
    about: 'With its inputs, an example, or all data.',
  },
  'n8n-nodes-base.respondToWebhook': {
    ...respondToWebhook,
    about: 'All kinds of answers; streaming answers come at once.',
  },
  'n8n-nodes-base.stopAndError': { ...stopAndError, about: 'Messages and objects.' },
  'n8n-nodes-base.executionData': { ...executionData, about: 'Kept with the execution.' },
  'n8n-nodes-base.debugHelper': { ...debugHelper, about: 'Errors and nothing; random data and memory are not made.' },
  'n8n-nodes-base.noOp': { ...passOn, about: 'Passes items on.' },
  'n8n-nodes-base.stickyNote': { ...note, about: 'Does nothing.' },
  'n8n-nodes-base.webhook': { ...passOn, about: 'Starts a run with a call.' },
  'n8n-nodes-base.formTrigger': { ...passOn, about: 'Starts a run with a form.' },
  'n8n-nodes-base.scheduleTrigger': { ...passOn, about: 'Starts a run by the clock.' },
  'n8n-nodes-base.cron': { ...passOn, about: 'Starts a run by the clock.' },
  'n8n-nodes-base.interval': { ...passOn, about: 'Starts a run by the clock.' },
  'n8n-nodes-base.manualTrigger': { ...passOn, about: 'Starts a test run.' },
  'n8n-nodes-base.start': { ...passOn, about: 'Starts a test run.' },
  'n8n-nodes-base.errorTrigger': { ...passOn, about: 'Starts a run when another fails.' },
  '@n8n/n8n-nodes-langchain.manualChatTrigger': { ...passOn, about: 'Starts a test run with a message.' },
  '@n8n/n8n-nodes-langchain.chatTrigger': { ...passOn, about: 'Starts a test run with a message.' },
  'n8n-nodes-base.dateTime': { ...dateTime, about: 'All operations of both versions.' },
  'n8n-nodes-base.crypto': { ...crypto, about: 'Hash, hmac, sign, generate. Encrypting and decrypting are not run.' },
  'n8n-nodes-base.html': { ...html, about: 'Templates, extraction by selectors, tables.' },
  'n8n-nodes-base.htmlExtract': { ...htmlExtract, about: 'Extraction by selectors.' },
  'n8n-nodes-base.xml': { ...xml, about: 'To JSON and back, with all options.' },
  'n8n-nodes-base.markdown': {
    ...markdown,
    about: 'To HTML and back; patterns in its options are taken as plain text.',
  },
  'n8n-nodes-base.convertToFile': {
    ...convertToFile,
    about:
      'CSV, HTML, JSON, text, base64, simple events; UTF-8, UTF-16, Latin-1. Spreadsheets of other kinds are not written.',
  },
  'n8n-nodes-base.extractFromFile': {
    ...extractFromFile,
    about:
      'CSV, HTML tables, JSON, text, XML, base64; UTF-8, UTF-16, Latin-1. Spreadsheets, PDF, RTF and calendars are not read.',
  },
  'n8n-nodes-base.code': {
    ...code,
    about: 'JavaScript, for all items or each. No modules and no requests; Python is not run.',
  },
  'n8n-nodes-base.function': { ...functionNode, about: 'JavaScript without modules and requests.' },
  'n8n-nodes-base.functionItem': { ...functionItem, about: 'JavaScript without modules and requests.' },
  'n8n-nodes-base.jwt': { ...jwt, about: 'Sign, verify, decode.' },
  'n8n-nodes-base.dataTable': { ...dataTable, about: 'All operations on rows and tables of the instance.' },
  'n8n-nodes-base.set': { ...setFields, about: 'All versions: typed fields, JSON, dot notation, what is included.' },
  'n8n-nodes-base.merge': { ...merge, about: 'All modes of all versions but the SQL query.' },
  'n8n-nodes-base.splitOut': { ...splitOut, about: 'All options.' },
  'n8n-nodes-base.aggregate': { ...aggregate, about: 'All options.' },
  'n8n-nodes-base.sort': { ...sort, about: 'Fields, random, code.' },
  'n8n-nodes-base.removeDuplicates': {
    ...removeDuplicates,
    about: 'Of the input, and across executions; the scope is always the node.',
  },
  'n8n-nodes-base.summarize': { ...summarize, about: 'All aggregations and options.' },
  'n8n-nodes-base.itemLists': { ...itemLists, about: 'All operations of all versions.' },
  'n8n-nodes-base.renameKeys': { ...renameKeys, about: 'By name and by pattern.' },
  'n8n-nodes-base.compareDatasets': { ...compareDatasets, about: 'All versions and options.' },
  'n8n-nodes-base.limit': { ...limit, about: 'All options.' },
}

const HTTP_REQUEST = 'n8n-nodes-base.httpRequest'

/** Whether a node does not run truly, or asks over HTTP: a test gives it a mock. Triggers of services are among them. */
export const callsSomeone = ({ type, disabled }: Node): boolean =>
  disabled !== true && (type === HTTP_REQUEST || nodeTypeOf(type) === undefined)

/** What a type of node does; `undefined` where it calls a service. */
export const nodeTypeOf = (type: string | undefined): NodeType | undefined =>
  type !== undefined && Object.hasOwn(NODE_TYPES, type) ? NODE_TYPES[type] : undefined
