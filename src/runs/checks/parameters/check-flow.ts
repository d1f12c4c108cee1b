import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { codesIn } from './braces.ts'
import type { ValueKind } from './expression-kinds.ts'
import { fieldReads } from './expression-names.ts'
import type { KnownNode, KnownWorkflow } from './known-workflow.ts'
import { shownName } from './node-values.ts'
import { type Keys, oneOf, pathText, type Remark } from './remark.ts'

/** The fields of the items that a node puts out, where these are known without a run. */
export interface Shape {
  fields: ReadonlySet<string>
  /** The kinds of those that have always the same; what is missing or `null` has none. */
  kinds?: ReadonlyMap<string, ValueKind>
  /** The node that makes them. */
  from: KnownNode
  /** Only names that are near a known one are mistakes: further fields may come. */
  isSample?: boolean
}

/** What a call of a webhook puts out. */
const OF_WEBHOOK = ['headers', 'params', 'query', 'body', 'webhookUrl', 'executionMode']

/** Nodes that hand on items as they are. */
const PASSING = ['if', 'filter', 'switch', 'noOp', 'limit', 'sort', 'removeDuplicates', 'wait', 'executionData'].map(
  name => `n8n-nodes-base.${name}`,
)

const MAX_DEPTH = 50

/** Reads of fields that are not there: a body's field beside the body, a field that Set dropped, a name in a pinned item. */
export function checkFlow(known: KnownNode, workflow: KnownWorkflow): Remark[] {
  const texts = textsOf(known)
  if (texts.length === 0) return []
  let input: Shape | undefined | null = null
  const seen = new Set<string>()
  return texts.flatMap(({ code, keys }) =>
    fieldReads(code).flatMap(({ node, field, isGuarded }) => {
      if (isGuarded) return []
      if (node === undefined && input === null) input = shapeFor(known, workflow, undefined)
      const shape = node === undefined ? (input ?? undefined) : shapeFor(known, workflow, node)
      const key = `${keys.join('/')} ${node} ${field}`
      if (!shape || shape.fields.has(field) || seen.has(key)) return []
      seen.add(key)
      return remarkOf(field, shape, { known, keys, workflow })
    }),
  )
}

function remarkOf(
  field: string,
  { fields, from, isSample }: Shape,
  { known, keys, workflow }: { known: KnownNode; keys: Keys; workflow: KnownWorkflow },
): Remark[] {
  const names = [...fields]
  const near = workflow.closest(field, names)
  if (isSample && (near === undefined || field.length < 4)) return []
  const isWebhook = from.node.type === 'n8n-nodes-base.webhook' && !isSample
  const hint = isWebhook ? `$json.body.${field}` : near
  const path = pathText(keys.slice(1))
  return [
    {
      rule: 'data-flow',
      severity: 'warning',
      keys,
      value: field,
      expected: names,
      ...(hint === undefined ? {} : { didYouMean: hint }),
      message:
        `${JSON.stringify(path)} of ${shownName(known.node)} reads the field ${JSON.stringify(field)}, which items of ` +
        `${shownName(from.node)} do not have: ` +
        (isWebhook
          ? `what was sent is below body, as ${JSON.stringify(hint)} (or below query)`
          : `they have ${names.length === 0 ? 'none' : oneOf(names)}${near === undefined ? '' : `. Did you mean ${JSON.stringify(near)}?`}`),
    },
  ]
}

/** The codes of a node's expressions, and its Code. */
function textsOf({ node, values, read }: KnownNode): { code: string; keys: Keys }[] {
  const found: { code: string; keys: Keys }[] = []
  const walk = (value: unknown, keys: Keys) => {
    if (typeof value === 'string') {
      if (value.startsWith('=')) for (const { code } of codesIn(value)) found.push({ code, keys })
    } else if (Array.isArray(value)) for (const [at, part] of value.entries()) walk(part, [...keys, at])
    else if (isRecord(value)) for (const [key, part] of Object.entries(value)) walk(part, [...keys, key])
  }
  walk(read, ['parameters'])
  if (node.type === 'n8n-nodes-base.code' && typeof values.jsCode === 'string')
    found.push({ code: values.jsCode, keys: ['parameters', 'jsCode'] })
  return found
}

