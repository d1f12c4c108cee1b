import type { Item, NodeItem } from '../../core/model/run-data.ts'
import { bareFailure } from './stop-and-error.ts'
import { type NodeContext, NodeFailure, type NodeType } from './tools/node-context.ts'
import { nameOf, objectOf, textOf } from './tools/parameters.ts'
import { readXml, type XmlOptions } from './tools/xml-reader.ts'
import { writeXml, type XmlWriteOptions } from './tools/xml-writer.ts'

/**
 * XML: to JSON and back. An item that fails is left out where the node goes on; where an empty document then fails the
 * node, what it passes on has the errors in place of these items.
 */
export const xml: NodeType = {
  run(context) {
    const mode = textOf(context, 'mode', 0, 'xmlToJson')
    const isReading = mode === 'xmlToJson'
    if (!isReading && mode !== 'jsonToxml') {
      const isMade = String(context.stored('mode')).startsWith('=')
      if (isMade && context.onError !== 'stop') return { main: [[]] }
      throw unknownMode(isMade, mode)
    }
    const name = nameOf(context, 'dataPropertyName', 0, 'data')
    const options = optionsOf(context)
    const made: NodeItem[] = []
    const input = [...context.items]
    for (const [at, { json }] of context.items.entries()) {
      context.checkTime()
      try {
        made.push(isReading ? toJson(context, json, name, options, at) : toXml(context, json, name, options, at))
      } catch (error) {
        if (!(error instanceof NodeFailure) || context.onError === 'stop') throw error
        input[at] = { json: { error: error.message }, pairedItem: { item: at } }
      }
    }
    if (made.some(({ json }) => json === null)) throw emptyFailure(context, input)
    return { main: [made] }
  },
}

/** Of a mode that is not known the service has no parameters, unless an expression made it. */
function unknownMode(isMade: boolean, mode: string): NodeFailure {
  return new NodeFailure(
    isMade ? `The operation "${mode}" is not known!` : 'Could not get parameter "dataPropertyName"',
  )
}

/** An item without JSON fails its node where items are looked at for errors, and else the whole run. */
function emptyFailure({ onError }: NodeContext, input: NodeItem[]): NodeFailure {
  if (onError === 'errorOutput') {
    const message = "Cannot read properties of null (reading 'error')"
    return new NodeFailure(message, { whole: { message, stack: `TypeError: ${message}` }, input })
  }
  const message = "Cannot read properties of null (reading '$error')"
  return new NodeFailure(message, { whole: { message, stack: `TypeError: ${message}` }, isOfRun: true })
}

const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype']

function optionsOf(context: NodeContext): Record<string, unknown> {
  const options = { ...objectOf(context, 'options', 0) }
  for (const [name, label] of [
    ['attrkey', 'Attribute Key'],
    ['charkey', 'Character Key'],
  ] as const) {
    if (options[name] === undefined) continue
    options[name] = String(options[name])
    if (!FORBIDDEN_KEYS.includes(String(options[name]))) continue
    throw new NodeFailure(`The "${label}" option value "${options[name]}" is not allowed`)
  }
  return options
}

/** An empty document is null. */
function toJson(context: NodeContext, json: Item, name: string, given: Record<string, unknown>, at: number): NodeItem {
  const value = json[name]
  if (value === undefined)
    throw new NodeFailure(`Item has no JSON property called "${name}"`, { context: { itemIndex: at } })
  if (value === null) throw bareFailure("Cannot read properties of null (reading 'toString')")
  const options: XmlOptions = { mergeAttrs: true, explicitArray: false, ...given }
  return { json: parsed(String(value), options, context) as Item }
}

function parsed(text: string, options: XmlOptions, context: NodeContext): unknown {
  try {
    return readXml(text, options, () => context.checkTime())
  } catch (error) {
    context.checkTime()
    throw bareFailure(error instanceof Error ? error.message : String(error))
  }
}

function toXml(context: NodeContext, json: Item, name: string, options: XmlWriteOptions, at: number): NodeItem {
  return { json: { [name]: written(context, json, options) }, pairedItem: { item: at } }
}

function written(context: NodeContext, json: Item, options: XmlWriteOptions): string {
  try {
    return writeXml(json, options, () => context.checkTime())
  } catch (error) {
    context.checkTime()
    throw bareFailure(error instanceof Error ? error.message : String(error))
  }
}
