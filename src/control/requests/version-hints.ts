import { once } from '../../core/base/once.ts'
import { BASE, type Operation } from '../../core/http/operation.ts'
import { pathOf } from '../../core/http/path.ts'
import { createRouting } from '../../core/http/routing.ts'
import type { Version } from '../../core/http/version.ts'
import type { RequestEntry } from './request-log.ts'
import { refusedFields, shownNames } from './request-warnings.ts'

/** What a request may have that its instance's version does not know. */
export type Asked = Pick<RequestEntry, 'method' | 'url' | 'operation' | 'isCall' | 'unknownFields' | 'sentValue'>

/**
 * Names the version that has the path, the method, a parameter or a field of a request which this one does not have.
 * `undefined` for a request that has nothing unknown.
 */
export type VersionHints = (asked: Asked) => Promise<string[]> | undefined

/** @param versions what loads the other versions, the newest first: each is loaded when it is first asked */
export function createVersionHints(versions: readonly (() => Promise<Version>)[]): VersionHints {
  const others = versions.map(load =>
    once(async () => {
      const { name, operations } = await load()
      return { name, routing: createRouting(operations, BASE) }
    }),
  )

  async function hintsFor(asked: Asked, parameters: readonly string[]): Promise<string[]> {
    const { method, operation, url, sentValue } = asked
    const path = operation ? BASE + operation.path : pathOf(url).name
    const hints: string[] = []
    let [left, fields] = [parameters, asked.unknownFields]
    for (const other of others) {
      const { name, routing } = await other()
      const found = routing.find(path)?.get(method)
      if (!found) continue
      const what = `${method} ${found.path}`
      if (!operation) return [hint(name, what)]
      const has = (parameter: string) => Object.hasOwn(found.query?.properties ?? {}, parameter)
      const known = left.filter(has)
      if (known.length > 0) hints.push(hint(name, `${counted('query parameter', known)} of ${what}`))
      left = left.filter(parameter => !known.includes(parameter))
      const refused = new Set(fields.length > 0 ? refusedBy(found, sentValue) : [])
      const taken = fields.filter(field => !refused.has(field))
      if (taken.length > 0) hints.push(hint(name, `${counted('field', taken)} in the body of ${what}`))
      fields = fields.filter(field => !taken.includes(field))
      if (left.length + fields.length === 0) break
    }
    return hints
  }

  return asked => {
    const { operation, isCall, url, unknownFields: fields } = asked
    if (isCall) return undefined
    if (!operation) return pathOf(url).name.toLowerCase().startsWith(`${BASE}/`) ? hintsFor(asked, []) : undefined
    const parameters = url.includes('?') ? unknownParameters(operation, pathOf(url).search) : NONE
    return parameters.length + fields.length > 0 ? hintsFor(asked, parameters) : undefined
  }
}

const NONE: readonly string[] = []

function refusedBy({ body }: Operation, value: unknown): string[] {
  if (!body) return []
  const { readOnly, unknown } = refusedFields(body.schema, value)
  return [...readOnly, ...unknown]
}

/** A client may send thousands of names. */
const MAX_NAMES = 100

function unknownParameters({ query }: Operation, search: string): string[] {
  const known = query?.properties ?? {}
  const names = new Set<string>()
  for (const name of new URLSearchParams(search).keys()) {
    if (!Object.hasOwn(known, name)) names.add(name)
    if (names.size >= MAX_NAMES) break
  }
  return [...names]
}

const counted = (what: string, names: readonly string[]) =>
  `the ${what}${names.length === 1 ? '' : 's'} ${shownNames(names)}`

const hint = (version: string, what: string) => `${version} has ${what}: start with --profile ${version}`