/** What comes to a node: the fields of all that lead to it, where they are the same. */
function inputOf(known: KnownNode, workflow: KnownWorkflow, depth: number): Shape | undefined {
  const sources = workflow.sourcesOf(known.name)
  let shape: Shape | undefined
  for (const { name, output } of sources) {
    const source = workflow.get(name)
    // an error has other fields
    if (!source || (source.node.onError === 'continueErrorOutput' && output > 0)) return undefined
    const next = outputOf(source, workflow, depth + 1)
    if (!next) return undefined
    if (shape && !haveSameFields(shape, next)) return undefined
    shape = shape && shape !== next ? { ...next, kinds: sameKinds(shape, next) } : next
  }
  return shape
}

const sameKinds = ({ kinds = new Map() }: Shape, other: Shape) =>
  new Map([...kinds].filter(([field, kind]) => other.kinds?.get(field) === kind))

/** The fields of the items that come to a node, or that another one put out. */
export function shapeFor(known: KnownNode, workflow: KnownWorkflow, node: string | undefined): Shape | undefined {
  if (node === undefined) return known.isSubNode ? undefined : inputOf(known, workflow, 0)
  const other = workflow.get(node)
  return other && outputOf(other, workflow, 0)
}

const haveSameFields = (shape: Shape, other: Shape) =>
  shape === other || [...shape.fields].sort().join() === [...other.fields].sort().join()

/** Many ways may lead through a node. */
const shapes = new WeakMap<KnownNode, Shape>()

function outputOf(known: KnownNode, workflow: KnownWorkflow, depth: number): Shape | undefined {
  const shape = shapes.get(known) ?? findOutput(known, workflow, depth)
  if (shape) shapes.set(known, shape)
  return shape
}

function findOutput(known: KnownNode, workflow: KnownWorkflow, depth: number): Shape | undefined {
  const { node, name, values, version, isEnabled } = known
  const { type } = node
  if (depth > MAX_DEPTH) return undefined
  if (!isEnabled || (PASSING.includes(String(type)) && isPassing(values))) return inputOf(known, workflow, depth)
  if (type === 'n8n-nodes-base.webhook') return ofWebhook(known, workflow)
  if (type === 'n8n-nodes-base.formTrigger') return ofForm(known, workflow)
  if (node.onError === 'continueRegularOutput' || node.continueOnFail === true) return undefined
  if (type === 'n8n-nodes-base.set') {
    const fields = fieldsOfSet(values, version)
    return fields && { fields: new Set(fields), kinds: kindsOfSet(values, version), from: known }
  }
  if (
    type === 'n8n-nodes-base.executeWorkflowTrigger' &&
    version >= 1.1 &&
    (values.inputSource ?? 'workflowInputs') === 'workflowInputs'
  ) {
    const inputs = recordsOf(isRecord(values.workflowInputs) ? values.workflowInputs.values : undefined)
    const fields = inputs.map(input => String(input.name))
    return fields.length > 0 && !Object.hasOwn(workflow.pinned, name)
      ? { fields: new Set(fields), from: known }
      : undefined
  }
  return ofPinned(known, workflow)
}

/** Waiting for a call puts out what was sent; a form that answers does too. */
const isPassing = ({ resume }: KnownNode['values']) =>
  resume === undefined || resume === 'timeInterval' || resume === 'specificTime'

function ofWebhook(known: KnownNode, workflow: KnownWorkflow): Shape | undefined {
  const pinned = ofPinned(known, workflow)
  if (pinned) return { ...pinned, fields: new Set([...pinned.fields, ...OF_WEBHOOK]) }
  return { fields: new Set([...OF_WEBHOOK, 'jwtPayload']), from: known }
}

