import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { NodeItem } from '../../core/model/run-data.ts'
import { ExpressionFailure } from './failure.ts'
import { answerIntl, dateText } from './host-intl.ts'
import {
  hasMainInput,
  isBefore,
  noSuchItem,
  notConnected,
  notExecuted,
  outputTo,
  pairedItemOf,
  unknownNode,
} from './paired-items.ts'
import type { NodeScope } from './scope.ts'

/** Characters of JSON that are handed over at once where many items are read one after the other. */
const PART = 64 * 1024

type Source = { input: number } | { node: string; branch: number; run: number }

/** Further questions, which the realm itself answers. */
export interface Hooks {
  evaluate(text: string, itemIndex: number): unknown
  /** The message of an error of the language, as the service's engine words it. */
  message(text: string, line: number, column: number): string
}

/**
 * Answers what the library of a realm asks while an expression or Code runs. It reads the run and nothing else.
 *
 * @throws ExpressionFailure in the words of the service
 */
export function answer(question: string, given: unknown[], scope: NodeScope, hooks: Hooks): unknown {
  const [first, second, third] = given
  switch (question) {
    case 'items':
      return itemsOf(first as Source, Number(second), scope)
    case 'node':
      return factOf(given, scope)
    case 'paired': {
      const found = pairedItemOf(scope, String(first), Number(second), String(third))
      return found && { node: found.node, branch: found.output, run: found.run, at: found.at }
    }
    case 'variables':
      return scope.run.variables
    case 'customData':
      return customData(given, scope.run.customData)
    case 'staticData':
      return staticData(given, scope)
    case 'evaluate':
      return hooks.evaluate(String(first), Number(second))
    case 'message':
      return hooks.message(String(first), Number(second), Number(third))
    case 'extra':
      return scope.extra?.[String(first)]
    case 'waited':
      scope.run.now += Number(first)
      return undefined
    case 'log':
      return scope.run.log(String(first))
    case 'hash':
      return hashOf(String(first), String(second))
    case 'text':
      return textOf(String(first), String(second), third)
    case 'bytes':
      return bytesOf(String(first), String(second), String(third) as BufferEncoding)
    case 'url':
      return urlOf(String(first))
    case 'intl':
      return answerIntl(given)
    case 'date':
      return dateText(String(first), Number(second), third, given[3])
    default:
      throw new ExpressionFailure({ message: `Unknown question: ${question}` })
  }
}

/** The items of an input, or of an output of a node that has run. */
function listOf(source: Source, scope: NodeScope): readonly NodeItem[] {
  if ('input' in source) return scope.inputs[source.input] ?? []
  const { run } = scope
  const { node, run: runIndex } = source
  if (!run.nodes.has(node)) throw unknownNode(node, 0)
  const runs = run.runData.get(node)
  if (!runs?.length) throw notExecuted(node, 0)
  const found = runs[runIndex < 0 ? runs.length - 1 : runIndex]
  if (!found) throw new ExpressionFailure({ message: `Run ${runIndex} of node "${node}" not found` })
  const branch = source.branch < 0 ? outputTo(scope, node) : source.branch
  const outputs = found.data?.main ?? []
  if (branch >= outputs.length && outputs.length > 0)
    throw new ExpressionFailure({ message: `Node "${node}" has no branch with index ${branch}.` })
  return outputs[branch] ?? []
}

/** The item that is asked for, and some of those behind it: `{ length, from, items }`. */
function itemsOf(source: Source, at: number, scope: NodeScope) {
  const list = listOf(source, scope)
  const from = Math.max(0, at)
  const texts: string[] = []
  let length = 0
  for (let index = from; index < list.length && length < PART; index++) {
    const text = JSON.stringify(shown(list[index] as NodeItem))
    length += text.length
    texts.push(text)
  }
  return new Raw(`{"length":${list.length},"from":${from},"items":[${texts.join()}]}`)
}

/** Items of the first input, from one on, as `items` answers: handed over with what reads them. */
export const inputItems = (scope: NodeScope, at: number): string => itemsOf({ input: 0 }, at, scope).text

/** JSON already. */
export class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const shown = ({ json, binary, pairedItem, error, index }: NodeItem) => ({ json, binary, pairedItem, error, index })

function factOf([name, fact, given, more]: unknown[], scope: NodeScope): unknown {
  const node = String(name)
  const found = scope.run.nodes.get(node)
  if (!found) throw unknownNode(node, 0)
  const runs = scope.run.runData.get(node)
  switch (fact) {
    case 'exists':
      return undefined
    case 'isExecuted':
      return Boolean(runs?.length)
    case 'parameters':
      return found.parameters ?? {}
    case 'context':
      return scope.contextOf(node)
    case 'noSuchItem':
      throw noSuchItem(node, Number(given), Number(more))
    case 'runIndex':
      return Math.max(0, (runs?.length ?? 1) - 1)
    case 'hasItem': {
      const list = listOf({ node, branch: -1, run: -1 }, scope)
      if (hasMainInput(scope) && !isBefore(scope, node)) throw notConnected(scope, node, Number(given))
      if (Number(given) < list.length) return undefined
      throw noSuchItem(node, list.length, Number(given))
    }
    default:
      return undefined
  }
}

function customData([action, key, value]: unknown[], all: Record<string, string>): unknown {
  if (action === 'getAll') return all
  if (typeof key !== 'string') return undefined
  if (action === 'get') return Object.hasOwn(all, key) ? all[key] : undefined
  // the service leaves out what it cannot store
  if (!/^[\w-]+$/.test(key) || !['string', 'number', 'boolean'].includes(typeof value)) return undefined
  if (Object.hasOwn(all, key) || Object.keys(all).length < 10) all[key.slice(0, 50)] = String(value).slice(0, 512)
  return undefined
}

function staticData([action, kind, value]: unknown[], { run, node }: NodeScope): unknown {
  const key = kind === 'global' ? 'global' : `node:${node.name}`
  if (action === 'set') run.staticData[key] = value as Record<string, unknown>
  return run.staticData[key]
}

function hashOf(name: string, text: string): string {
  return createHash(name === 'sha3' ? 'sha3-512' : name)
    .update(text)
    .digest('hex')
}

function textOf(action: string, text: string, given: unknown): string {
  if (action === 'toBase64') return Buffer.from(text).toString('base64')
  // characters outside base64 are skipped, also in the middle
  if (action === 'fromBase64') return Buffer.from(text.replace(/[^\w+/-]/g, ''), 'base64').toString()
  const locale = given as string | undefined
  return action === 'toLocaleUpperCase' ? text.toLocaleUpperCase(locale) : text.toLocaleLowerCase(locale)
}

/** Bytes are texts of one sign a byte. */
function bytesOf(action: string, text: string, encoding: BufferEncoding): string {
  return action === 'encode'
    ? Buffer.from(text, 'latin1').toString(encoding)
    : Buffer.from(text, encoding).toString('latin1')
}

function urlOf(text: string): unknown {
  if (!URL.canParse(text)) return undefined
  const { pathname } = new URL(text)
  return { pathname }
}
