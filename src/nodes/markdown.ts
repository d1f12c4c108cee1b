import { NodeHtmlMarkdown, type NodeHtmlMarkdownOptions } from 'node-html-markdown'
import showdown from 'showdown'
import { isRecord, recordsOf } from '../base/is-record.ts'
import type { NodeItem } from '../model/run-data.ts'
import { namesIn, setAt } from './field-path.ts'
import { forEachItem, type NodeContext, NodeFailure, type NodeType } from './node-context.ts'
import { objectOf, textOf } from './parameters.ts'
import { bareFailure } from './stop-and-error.ts'

/** Markdown: to HTML and back, with all options but patterns of their own, which no engine here could end. */
export const markdown: NodeType = {
  async run(context) {
    const isToHtml = textOf(context, 'mode', 0, 'htmlToMarkdown') === 'markdownToHtml'
    const made = await forEachItem(context, (item, at): NodeItem => {
      const text = isToHtml ? toHtml(context, at) : toMarkdown(context, at)
      const json = { ...item.json }
      setAt(json, textOf(context, 'destinationKey', at, 'data'), text)
      return { json, ...(item.binary ? { binary: item.binary } : {}), pairedItem: { item: at } }
    })
    return { main: [made] }
  },
}

/** Both libraries look for the end of each mark: longer texts would hold the run. */
const MAX_LENGTH = 1024 * 1024

function shortText(context: NodeContext, parameter: string, at: number): string {
  const text = context.parameter(parameter, at, '')
  if (typeof text !== 'string') throw bareFailure('text.replace is not a function')
  if (text.length > MAX_LENGTH)
    throw new NodeFailure(`The text of '${parameter}' is longer than ${MAX_LENGTH} characters`)
  return text
}

function toHtml(context: NodeContext, at: number): string {
  const options = objectOf(context, 'options', at)
  const converter = new showdown.Converter()
  converter.setFlavor('vanilla')
  for (const [name, value] of Object.entries(options)) {
    if (
      ['customizedHeaderId', 'disableForced4SpacesIndentedSublists'].includes(name) ||
      name in showdown.getDefaultOptions(true)
    ) {
      converter.setOption(name, value as never)
    }
  }
  return converter.makeHtml(shortText(context, 'markdown', at))
}

function toMarkdown(context: NodeContext, at: number): string {
  const given = objectOf(context, 'options', at)
  const options: Record<string, unknown> = {}
  for (const name of COPIED) if (given[name] !== undefined) options[name] = given[name]
  if (typeof given.ignore === 'string') options.ignore = namesIn(given.ignore)
  if (typeof given.blockElements === 'string') options.blockElements = namesIn(given.blockElements)
  const replacements = recordsOf(isRecord(given.textReplace) ? given.textReplace.values : given.textReplace)
  if (replacements.length > 0) {
    options.textReplace = replacements.map(({ pattern, replacement }): [RegExp, string] => [
      literalPattern(String(pattern ?? '')),
      String(replacement ?? ''),
    ])
  }
  return NodeHtmlMarkdown.translate(shortText(context, 'html', at), options as Partial<NodeHtmlMarkdownOptions>)
}

const COPIED = [
  'bulletMarker',
  'codeFence',
  'emDelimiter',
  'strongDelimiter',
  'codeBlockStyle',
  'maxConsecutiveNewlines',
  'useLinkReferenceDefinitions',
  'keepDataImages',
]

const literalPattern = (text: string) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g')
