import { NodeHtmlMarkdown, type NodeHtmlMarkdownOptions } from 'node-html-markdown'
import { NodeFailure } from './node-context.ts'

type Translators = NodeHtmlMarkdown['translators']
type Translator = Exclude<ReturnType<Translators['get']>, undefined>
type Config = Exclude<Translator, (...given: never[]) => unknown>

/** The most characters that a page may have as Markdown: cells are padded, and lines of nested quotes get longer and longer. */
const MAX_CHARACTERS = 16 * 1024 * 1024
/** Of the library. */
const DEFAULT_NEWLINES = 3
/** The parser looks for the end of each comment: the most characters that it may look at in vain, about a second. */
const MAX_SOUGHT = 1_000_000_000
/** The most consecutive newlines for which the library's own pattern is used: its time doubles with each. */
const MOST_OF_PATTERN = 5
/** As in the library, whose own takes quadratic time for a long number. */
const LINE_START_ESCAPE: [RegExp, string] = [
  /^(\s*?)((?:\+\s)|(?:[=>-])|(?:#{1,6}\s))|(?:(?<!\d)(\d+)(\.\s))/gm,
  '$1$3\\$2$4',
]

/**
 * Translates HTML as the service's library does. The library takes quadratic time for some pages and has no place where it
 * could be interrupted, so the methods that it calls for each element look at the time.
 *
 * @param checkTime throws where the time is over
 * @throws NodeFailure where the Markdown or a replaced text would be too long, or too many comments have no end
 */
export function htmlToMarkdown(html: string, options: Partial<NodeHtmlMarkdownOptions>, checkTime: () => void): string {
  checkComments(html)
  const most = Number(options.maxConsecutiveNewlines ?? DEFAULT_NEWLINES)
  const isOfPattern = Number.isInteger(most) && most > 0 && most <= MOST_OF_PATTERN
  const library = new NodeHtmlMarkdown({
    lineStartEscape: LINE_START_ESCAPE,
    ...withBoundedGrowth(options),
    maxConsecutiveNewlines: isOfPattern ? most : 0,
  })
  for (const name of COLLECTIONS) Object.assign(library, { [name]: withChecks(library[name], checkTime) })
  const elements: { appendChild: unknown } = elementPrototype()
  const append = elements.appendChild as (child: unknown) => unknown
  elements.appendChild = function (child: unknown) {
    checkTime()
    return append.call(this, child)
  }
  let isWhole = false
  try {
    const made = library.translate(html)
    isWhole = true
    return isOfPattern ? made : withFewerNewlines(made, most)
  } finally {
    elements.appendChild = append
    // a parser that was stopped would begin the next page where it stopped; one that ends begins at the beginning
    if (!isWhole) NodeHtmlMarkdown.translate('<p></p>')
  }
}

const PAIRS = ['lineStartEscape', 'globalEscape'] as const

/** A replacement can repeat the text around it: a few of them, one after the other, would make more than memory holds. */
function withBoundedGrowth(options: Partial<NodeHtmlMarkdownOptions>): Partial<NodeHtmlMarkdownOptions> {
  let left = MAX_CHARACTERS
  const bounded = ([pattern, replacement]: readonly [unknown, string]): [RegExp, string] => {
    const repeats = replacement.split('$').length - 1
    const replacer = {
      [Symbol.replace](text: string) {
        if (repeats * text.length + replacement.length > left)
          throw new NodeFailure(`The replaced texts of 'html' are longer than ${MAX_CHARACTERS} characters`)
        const made = text.replace(String(pattern), replacement)
        left -= Math.max(0, made.length - text.length)
        return made
      },
    }
    // the library hands it to `replace`, which takes any object that can
    return [replacer as unknown as RegExp, replacement]
  }
  const { textReplace } = options
  const made: Partial<NodeHtmlMarkdownOptions> = {
    ...options,
    ...(textReplace && { textReplace: textReplace.map(bounded) }),
  }
  for (const name of PAIRS) if (options[name]) Object.assign(made, { [name]: bounded(options[name]) })
  return made
}

/** Leaves the last newlines of each run of them, as the library does; what is no number of newlines leaves all. */
function withFewerNewlines(text: string, most: number): string {
  if (!Number.isInteger(most) || most <= 0) return text
  return text.replace(/\r?\n\s*/g, space => {
    const lines = space.split('\n')
    return lines.length - 1 > most ? `\n${lines.slice(-most).join('\n')}` : space
  })
}

function checkComments(html: string) {
  const rest = html.slice(html.lastIndexOf('-->') + 1)
  if (rest.length * (rest.split('<!--').length - 1) <= MAX_SOUGHT) return
  throw new NodeFailure("The text of 'html' has too many comments without an end")
}

const COLLECTIONS = [
  'translators',
  'codeBlockTranslators',
  'aTagTranslators',
  'tableTranslators',
  'tableRowTranslators',
  'tableCellTranslators',
] as const

let prototype: { appendChild: unknown } | undefined

/** The prototype of the elements of the library's parser, which it does not export. */
function elementPrototype(): { appendChild: unknown } {
  if (prototype) return prototype
  const find = ({ node }: { node: object }) => {
    prototype = Object.getPrototypeOf(node)
    return {}
  }
  NodeHtmlMarkdown.translate('<p>a</p>', {}, { p: find })
  if (!prototype) throw new TypeError('The parser of node-html-markdown has no elements')
  return prototype
}

const withChecks = (translators: Translators, checkTime: () => void): Translators =>
  new Proxy(translators, {
    get(target, tag: keyof Translators) {
      checkTime()
      const translator = target[tag] as unknown as Translator | undefined
      if (typeof translator === 'object') return checked(translator, tag, checkTime)
      if (typeof translator !== 'function' || tag !== tag.toUpperCase()) return translator
      return Object.assign((...given: Parameters<typeof translator>) => checked(translator(...given), tag, checkTime), {
        base: translator.base,
      })
    },
  })

function checked(config: Config, tag: string, checkTime: () => void): Config {
  const { postprocess } = config
  if (!postprocess) return config
  return {
    ...config,
    postprocess(given) {
      checkTime()
      const length = tag === 'TABLE' ? lengthOfTable(given.content) : given.content.length
      if (length > MAX_CHARACTERS)
        throw new NodeFailure(`The Markdown of 'html' is longer than ${MAX_CHARACTERS} characters`)
      return postprocess(given)
    },
  }
}

/** How long a table gets at the most: each row has all columns, each cell is as long as the longest of its column. */
function lengthOfTable(content: string): number {
  const widths: number[] = []
  let rows = 1
  for (const line of content.split(/[\r\n]+/)) {
    rows++
    for (const [at, cell] of line.split(' |').entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length)
  }
  return rows * widths.reduce((sum, width) => sum + width + ' | '.length, 0)
}
