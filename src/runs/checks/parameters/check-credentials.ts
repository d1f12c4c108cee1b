import { isRecord } from '../../../core/base/is-record.ts'
import type { KnownNode } from './known-workflow.ts'
import { shownName } from './node-values.ts'
import { oneOf, type Remark } from './remark.ts'
import { isShown } from './shown.ts'

/** A credential of another type than the node takes with its parameters, while the one that it needs is missing. */
export function checkCredentials({ node, facts, values, version }: KnownNode): Remark[] {
  const given = Object.keys(isRecord(node.credentials) ? node.credentials : {})
  if (!facts?.credentials || given.length === 0) return []
  const around = { type: facts.type, version, root: values }
  const taken = facts.credentials.filter(credential => isShown(credential, values, around))
  const needed = taken.filter(({ required }) => required).map(({ name }) => name)
  const named = Object.values(values).filter(value => typeof value === 'string')
  // a type that a parameter names is taken too
  if (needed.length === 0 || given.some(name => taken.some(one => one.name === name) || named.includes(name))) return []
  return [
    {
      rule: 'credential',
      severity: 'warning',
      keys: ['credentials'],
      value: given,
      expected: needed,
      message: `${shownName(node)} has a credential of type ${oneOf(given)}, and takes ${oneOf(needed)} with these parameters`,
    },
  ]
}
