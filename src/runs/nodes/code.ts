import { isRecord } from '../../core/base/is-record.ts'
import type { NodeItem } from '../../core/model/run-data.ts'
import { CodeFailure } from '../expressions/failure.ts'
import { excludedMode } from './excluded-modes.ts'
import { bareFailure } from './stop-and-error.ts'
import { type NodeContext, NodeFailure, type NodeResult, type NodeType } from './tools/node-context.ts'

/** Code: JavaScript, for all items at once or for each. Python is not run. */
export const code: NodeType = {
  async run(context): Promise<NodeResult> {
    const language = context.stored('language') ?? 'javaScript'
    if (!LANGUAGES.includes(String(language))) throw bareFailure(`Unsupported language: ${language}`)
    const excluded = excludedMode(context.node.type, path => context.stored(path))
    if (excluded !== undefined) return { callsService: excluded }
    const text = String(context.stored('jsCode') ?? '')
    const mode = context.stored('mode') ?? 'runOnceForAllItems'
    if (mode !== 'runOnceForAllItems' && mode !== 'runOnceForEachItem')
      throw new NodeFailure('Could not get parameter "jsCode"')
    if (mode === 'runOnceForEachItem') return { main: [await runForEach(context, text)] }
    return { main: [await runForAll(context, text)] }
  },
}

const LANGUAGES = ['javaScript', 'python', 'pythonNative']

/** Function, the older Code: has the items, returns items. */
export const functionNode: NodeType = {
  async run(context): Promise<NodeResult> {
    const text = String(context.stored('functionCode') ?? '')
    try {
      const made = await context.runCode({ code: text, for: 'items', dialect: 'function' })
      return { main: [oldItems(made)] }
    } catch (error) {
      return { main: [[{ json: itemOf(error, context, 0).json }]] }
    }
  },
}

/** Function Item: has the JSON of an item, returns that of another. */
export const functionItem: NodeType = {
  async run(context): Promise<NodeResult> {
    const text = String(context.stored('functionCode') ?? '')
    const made: NodeItem[] = []
    for (const [itemIndex, item] of context.items.entries()) {
      context.checkTime()
      try {
        const json = await context.runCode({ code: text, for: 'item', itemIndex, dialect: 'functionItem' })
        if (json === undefined)
          throw new NodeFailure('No data got returned. Always an object has to be returned!', {
            context: { itemIndex },
          })
        const { binary } = item
        // a function has no JSON
        const plain = (typeof json === 'function' ? {} : json) as NodeItem['json']
        made.push({ json: plain, pairedItem: { item: itemIndex }, ...(binary ? { binary } : {}) })
      } catch (error) {
        made.push(itemOf(error, context, itemIndex))
      }
    }
    return { main: [made] }
  },
}

async function runForAll(context: NodeContext, text: string): Promise<NodeItem[]> {
  if (text === '') throw failureOf(new CodeFailure({ message: 'Unknown error', isUnknown: true }), context).failure
  let returned: unknown
  try {
    returned = await context.runCode({ code: text, for: 'items', dialect: 'code' })
  } catch (error) {
    // the service pairs it as it does any item that does not say what it was made from
    return [{ json: itemOf(error, context, 0).json }]
  }
  const items = itemsOf(returned)
  const [only] = items
  // one item alone is paired with the first, however many there are
  return only && items.length === 1 && only.pairedItem === undefined ? [{ ...only, pairedItem: { item: 0 } }] : items
}

async function runForEach(context: NodeContext, text: string): Promise<NodeItem[]> {
  const made: NodeItem[] = []
  for (const itemIndex of context.items.keys()) {
    context.checkTime()
    checkMethods(text, itemIndex)
    let returned: unknown
    try {
      returned = await context.runCode({ code: text, for: 'item', itemIndex, dialect: 'code' })
    } catch (error) {
      made.push(itemOf(error, context, itemIndex))
      continue
    }
    if (returned !== undefined && returned !== null) made.push(eachItemOf(returned, itemIndex))
  }
  return made
}

