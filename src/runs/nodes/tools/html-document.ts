import { select } from 'cheerio-select'
import { type AnyNode, type Document, type Element, isTag } from 'domhandler'
import * as domutils from 'domutils'
import { Parser } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { NodeFailure } from './node-context.ts'

/** What selects and shows elements takes time by their number and their depth: larger documents would hold the run. */
const MAX_LENGTH = 4 * 1024 * 1024
const MAX_ELEMENTS = 20_000
const MAX_DEPTH = 200

/** Characters that are read at once: an element of many attributes takes time by the square of their number. */
const READ_AT_ONCE = 16 * 1024

/**
 * A page of HTML.
 *
 * @param checkTime throws when no time is left
 * @throws NodeFailure where it is too large
 */
export function readHtml(text: string, checkTime: () => void): Document {
  if (text.length > MAX_LENGTH) throw new NodeFailure(`The HTML is longer than ${MAX_LENGTH} characters`)
  const document = parsed(text, checkTime)
  let level: Document['children'] = document.children
  let count = 0
  for (let depth = 0; level.length > 0; depth++) {
    count += level.length
    if (depth > MAX_DEPTH) throw new NodeFailure(`The HTML nests deeper than ${MAX_DEPTH} elements`)
    if (count > MAX_ELEMENTS) throw tooManyElements()
    level = level.flatMap(node => ('children' in node ? node.children : []))
  }
  return document
}

function parsed(text: string, checkTime: () => void): Document {
  let elements = 0
  const treeAdapter: typeof adapter = {
    ...adapter,
    // elements that are not closed are made again in each that follows
    createElement(...given) {
      if (++elements > MAX_ELEMENTS) throw tooManyElements()
      return adapter.createElement(...given)
    },
  }
  const parser = new Parser({ treeAdapter })
  for (let at = 0; at < text.length; at += READ_AT_ONCE) {
    checkTime()
    parser.tokenizer.write(text.slice(at, at + READ_AT_ONCE), false)
  }
  parser.tokenizer.write('', true)
  return parser.document
}

const tooManyElements = () => new NodeFailure(`The HTML has more than ${MAX_ELEMENTS} elements and texts`)

/** Places of what was found, and after them elements beside it: each of them is listed for each that was found. */
const PLACES = /:(?:first|last|eq|gt|lt|even|odd|nth)(?![\w-])/i
const MAX_BESIDE = 2000

/** Steps of a search between which the time is looked at. */
const STEPS = 200

/**
 * The elements that a selector finds. `* ~ * ~ *` looks at each element for each other one.
 *
 * @param checkTime throws when no time is left
 * @throws Error for an invalid selector
 */
export function elementsAt(selector: string, root: AnyNode, checkTime: () => void): Element[] {
  const beside = Math.max(selector.lastIndexOf('~'), selector.lastIndexOf('+'), 0)
  if (
    PLACES.test(selector.slice(0, beside)) &&
    domutils.find(isTag, [root], true, MAX_BESIDE + 1).length > MAX_BESIDE
  ) {
    throw new Error(`The selector ${selector} is not run on HTML of more than ${MAX_BESIDE} elements`)
  }
  let steps = 0
  const counting =
    <G extends unknown[], R>(step: (...given: G) => R) =>
    (...given: G): R => {
      if (++steps % STEPS === 0) checkTime()
      return step(...given)
    }
  const adapter = {
    ...domutils,
    isTag: counting(domutils.isTag) as typeof isTag,
    getName: counting(domutils.getName),
    getText: counting(domutils.getText),
    hasAttrib: counting(domutils.hasAttrib),
    getAttributeValue: counting(domutils.getAttributeValue),
  }
  return select(selector, root, { adapter }).filter(isTag)
}
