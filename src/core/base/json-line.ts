import { type Node, parseTree } from 'jsonc-parser'

/**
 * The lines, from 1, in which values begin; of one that is missing, the line of what is nearest around it.
 *
 * @param text JSON
 * @param places each by its keys from the outermost value on
 * @example
 * linesOf('{\n"a": [1,\n2]}', [['a', '1']]) // [3]
 */
export function linesOf(text: string, places: readonly (readonly string[])[]): number[] {
  const tree = parseTree(text)
  const offsets = places.map(keys => (tree ? offsetOf(tree, keys) : 0))
  const lines = lineNumbers(text, offsets)
  return offsets.map(offset => lines.get(offset) ?? 1)
}

function offsetOf(tree: Node, keys: readonly string[]): number {
  let node = tree
  for (const key of keys) {
    const inner = partOf(node, key)
    if (!inner) break
    node = inner
  }
  return node.offset
}

/** Of a repeated key the last: `JSON.parse` takes its value. */
function partOf({ type, children }: Node, key: string): Node | undefined {
  if (type === 'array') return /^\d+$/.test(key) ? children?.[Number(key)] : undefined
  return children?.findLast(({ children: [name] = [] }) => name?.value === key)?.children?.[1]
}

/** Offset → line. Reads the text once. */
function lineNumbers(text: string, offsets: readonly number[]): Map<number, number> {
  const lines = new Map<number, number>()
  let line = 1
  let next = text.indexOf('\n')
  for (const offset of offsets.toSorted((a, b) => a - b)) {
    for (; next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) line++
    lines.set(offset, line)
  }
  return lines
}
