import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree } from 'jsonc-parser'
import { keysOf } from './json-pointer.ts'

/** An operation of a JSON patch (RFC 6902). */
export type PatchOperation =
  | { op: 'replace' | 'add'; path: string; value: unknown }
  | { op: 'move'; from: string; path: string }
  | { op: 'remove'; path: string }

/**
 * Changes a JSON text by a patch; what it does not name stays as it is written. `undefined` where the patch does not fit.
 *
 * @example
 * patchedText('{ "a": 1 }', [{ op: 'replace', path: '/a', value: 2 }]) // '{ "a": 2 }'
 */
export function patchedText(text: string, patch: readonly PatchOperation[]): string | undefined {
  let patched = text
  for (const operation of patch) {
    const next = patchedOnce(patched, operation)
    if (next === undefined) return undefined
    patched = next
  }
  return patched
}

function patchedOnce(text: string, operation: PatchOperation): string | undefined {
  if (operation.op === 'move') {
    const root = parseTree(text)
    const source = root && findNodeAtLocation(root, placeOf(text, operation.from))
    if (!source || (root && findNodeAtLocation(root, placeOf(text, operation.path)))) return undefined
    // the name alone changes, where the value stays in its object
    if (source.parent?.type === 'property' && isBeside(operation.from, operation.path)) {
      const [key] = source.parent.children ?? []
      if (!key) return undefined
      const name = JSON.stringify(keysOf(operation.path).at(-1))
      return text.slice(0, key.offset) + name + text.slice(key.offset + key.length)
    }
    const removed = edited(text, operation.from, undefined)
    return removed === undefined ? undefined : edited(removed, operation.path, getNodeValue(source))
  }
  const root = parseTree(text)
  const found = root && findNodeAtLocation(root, placeOf(text, operation.path))
  if (operation.op !== 'add' && !found) return undefined
  return edited(text, operation.path, operation.op === 'remove' ? undefined : operation.value)
}

const isBeside = (from: string, path: string) =>
  from.slice(0, from.lastIndexOf('/')) === path.slice(0, path.lastIndexOf('/'))

function edited(text: string, path: string, value: unknown): string | undefined {
  try {
    return applyEdits(text, modify(text, placeOf(text, path), value, { formattingOptions: indentOf(text) }))
  } catch {
    // a place inside of what is no object or list
    return undefined
  }
}

/** The keys of a pointer, those of lists as numbers. */
function placeOf(text: string, pointer: string): (string | number)[] {
  let node = parseTree(text)
  return keysOf(pointer).map(key => {
    const place = node?.type === 'array' ? Number(key) : key
    node = node && findNodeAtLocation(node, [place])
    return place
  })
}

function indentOf(text: string) {
  const [, indent = '  '] = /\n([ \t]+)/.exec(text) ?? []
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.startsWith('\t') ? 1 : indent.length, eol: '\n' }
}