const NOT_ITEMS = "Code doesn't return items properly"
const AN_ARRAY = 'Please return an array of objects, one for each item you would like to output.'
const RESERVED =
  'An output item contains the reserved key <code>json</code>. To get around this, please wrap each item in an object, under a key called <code>json</code>. <a href="https://docs.n8n.io/data/data-structure/#data-structure" target="_blank">Example</a>'
const ONLY_FOR_ALL = "This is only available in 'Run Once for All Items' mode"

/** Fields that an item has beside its JSON. */
const FIELDS = new Set([
  ...['json', 'binary', 'pairedItem', 'error', 'index', 'metadata', 'sendMessage', 'executionStatus', 'evaluationData'],
])

/** What code for all items may return: items, or objects that become the JSON of items; one, or a list. */
function itemsOf(returned: unknown): NodeItem[] {
  if (returned === null) return []
  if (typeof returned !== 'object') throw invalid(NOT_ITEMS, AN_ARRAY)
  if (!Array.isArray(returned)) {
    const item = 'json' in (returned as object) ? (returned as NodeItem) : { json: returned as NodeItem['json'] }
    return checked([item])
  }
  if (!returned.every(isRecord)) throw invalid(NOT_ITEMS, AN_ARRAY)
  if (!returned.some(item => 'json' in item || 'binary' in item)) return returned.map(json => ({ json }))
  for (const [itemIndex, item] of returned.entries()) {
    const unknown = Object.keys(item).find(name => !FIELDS.has(name))
    if (unknown === undefined) continue
    if ('json' in item) throw invalid(`Invalid output format [item ${itemIndex}]`, RESERVED, itemIndex)
    const description = 'Access the properties of an item under `.json`, e.g. `item.json`'
    throw invalid(`Unknown top-level item key: ${unknown} [item ${itemIndex}]`, description, itemIndex)
  }
  return checked(returned.map(item => ({ ...item, json: 'json' in item ? item.json : {} }) as NodeItem))
}

/** What code for one item may return: an item, or an object that becomes its JSON. It is paired with that item. */
function eachItemOf(returned: unknown, itemIndex: number): NodeItem {
  // a function has no JSON
  const plain = typeof returned === 'function' ? {} : returned
  if (!isRecord(plain)) throw notAnObject('json', itemIndex)
  const item = 'json' in plain || 'binary' in plain ? onlyFields(plain) : { json: plain }
  const [made] = checked([{ ...item, json: 'json' in item ? item.json : {} } as NodeItem], itemIndex)
  return { ...(made as NodeItem), pairedItem: { item: itemIndex } }
}

const onlyFields = (item: object): NodeItem =>
  Object.fromEntries(Object.entries(item).filter(([name]) => FIELDS.has(name))) as unknown as NodeItem

function checked(items: NodeItem[], first = 0): NodeItem[] {
  for (const [index, item] of items.entries()) {
    if (!isRecord(item.json)) throw notAnObject('json', first + index)
    if (item.binary !== undefined && !isRecord(item.binary)) throw notAnObject('binary', first + index)
  }
  return items
}

const notAnObject = (field: string, itemIndex: number) =>
  invalid(
    `A '${field}' property isn't an object [item ${itemIndex}]`,
    `In the returned data, every key named '${field}' must point to an object.`,
    itemIndex,
  )

/** An error of what was returned: it fails the node, whatever the node does with errors of its code. */
function invalid(message: string, description: string, itemIndex?: number, more: Record<string, unknown> = {}) {
  const at = itemIndex === undefined ? {} : { itemIndex, context: { itemIndex } }
  return new NodeFailure(message, {
    description,
    whole: {
      level: 'info',
      shouldReport: false,
      description,
      tags: {},
      ...at,
      ...more,
      message,
      stack: `Error: ${message}`,
    },
  })
}

