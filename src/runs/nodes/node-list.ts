import type { Node } from '../../core/model/workflow.ts'
import { storedExclusion } from './excluded-modes.ts'

/**
 * Every type of node that runs here, with a sentence for the documentation: what runs truly, and which modes do not; those
 * count as calling a service. Any other type calls a service. How they run is in `node-types.ts`, which only the worker of
 * runs loads: that is most of the code there is.
 */
export const NODE_LIST = {
  'n8n-nodes-base.httpRequest':
    'Built up to the wire and answered by http mocks; nothing is sent. Without an answer it calls a service.',
  'n8n-nodes-base.if': 'All operators of both forms, strict and loose types.',
  'n8n-nodes-base.filter': 'All operators of both forms, strict and loose types.',
  'n8n-nodes-base.switch': 'Rules and expression in all versions, all matching outputs, fallback.',
  'n8n-nodes-base.splitInBatches': 'Loop Over Items, all versions, with reset.',
  'n8n-nodes-base.wait': 'All ways to wait; times pass at once where they are short.',
  'n8n-nodes-base.executeWorkflow':
    'Workflows of the instance, once or for each item, with inputs. Those of a file, a URL or a parameter are not run.',
  'n8n-nodes-base.executeWorkflowTrigger': 'With its inputs, an example, or all data.',
  'n8n-nodes-base.respondToWebhook': 'All kinds of answers; streaming answers come at once.',
  'n8n-nodes-base.stopAndError': 'Messages and objects.',
  'n8n-nodes-base.executionData': 'Kept with the execution.',
  'n8n-nodes-base.debugHelper': 'Errors and nothing; random data and memory are not made.',
  'n8n-nodes-base.noOp': 'Passes items on.',
  'n8n-nodes-base.stickyNote': 'Does nothing.',
  'n8n-nodes-base.webhook': 'Starts a run with a call.',
  'n8n-nodes-base.formTrigger': 'Starts a run with a form.',
  'n8n-nodes-base.scheduleTrigger': 'Starts a run by the clock.',
  'n8n-nodes-base.cron': 'Starts a run by the clock.',
  'n8n-nodes-base.interval': 'Starts a run by the clock.',
  'n8n-nodes-base.manualTrigger': 'Starts a test run.',
  'n8n-nodes-base.start': 'Starts a test run.',
  'n8n-nodes-base.errorTrigger': 'Starts a run when another fails.',
  '@n8n/n8n-nodes-langchain.manualChatTrigger': 'Starts a test run with a message.',
  '@n8n/n8n-nodes-langchain.chatTrigger': 'Starts a test run with a message.',
  'n8n-nodes-base.dateTime': 'All operations of both versions.',
  'n8n-nodes-base.crypto': 'Hash, hmac, sign, generate. Encrypting and decrypting are not run.',
  'n8n-nodes-base.html': 'Templates, extraction by selectors, tables.',
  'n8n-nodes-base.htmlExtract': 'Extraction by selectors.',
  'n8n-nodes-base.xml': 'To JSON and back, with all options.',
  'n8n-nodes-base.markdown': 'To HTML and back; patterns in its options are taken as plain text.',
  'n8n-nodes-base.convertToFile':
    'CSV, HTML, JSON, text, base64, simple events; UTF-8, UTF-16, Latin-1. Spreadsheets of other kinds are not written.',
  'n8n-nodes-base.moveBinaryData': 'JSON and text to a file and back; UTF-8, UTF-16, Latin-1, base64.',
  'n8n-nodes-base.extractFromFile':
    'CSV, HTML tables, JSON, text, XML, base64; UTF-8, UTF-16, Latin-1. Spreadsheets, PDF, RTF and calendars are not read.',
  'n8n-nodes-base.code': 'JavaScript, for all items or each. No modules and no requests; Python is not run.',
  'n8n-nodes-base.function': 'JavaScript without modules and requests.',
  'n8n-nodes-base.functionItem': 'JavaScript without modules and requests.',
  'n8n-nodes-base.jwt': 'Sign, verify, decode.',
  'n8n-nodes-base.dataTable': 'All operations on rows and tables of the instance.',
  'n8n-nodes-base.set': 'All versions: typed fields, JSON, dot notation, what is included.',
  'n8n-nodes-base.merge': 'All modes of all versions but the SQL query.',
  'n8n-nodes-base.splitOut': 'All options.',
  'n8n-nodes-base.aggregate': 'All options.',
  'n8n-nodes-base.sort': 'Fields, random, code.',
  'n8n-nodes-base.removeDuplicates': 'Of the input, and across executions; the scope is always the node.',
  'n8n-nodes-base.summarize': 'All aggregations and options.',
  'n8n-nodes-base.itemLists': 'All operations of all versions.',
  'n8n-nodes-base.renameKeys': 'By name and by pattern.',
  'n8n-nodes-base.compareDatasets': 'All versions and options.',
  'n8n-nodes-base.limit': 'All options.',
} as const

export type ListedNode = keyof typeof NODE_LIST

/** Whether a type of node runs here. */
export const runsHere = (type: string | undefined): type is ListedNode =>
  type !== undefined && Object.hasOwn(NODE_LIST, type)

const HTTP_REQUEST = 'n8n-nodes-base.httpRequest'

/**
 * Whether a test gives a node a mock: it does not run truly, or not with its parameters, or asks over HTTP. Triggers of
 * services are among them.
 */
export const needsMock = (node: Node): boolean =>
  node.disabled !== true && (node.type === HTTP_REQUEST || !runsHere(node.type) || storedExclusion(node) !== undefined)
