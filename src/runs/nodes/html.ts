import { select } from 'cheerio-select'
import render from 'dom-serializer'
import { type AnyNode, type Document, type Element, isTag } from 'domhandler'
import { textContent } from 'domutils'
import { convert } from 'html-to-text'
import type { Item, NodeItem } from '../../core/model/run-data.ts'
import { bareFailure } from './stop-and-error.ts'
import { bytesOf } from './tools/binary-file.ts'
import { namesIn, valueAt } from './tools/field-path.ts'
import { elementsAt, readHtml } from './tools/html-document.ts'
import { htmlTable } from './tools/html-table.ts'
import { forEachItem, type NodeContext, NodeFailure, type NodeType } from './tools/node-context.ts'
import { entriesOf, flagOf, textOf } from './tools/parameters.ts'

/** HTML: templates, extraction by selectors, and tables. */
export const html: NodeType = {
  async run(context) {
    switch (textOf(context, 'operation', 0, 'generateHtmlTemplate')) {
      case 'extractHtmlContent':
        return { main: [await extracted(context)] }
      case 'convertToHtmlTable':
        return { main: [[htmlTable(context)]] }
      case 'generateHtmlTemplate':
        return { main: [await forEachItem(context, (_, at) => templateItem(context, at))] }
      default:
        return { main: [[]] }
    }
  },
}

/** HTML Extract: what became an operation of HTML. */
export const htmlExtract: NodeType = { run: async context => ({ main: [await extracted(context)] }) }

/** The text may have expressions, whether it begins with `=` or not. */
function templateItem(context: NodeContext, at: number): NodeItem {
  const stored = context.stored('html')
  const pairedItem = { item: at }
  if (typeof stored !== 'string' || stored.startsWith('='))
    return { json: { html: textOf(context, 'html', at) }, pairedItem }
  const made = filled(stored, expression => {
    context.checkTime()
    const value = String(context.evaluate(`=${expression}`, at, 'html'))
    context.countOutput(value.length)
    return value
  })
  return { json: { html: made }, pairedItem }
}

/** A text whose expressions are replaced. A pattern would look for the end of each `{{` up to the end of the text. */
function filled(text: string, evaluate: (expression: string) => string): string {
  let made = ''
  let at = 0
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', at)) {
    const close = text.indexOf('}}', open + 2)
    if (close < 0) break
    made += text.slice(at, open) + evaluate(text.slice(open, close + 2))
    at = close + 2
  }
  return made + text.slice(at)
}

const HTML_EXTRACT = 'n8n-nodes-base.htmlExtract'

/** Later versions show text as a reader would see it. */
const isPlainText = ({ node, typeVersion }: NodeContext) => node.type === HTML_EXTRACT || typeVersion <= 1.1

async function extracted(context: NodeContext): Promise<NodeItem[]> {
  return forEachItem(context, async (_, at) => {
    const sources = await sourcesOf(context, at)
    return sources.map(source => ({ json: extractedFields(context, source, at), pairedItem: { item: at } }))
  })
}

async function sourcesOf(context: NodeContext, at: number): Promise<string[]> {
  const name = textOf(context, 'dataPropertyName', at, 'data')
  if (textOf(context, 'sourceData', at, 'json') === 'binary') {
    return [Buffer.from(await bytesOf(context, at, name)).toString('utf8')]
  }
  const isDotted = context.node.type === HTML_EXTRACT || context.typeVersion > 1
  const found = valueAt(context.items[at]?.json, name, isDotted)
  if (found === undefined) throw new NodeFailure(`No property named "${name}" exists!`, { context: { itemIndex: at } })
  const pages: unknown[] = Array.isArray(found) ? found : [found]
  return pages.map(page => {
    if (page === null || page === undefined) throw bareFailure('cheerio.load() expects a string')
    if (typeof page !== 'number' && typeof page !== 'boolean') return String(page)
    throw bareFailure(`Cannot create property 'prev' on ${typeof page} '${page}'`)
  })
}

function extractedFields(context: NodeContext, source: string, at: number): Item {
  if (context.parameter('extractionValues.values', at) === undefined) {
    throw bareFailure('extractionValues.values is not iterable')
  }
  const document = readHtml(source, () => context.checkTime())
  const made: Item = {}
  for (const { key, cssSelector, returnValue, returnArray, attribute, skipSelectors } of entriesOf(
    context,
    'extractionValues.values',
    at,
  )) {
    context.checkTime()
    const elements = selected(context, String(cssSelector ?? ''), document)
    const read = (found: Element | undefined) => {
      const value = readValue(context, found, String(returnValue ?? 'text'), String(attribute ?? ''), skipSelectors)
      return value === undefined ? value : cleaned(context, value, at)
    }
    const isWholeText = isPlainText(context) && (returnValue ?? 'text') === 'text' && returnArray !== true
    const value = isWholeText
      ? cleaned(context, textContent(elements), at) || undefined
      : returnArray === true
        ? elements.map(element => read(element) ?? null)
        : read(elements[0])
    // the last value of a key counts, also where it is missing
    if (value === undefined) delete made[String(key ?? '')]
    else made[String(key ?? '')] = value
  }
  return made
}

function selected(context: NodeContext, selector: string, document: Document): Element[] {
  try {
    return elementsAt(selector, document, () => context.checkTime())
  } catch (error) {
    context.checkTime()
    throw bareFailure(error instanceof Error ? error.message : String(error))
  }
}

/** @throws NodeFailure for all attributes of an element, which are no text */
function cleaned<T extends string | Record<string, string>>(context: NodeContext, value: T, at: number) {
  const isTrimmed = flagOf(context, 'options.trimValues', at, context.node.type === HTML_EXTRACT)
  const isCleaned = flagOf(context, 'options.cleanUpText', at)
  if (!isTrimmed && !isCleaned) return value
  if (typeof value !== 'string') throw bareFailure(`value.${isTrimmed ? 'trim' : 'replace'} is not a function`)
  const trimmed = isTrimmed ? value.trim() : value
  if (!isCleaned) return trimmed
  return trimmed
    .trim()
    .replace(/[\r\n]+/g, '')
    .replace(/\s+/g, ' ')
}

function readValue(
  context: NodeContext,
  element: Element | undefined,
  kind: string,
  attribute: string,
  skipSelectors: unknown,
): string | Record<string, string> | undefined {
  switch (kind) {
    case 'attribute':
      return attribute === '' ? element && { ...element.attribs } : element?.attribs[attribute]
    case 'html':
      return element && innerHtml(element)
    case 'value':
      return element && formValue(element)
    default: {
      if (isPlainText(context)) return (element && textContent(element)) || undefined
      const skipped = namesIn(skipSelectors).map(selector => ({ selector, format: 'skip' }))
      return convert(element ? innerHtml(element) : '', { selectors: skipped })
    }
  }
}

const innerHtml = (element: Element) => render(element.children as AnyNode[], { encodeEntities: 'utf8' })

function formValue(element: Element): string | undefined {
  const { value } = element.attribs
  if (element.name === 'textarea') return textContent(element)
  if (element.name === 'option') return value ?? textContent(element)
  if (element.name !== 'select') return value
  const chosen = select('option[selected]', element).filter(isTag)
  // of several options the service joins what is shown
  if (element.attribs.multiple !== undefined) return chosen.map(option => textContent(option)).join(',')
  const last = chosen.at(-1)
  const [first] = select('option', element).filter(isTag)
  const shown = last ?? first
  return shown && (shown.attribs.value ?? textContent(shown))
}