/** Code for each item may not ask for all of them: the service looks for it in the text. */
function checkMethods(text: string, itemIndex: number) {
  const plain = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, comment => comment.replace(/[^\n]/g, ' '))
  const found = /\$input\.(first|last|all|itemMatching)\b/.exec(plain)
  if (!found) return
  const lineNumber = plain.slice(0, found.index).split('\n').length
  const message = `Can't use .${found[1]}() here [line ${lineNumber}, for item ${itemIndex}]`
  throw invalid(message, ONLY_FOR_ALL, itemIndex, { lineNumber })
}

/** The item that stands for a failure of code. @throws NodeFailure where the node stops on errors, or the error is unknown */
function itemOf(error: unknown, context: NodeContext, itemIndex: number): NodeItem {
  const failure = failureOf(error, context)
  if (context.onError === 'stop' || failure.isUnknown) throw failure.failure
  return { json: { error: failure.failure.message }, pairedItem: { item: itemIndex } }
}

function failureOf(error: unknown, { now, runIndex }: NodeContext): { failure: NodeFailure; isUnknown: boolean } {
  if (error instanceof NodeFailure) return { failure: error, isUnknown: false }
  if (!(error instanceof CodeFailure)) throw error
  const { line, description, failure, isUnknown = false } = error.details
  const name = 'WrappedExecutionError'
  const message = line === undefined ? error.message : `${error.message} [line ${line}]`
  const usual = { level: 'info', shouldReport: false }
  const stack = `${name}: ${message}`
  const whole = failure
    ? {
        ...usual,
        ...(failure.description === undefined ? {} : { description: failure.description }),
        tags: {},
        name,
        timestamp: now,
        context: { runIndex, itemIndex: 0, ...failure.context },
        message,
        stack,
      }
    : {
        ...usual,
        ...(isUnknown ? {} : { description: description ?? null }),
        tags: {},
        name,
        ...(line === undefined ? {} : { lineNumber: line }),
        message,
        stack,
      }
  return { failure: new NodeFailure(message, { whole }), isUnknown }
}

/** Function returns items, or objects that become the JSON of items; one, or a list. */
function oldItems(returned: unknown): NodeItem[] {
  const items = normalizedItems(returned)
  for (const { json, binary } of items as { json: unknown; binary?: unknown }[]) {
    if (json === undefined) throw new NodeFailure('All returned items have to contain a property named "json"!')
    if (json === null) throw new NodeFailure('Cannot convert undefined or null to object')
    if (typeof json !== 'object') throw new NodeFailure('The json-property has to be an object!')
    if (binary !== undefined && !isRecord(binary)) throw new NodeFailure('The binary-property has to be an object!')
  }
  return items
}

function normalizedItems(returned: unknown): NodeItem[] {
  if (returned === undefined || returned === null || typeof returned !== 'object') {
    const method = returned === null ? 'json' : 'every'
    throw new NodeFailure(
      returned === undefined || returned === null
        ? `Cannot read properties of ${returned} (reading '${method}')`
        : 'executionData.every is not a function',
    )
  }
  const list: unknown[] = Array.isArray(returned)
    ? returned
    : [isRecord(returned) && returned.json ? returned : { json: returned }]
  if (list.includes(null)) throw new NodeFailure("Cannot use 'in' operator to search for 'json' in null")
  const holders = list.filter(item => isRecord(item) && 'json' in item)
  if (holders.length === list.length) return list as NodeItem[]
  const files = list.filter(item => isRecord(item) && 'binary' in item)
  if (holders.length > 0 || (files.length > 0 && files.length < list.length)) {
    throw new NodeFailure('Inconsistent item format')
  }
  if (files.length === 0) return list.map(json => ({ json })) as NodeItem[]
  return (files as NodeItem[]).map(({ binary, ...json }) => ({ json, binary })) as NodeItem[]
}
