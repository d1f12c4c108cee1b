import { isRecord } from '../../core/base/is-record.ts'
import { readJson } from '../../core/base/read-json.ts'
import type { NodeItem } from '../../core/model/run-data.ts'
import { isWholeItem } from '../trials/mocks.ts'

/**
 * Items as a case names them: each by its JSON, or whole, with `json` and `binary`. A file may be expected by its `text`,
 * `base64` or `json` beside what an item says of it.
 *
 * @example
 * itemsAs([{ json: { id: 1 }, binary: { data: { text: 'a,b' } } }], items)
 */
export function itemsAs(expected: unknown, items: readonly NodeItem[]): unknown[] {
  return items.map((item, at) => {
    const wanted = Array.isArray(expected) ? expected[at] : undefined
    return isWholeItem(wanted) ? wholeItem(item) : item.json
  })
}

/** The JSON of an item as it is written for a case: wrapped, where it reads as a whole item. */
export const writtenItem = ({ json }: NodeItem): unknown => (isWholeItem(json) ? { json } : json)

const wholeItem = ({ binary, ...item }: NodeItem) => ({
  ...item,
  ...(binary
    ? { binary: Object.fromEntries(Object.entries(binary).map(([name, file]) => [name, withText(file)])) }
    : {}),
})

function withText(file: unknown): unknown {
  if (!isRecord(file) || typeof file.data !== 'string') return file
  const { data } = file
  const text = () => Buffer.from(data, 'base64').toString()
  // read where a case names them
  return Object.defineProperties(
    { ...file },
    { base64: { get: () => data }, text: { get: text }, json: { get: () => readJson(text()) } },
  )
}
