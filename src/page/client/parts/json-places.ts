import { type Node, type ParseError, parseTree } from 'jsonc-parser'

/** Text that is not JSON, and the offset of its first mistake. */
export class JsonMistake extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

/**
 * Parses JSON, and finds where its parts are in the text.
 *
 * @returns `offsetOf(['nodes', '0'])`: where that begins, or the nearest part around it that exists; `keyOffsetOf`: where
 *   its name begins
 * @throws JsonMistake
 */
export function readJson(text: string): {
  value: unknown
  offsetOf: (path: string[]) => number
  keyOffsetOf: (path: string[]) => number
} {
  const value = parse(text)
  let tree: Node | undefined
  const nodesTo = (path: string[]) => {
    tree ??= parseTree(text)
    return tree ? nodesAlong(tree, path) : []
  }
  const offsetOf = (path: string[]) => nodesTo(path).at(-1)?.offset ?? 0
  return {
    value,
    offsetOf,
    keyOffsetOf(path) {
      // the first node is the whole value
      const property = nodesTo(path)[path.length]?.parent
      return property?.type === 'property' ? property.offset : offsetOf(path)
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const errors: ParseError[] = []
    parseTree(text, errors, { disallowComments: true })
    const offset = errors[0]?.offset ?? 0
    const found = text.slice(offset, offset + 1)
    throw new JsonMistake(found === '' ? 'The text ends too early' : `Unexpected: ${found}`, offset)
  }
}

/** The nodes that a path leads through, as far as they exist. */
function nodesAlong(tree: Node, path: string[]): Node[] {
  const nodes = [tree]
  for (const name of path) {
    const inner = partOf(nodes.at(-1) ?? tree, name)
    if (!inner) break
    nodes.push(inner)
  }
  return nodes
}

/** Of a repeated key the last: `JSON.parse` takes its value. */
function partOf({ type, children }: Node, name: string): Node | undefined {
  if (type === 'array') return children?.[Number(name)]
  return children?.findLast(property => property.children?.[0]?.value === name)?.children?.[1]
}

/** The line and column of an offset, both from 1. */
export function lineOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}
