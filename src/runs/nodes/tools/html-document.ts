import type { Document } from 'domhandler'
import { parse } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { NodeFailure } from './node-context.ts'

/** What selects and shows elements takes time by their number and their depth: larger documents would hold the run. */
const MAX_LENGTH = 4 * 1024 * 1024
const MAX_ELEMENTS = 20_000
const MAX_DEPTH = 200

/** A page of HTML. @throws NodeFailure where it is too large */
export function readHtml(text: string): Document {
  if (text.length > MAX_LENGTH) throw new NodeFailure(`The HTML is longer than ${MAX_LENGTH} characters`)
  const document: Document = parse(text, { treeAdapter: adapter })
  let level: Document['children'] = document.children
  let count = 0
  for (let depth = 0; level.length > 0; depth++) {
    count += level.length
    if (depth > MAX_DEPTH) throw new NodeFailure(`The HTML nests deeper than ${MAX_DEPTH} elements`)
    if (count > MAX_ELEMENTS) throw new NodeFailure(`The HTML has more than ${MAX_ELEMENTS} elements and texts`)
    level = level.flatMap(node => ('children' in node ? node.children : []))
  }
  return document
}