/** What was typed into a form, by the labels or the names of its fields: a query may add further ones. */
function ofForm(known: KnownNode, workflow: KnownWorkflow): Shape | undefined {
  const { formFields } = known.values
  const given = recordsOf(isRecord(formFields) ? formFields.values : undefined)
  const names = given.flatMap(({ fieldLabel, fieldName, elementName }) => [fieldLabel, fieldName, elementName])
  const texts = names.filter((name): name is string => typeof name === 'string' && name !== '')
  if (texts.length === 0 || texts.some(name => name.startsWith('='))) return ofPinned(known, workflow)
  const { fields = [] } = ofPinned(known, workflow) ?? {}
  return { fields: new Set([...texts, ...fields, 'submittedAt', 'formMode']), from: known, isSample: true }
}

/** The fields of pinned items: other runs may have more. */
function ofPinned(known: KnownNode, { pinned }: KnownWorkflow): Shape | undefined {
  if (!Object.hasOwn(pinned, known.name)) return undefined
  const items = recordsOf(pinned[known.name]).map(item => (isRecord(item.json) ? item.json : item))
  const fields = new Set(items.flatMap(item => Object.keys(item)))
  return fields.size > 0 ? { fields, from: known, isSample: true } : undefined
}

/** The fields that Set makes where it does not hand on the others; `undefined` where these are not known. */
function fieldsOfSet(values: KnownNode['values'], version: number): string[] | undefined {
  const options = isRecord(values.options) ? values.options : {}
  const names = version >= 3 ? namesOfSet(values, version) : namesOfOldSet(values)
  if (!names || names.some(name => typeof name !== 'string' || name.startsWith('=') || name === '')) return undefined
  const hasDots = options.dotNotation !== false
  // a name such as `.a` is no path
  if (hasDots && names.some(name => /^[.[]/.test(String(name)))) return undefined
  return names.map(name => (hasDots ? (String(name).split(/[.[]/)[0] as string) : String(name)))
}

function namesOfSet(values: KnownNode['values'], version: number): unknown[] | undefined {
  if (values.mode !== 'manual' && values.mode !== undefined) return undefined
  if (version >= 3.3) {
    if (values.includeOtherFields !== false) return undefined
    return recordsOf(isRecord(values.assignments) ? values.assignments.assignments : undefined).map(({ name }) => name)
  }
  if (values.include !== 'none') return undefined
  return recordsOf(isRecord(values.fields) ? values.fields.values : undefined).map(({ name }) => name)
}

function namesOfOldSet(values: KnownNode['values']): unknown[] | undefined {
  if (values.keepOnlySet !== true || !isRecord(values.values)) return undefined
  return Object.values(values.values).flatMap(list => recordsOf(list).map(({ name }) => name))
}

/** How Set calls the kinds that it converts values to. */
const KINDS_OF_SET: ReadonlyMap<unknown, ValueKind> = new Map(
  (['string', 'number', 'boolean', 'array', 'object'] as const).flatMap(kind => [
    [kind, kind] as const,
    [`${kind}Value`, kind] as const,
  ]),
)

/** The kinds that Set converts its values to, from version 3 on, where it does not leave them as they are. */
function kindsOfSet({ options, assignments, fields }: KnownNode['values'], version: number): Map<string, ValueKind> {
  const { ignoreConversionErrors } = isRecord(options) ? options : {}
  if (version < 3 || (ignoreConversionErrors !== undefined && ignoreConversionErrors !== false)) return new Map()
  const list = version >= 3.3 ? assignments : fields
  const given = recordsOf(isRecord(list) ? (version >= 3.3 ? list.assignments : list.values) : undefined)
  return new Map(
    given.flatMap(({ name, type }): [string, ValueKind][] => {
      const kind = KINDS_OF_SET.get(type)
      return kind && typeof name === 'string' && /^\w+$/.test(name) ? [[name, kind]] : []
    }),
  )
}
