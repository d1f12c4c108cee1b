import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { codesIn } from './braces.ts'
import { shapeFor } from './check-flow.ts'
import { ARTICLES, type Comparing, comparingOf, neverFits, sidesOf } from './compared-values.ts'
import { kindOfText, type SeenKind } from './expression-kinds.ts'
import type { KnownNode, KnownWorkflow } from './known-workflow.ts'
import { shownName } from './node-values.ts'
import { type Keys, type Remark, replace, shownValue } from './remark.ts'

/** Conditions whose types are strict, and that compare an expression of a kind which is never taken for theirs. */
export function checkCompared(known: KnownNode, workflow: KnownWorkflow): Remark[] {
  return conditionsIn(known).flatMap(({ conditions, keys }) => {
    const comparing = comparingOf(conditions.options)
    if (!comparing?.isStrict) return []
    return recordsOf(conditions.conditions).flatMap((condition, at) =>
      sidesOf(condition).flatMap(({ side, value, kind: needed }) => {
        if (typeof value !== 'string' || !value.startsWith('=')) return []
        const seen = seenKind(value, known, workflow)
        if (!seen || !neverFits(needed, seen.kind) || (seen.isUnclear && !CLEAR.includes(needed))) return []
        const place = [...keys, 'conditions', at, side]
        return [remarkOf({ known, side, value, needed, keys: place, comparing }, seen)]
      }),
    )
  })
}

interface Seen extends SeenKind {
  /** The node whose items have the value. */
  from?: KnownNode
  /** Whether it may also be a list or an object. */
  isUnclear?: boolean
}

interface Compared {
  known: KnownNode
  side: string
  value: string
  needed: string
  keys: Keys
  comparing: Comparing
}

/** What a part of a query is never taken for. */
const CLEAR = ['number', 'boolean']

const KINDS: Readonly<Record<string, string>> = { ...ARTICLES, date: 'a date' }

function remarkOf({ known, side, value, needed, keys, comparing }: Compared, seen: Seen): Remark {
  const { kind, from, isCertain, withoutBlanks } = seen
  const fails = isCertain || (withoutBlanks !== undefined && !(needed === 'number' && comparing.version >= 3))
  const why =
    withoutBlanks !== undefined
      ? 'for the blanks beside {{ }} it is a text'
      : `it is ${KINDS[kind]}${from ? ` in the items of ${shownName(from.node)}` : ''}`
  return {
    rule: 'conditions',
    severity: fails ? 'fault' : 'warning',
    keys,
    value,
    expected: ARTICLES[needed],
    ...(withoutBlanks === undefined ? {} : { fix: [replace(keys, withoutBlanks)] }),
    message: `${JSON.stringify(side)} of a condition of ${shownName(known.node)} must be ${ARTICLES[needed]}, and ${why}: types are strict, so the run fails${fails ? '' : ' where it has a value'}: ${shownValue(value)}`,
  }
}

/** The lists of conditions of If, Filter and Switch. */
function conditionsIn({ node, read }: KnownNode): { conditions: Record<string, unknown>; keys: Keys }[] {
  if (!BRANCHES.includes(String(node.type))) return []
  const whole = isRecord(read.conditions) ? [{ conditions: read.conditions, keys: ['parameters', 'conditions'] }] : []
  const { values } = isRecord(read.rules) ? read.rules : {}
  const rules = (Array.isArray(values) ? values : []).flatMap((rule, at) =>
    isRecord(rule) && isRecord(rule.conditions)
      ? [{ conditions: rule.conditions, keys: ['parameters', 'rules', 'values', at, 'conditions'] }]
      : [],
  )
  return [...whole, ...rules]
}

const BRANCHES = ['if', 'filter', 'switch'].map(name => `n8n-nodes-base.${name}`)

function seenKind(text: string, known: KnownNode, workflow: KnownWorkflow): Seen | undefined {
  const seen = kindOfText(text)
  if (seen) return seen
  const [only] = codesIn(text)
  if (!only || text.length !== only.code.length + '={{}}'.length) return undefined
  const read = readIn(only.code)
  const shape = read && shapeFor(known, workflow, read.node)
  if (!read || !shape) return undefined
  const [field = '', part, ...more] = read.path
  const { from, isSample } = shape
  if (from.node.type === 'n8n-nodes-base.webhook' && !isSample) {
    const isText = OF_CALLS.includes(field) && part !== undefined && more.length === 0
    return isText ? { kind: 'string', isCertain: false, from, isUnclear: field === 'query' } : undefined
  }
  const kind = part === undefined ? shape.kinds?.get(field) : undefined
  return kind && { kind, isCertain: false, from }
}

/** What of a call is a text, whatever was sent. */
const OF_CALLS = ['query', 'headers', 'params']

const ITEM =
  /^(?:\$json|\$input\.(?:item|first\(\))\.json|\$\((?:"([^"\\]{1,200})"|'([^'\\]{1,200})')\)\.(?:item|first\(\)|last\(\))\.json)/
const MEMBER = /\??\.([\w$]{1,100})|(?:\?\.)?\[(?:"([^"\\]{0,100})"|'([^'\\]{0,100})')\]/g
const MOST_MEMBERS = 5

/** A read of a field of an item, and nothing else: `$json.query.page`. */
function readIn(code: string): { node: string | undefined; path: string[] } | undefined {
  const text = code.trim()
  const [item, double, single] = ITEM.exec(text) ?? []
  if (item === undefined) return undefined
  const members = [...text.slice(item.length, item.length + 1000).matchAll(MEMBER)]
  const read = members.reduce((length, [member]) => length + member.length, item.length)
  if (read !== text.length || members.length === 0 || members.length > MOST_MEMBERS) return undefined
  return { node: double ?? single, path: members.map(([, ...names]) => names.find(name => name !== undefined) ?? '') }
}
