import { isRecord } from '../base/is-record.ts'

/** A value with further fields, and without others. Where the path of a field leads nowhere, nothing changes. */
export function changeFields(
  value: unknown,
  added: Readonly<Record<string, unknown>>,
  missing: readonly string[],
): unknown {
  const changed = structuredClone(value)
  for (const path of missing) each(changed, stepsOf(path), (holder, name) => delete holder[name])
  for (const [path, field] of Object.entries(added)) {
    each(changed, stepsOf(path), (holder, name) => {
      if (!Object.hasOwn(holder, name)) setField(holder, name, structuredClone(field))
    })
  }
  return changed
}

/** A field that is called `__proto__` is a field as well. */
const setField = (holder: Record<string, unknown>, name: string, value: unknown) =>
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true })

/** `data[].name` as `data`, `[]`, `name`. */
const stepsOf = (path: string): string[] => path.split('.').flatMap(part => part.split(/(?=\[\])/))

function each(
  value: unknown,
  steps: readonly string[],
  change: (holder: Record<string, unknown>, name: string) => void,
) {
  const [step, ...rest] = steps
  if (step === undefined) return
  if (step === '[]') {
    if (Array.isArray(value)) for (const item of value) each(item, rest, change)
    return
  }
  if (!isRecord(value)) return
  if (rest.length === 0) change(value, step)
  else if (Object.hasOwn(value, step)) each(value[step], rest, change)
}
