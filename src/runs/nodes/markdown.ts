import type { NodeHtmlMarkdownOptions } from 'node-html-markdown'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { NodeItem } from '../../core/model/run-data.ts'
import { bareFailure } from './stop-and-error.ts'
import { copyOf, namesIn, setAt } from './tools/field-path.ts'
import { readHtml } from './tools/html-document.ts'
import { htmlToMarkdown } from './tools/html-to-markdown.ts'
import { forEachItem, type NodeContext, NodeFailure, type NodeType, withoutPair } from './tools/node-context.ts'
import { nameOf, objectOf, textOf } from './tools/parameters.ts'

/** Markdown: to HTML and back; patterns in its options are taken as plain text. */
export const markdown: NodeType = {
  async run(context) {
    const mode = textOf(context, 'mode', 0, 'htmlToMarkdown')
    const isToHtml = mode === 'markdownToHtml'
    if (!isToHtml && mode !== 'htmlToMarkdown') return { main: [[]] }
    const pages = isToHtml ? await htmlOf(context) : undefined
    const made = await forEachItem(context, (item, at): NodeItem => {
      const page = pages?.[at]
      if (page instanceof NodeFailure) throw page
      const json = copyOf(item.json)
      const value = isToHtml ? (page ?? context.parameter('markdown', at)) : toMarkdown(context, at)
      setAt(json, nameOf(context, 'destinationKey', at, 'data'), value)
      return { json }
    })
    return { main: [made.map(withoutPair)] }
  },
}

const MAX_LENGTH = 1024 * 1024

function givenText(context: NodeContext, parameter: string, at: number): string {
  const text = context.parameter(parameter, at, '')
  if (typeof text !== 'string') throw bareFailure('text.replace is not a function')
  if (text.length <= MAX_LENGTH) return text
  throw new NodeFailure(`The text of '${parameter}' is longer than ${MAX_LENGTH} characters`)
}

/**
 * The HTML of all items, made in the engine: the patterns that read Markdown may run away, and end there with the run. Why
 * an item has none is in its place; what is empty stays as it is.
 */
async function htmlOf(context: NodeContext): Promise<(string | NodeFailure | undefined)[]> {
  const { SHOWDOWN } = await import('./tools/markdown-library.ts')
  const given = context.items.map((_, at) => {
    try {
      if (!context.parameter('markdown', at)) return undefined
      return { text: givenText(context, 'markdown', at), options: objectOf(context, 'options', at) }
    } catch (error) {
      if (!(error instanceof NodeFailure)) throw error
      return error
    }
  })
  const made = await context.runCode({
    code: `const { Converter } = ${SHOWDOWN}
return ${JSON.stringify(given.filter(each => each !== undefined && !(each instanceof NodeFailure)))}.map(({ text, options }) => {
  const converter = new Converter()
  for (const [name, value] of Object.entries(options)) converter.setOption(name, value)
  return { json: { html: converter.makeHtml(text) } }
})`,
    for: 'items',
    dialect: 'function',
  })
  const pages = recordsOf(made).map(({ json }) => String(isRecord(json) ? json.html : ''))
  return given.map(each => (each === undefined || each instanceof NodeFailure ? each : (pages.shift() ?? '')))
}

function toMarkdown(context: NodeContext, at: number): unknown {
  const given = objectOf(context, 'options', at)
  const options: Record<string, unknown> = {}
  for (const name of COPIED) if (given[name] !== undefined) options[name] = given[name]
  for (const name of TEXTS) if (given[name] !== undefined) options[name] = String(given[name])
  for (const name of ['ignore', 'blockElements']) {
    if (!given[name]) continue
    if (typeof given[name] !== 'string') throw bareFailure(`options.${name}.split is not a function`)
    options[name] = namesIn(given[name])
  }
  const pairOf = ({ pattern, replacement }: Record<string, unknown>) => [String(pattern), String(replacement)]
  for (const name of ['lineStartEscape', 'globalEscape']) {
    const { value } = isRecord(given[name]) ? given[name] : {}
    if (isRecord(value) && Object.keys(value).length > 0) options[name] = pairOf(value)
  }
  const replacements = recordsOf(isRecord(given.textReplace) ? given.textReplace.values : given.textReplace)
  if (replacements.length > 0) options.textReplace = replacements.map(pairOf)
  const html = context.parameter('html', at)
  if (html === undefined || html === null) throw bareFailure('Cannot convert undefined or null to object')
  if (typeof html === 'number' || typeof html === 'boolean') return {}
  const translated = (text: string) => {
    readHtml(text, () => context.checkTime())
    try {
      return htmlToMarkdown(text, options as Partial<NodeHtmlMarkdownOptions>, () => context.checkTime())
    } catch (error) {
      // the library makes a pattern of a delimiter
      throw error instanceof SyntaxError ? bareFailure(NO_DELIMITER) : error
    }
  }
  if (typeof html === 'string') return translated(givenText(context, 'html', at))
  return Object.fromEntries(Object.entries(html).map(([name, page]) => [name, translated(pageText(page))]))
}

/** A page of several, which are an object or a list. */
function pageText(page: unknown): string {
  if (page === null || page === undefined) throw bareFailure(`Cannot read properties of ${page} (reading 'length')`)
  const text = String(page)
  if (text.length <= MAX_LENGTH) return text
  throw new NodeFailure(`A text of 'html' is longer than ${MAX_LENGTH} characters`)
}

/** Why an empty delimiter is refused, in the words of the service's runtime. */
const NO_DELIMITER = 'Invalid regular expression: /([^\\\\])\\/gm: \\ at end of pattern'
const COPIED = ['maxConsecutiveNewlines', 'useLinkReferenceDefinitions', 'keepDataImages']
const TEXTS = ['bulletMarker', 'codeFence', 'emDelimiter', 'strongDelimiter', 'codeBlockStyle']
