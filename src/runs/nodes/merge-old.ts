import type { NodeItem } from '../../core/model/run-data.ts'
import { counted, pairsOf } from './tools/combine-items.ts'
import { valueAt } from './tools/field-path.ts'
import type { NodeContext } from './tools/node-context.ts'
import { textOf } from './tools/parameters.ts'

/** Version 1 of Merge: fields of the second input replace those of the first, also whole objects. */
export function mergeOld(context: NodeContext): NodeItem[] {
  const [first, second] = [[...(context.inputs[0] ?? [])], [...(context.inputs[1] ?? [])]]
  switch (textOf(context, 'mode', 0, 'append')) {
    case 'append':
      return [...first, ...second]
    case 'mergeByIndex':
      return byIndex(first, second, textOf(context, 'join', 0, 'left'))
    case 'multiplex':
      return first.flatMap(left => second.map(right => counted(context, withoutFiles(both(left, right)))))
    case 'passThrough':
      return textOf(context, 'output', 0, 'input1') === 'input2' ? second : first
    case 'wait':
      return [{ json: {}, pairedItem: first.flatMap(pairsOf) }]
    default:
      return byKey(context, first, second)
  }
}

const withoutFiles = ({ binary: _, ...rest }: NodeItem): NodeItem => rest

const both = (left: NodeItem, right: NodeItem): NodeItem => {
  const binary = left.binary || right.binary ? { ...left.binary, ...right.binary } : undefined
  return {
    json: { ...left.json, ...right.json },
    ...(binary ? { binary } : {}),
    pairedItem: [...pairsOf(left), ...pairsOf(right)],
  }
}

function byIndex(first: NodeItem[], second: NodeItem[], join: string): NodeItem[] {
  const length =
    join === 'inner'
      ? Math.min(first.length, second.length)
      : join === 'left'
        ? first.length
        : Math.max(first.length, second.length)
  return Array.from({ length }, (_, at) => {
    const [left, right] = [first[at], second[at]]
    return left && right ? both(left, right) : (left ?? right ?? { json: {} })
  })
}

/** Keys are compared as text; of several items of the second input with a key, the last counts. */
function byKey(context: NodeContext, first: NodeItem[], second: NodeItem[]): NodeItem[] {
  const [name1, name2] = [textOf(context, 'propertyName1', 0), textOf(context, 'propertyName2', 0)]
  const mode = textOf(context, 'mode', 0)
  if (name1 === '' || name2 === '') return mode === 'keepKeyMatches' ? [] : first
  const others = new Map<string, NodeItem>()
  for (const item of second) {
    const key = valueAt(item.json, name2)
    if (key) others.set(String(key), item)
  }
  const overwrite = textOf(context, 'overwrite', 0, 'always')
  return first.flatMap((item): NodeItem[] => {
    context.checkTime()
    const key = valueAt(item.json, name1)
    const isComparable = key === null || typeof key === 'string' || typeof key === 'number'
    if (!isComparable) return mode === 'removeKeyMatches' ? [item] : []
    const other = others.get(String(key))
    if (mode === 'keepKeyMatches') return other ? [item] : []
    if (mode === 'removeKeyMatches') return other ? [] : [item]
    return [other ? withFields(item, other, name2, overwrite) : item]
  })
}

function withFields(item: NodeItem, other: NodeItem, key: string, overwrite: string): NodeItem {
  const json = { ...item.json }
  for (const [name, value] of Object.entries(other.json)) {
    if (name === key) continue
    const known = json[name]
    const isBlank = known === undefined || known === null || known === ''
    if (overwrite === 'always' || (overwrite === 'blank' ? isBlank : known === undefined)) json[name] = value
  }
  return { ...item, json }
}
