import { isRecord } from '../../core/base/is-record.ts'
import type { Item, NodeItem } from '../../core/model/run-data.ts'
import { bareFailure } from './stop-and-error.ts'
import { forEachItem, type NodeContext, NodeFailure, type NodeType } from './tools/node-context.ts'
import { objectOf, textOf } from './tools/parameters.ts'
import { readXml, type XmlOptions } from './tools/xml-reader.ts'
import { writeXml, type XmlWriteOptions } from './tools/xml-writer.ts'

/** XML: to JSON and back. */
export const xml: NodeType = {
  async run(context) {
    const isReading = textOf(context, 'mode', 0, 'xmlToJson') === 'xmlToJson'
    return { main: [await forEachItem(context, (item, at) => (isReading ? toJson : toXml)(context, item, at))] }
  },
}

function toJson(context: NodeContext, { json }: NodeItem, at: number): NodeItem {
  const name = textOf(context, 'dataPropertyName', at, 'data')
  const text = json[name]
  if (text === undefined)
    throw new NodeFailure(`Item has no JSON property called "${name}"`, { context: { itemIndex: at } })
  const options: XmlOptions = { mergeAttrs: true, explicitArray: false, ...objectOf(context, 'options', at) }
  const made = parsed(String(text), options, context)
  if (made === null) throw bareFailure("Cannot read properties of null (reading '$error')")
  return { json: isRecord(made) ? made : {}, pairedItem: { item: at } }
}

function parsed(text: string, options: XmlOptions, context: NodeContext): unknown {
  try {
    return readXml(text, options, () => context.checkTime())
  } catch (error) {
    context.checkTime()
    throw bareFailure(error instanceof Error ? error.message : String(error))
  }
}

function toXml(context: NodeContext, { json }: NodeItem, at: number): NodeItem {
  const name = textOf(context, 'dataPropertyName', at, 'data')
  const text = written(context, json, objectOf(context, 'options', at))
  return { json: { [name]: text }, pairedItem: { item: at } }
}

function written(context: NodeContext, json: Item, options: XmlWriteOptions): string {
  try {
    return writeXml(json, options, () => context.checkTime())
  } catch (error) {
    context.checkTime()
    throw bareFailure(error instanceof Error ? error.message : String(error))
  }
}
