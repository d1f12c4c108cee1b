import type { Item } from './item.ts'

/** A value that is known without running code; `undefined` where only code gives it. */
export type Known = { value: unknown } | undefined

const REFERENCE =
  /^=\s*\{\{\s*\$json((?:\s*\??\.\s*[A-Za-z_$][\w$]*|\s*\[\s*(?:"[^"\\]*"|'[^'\\]*'|\d+)\s*\])*)\s*\}\}\s*$/
const STEP = /\.\s*([A-Za-z_$][\w$]*)|\[\s*(?:"([^"\\]*)"|'([^'\\]*)'|(\d+))\s*\]/g

/**
 * What a parameter is for an item: a literal is itself, and an expression that only names a field of the item
 * (`={{ $json.body.id }}`) is that field.
 */
export function literalOf(parameter: unknown, item: Item): Known {
  if (typeof parameter !== 'string' || !parameter.startsWith('=')) return { value: parameter }
  if (!parameter.includes('{{')) return { value: parameter.slice(1) }
  const path = REFERENCE.exec(parameter)?.[1]
  if (path === undefined) return undefined
  let value: unknown = item
  for (const [, name, quoted, single, index] of path.matchAll(STEP)) {
    value = fieldOf(value, name ?? quoted ?? single ?? index ?? '')
  }
  return { value }
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}
