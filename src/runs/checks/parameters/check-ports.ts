import { isRecord } from '../../../core/base/is-record.ts'
import { inputOf } from '../../engine/graph.ts'
import type { KnownNode, KnownWorkflow } from './known-workflow.ts'
import type { Port, Ports } from './node-facts.ts'
import { shownName } from './node-values.ts'
import type { WorkflowRemark } from './remark.ts'
import { type Values, valueAt } from './shown.ts'

/** More ports than nodes have. */
const MAX_PORTS = 500

/** The ports of a node with its parameters; `undefined` where these are not known before it runs. */
export function portsWith(ports: Ports, values: Values, version: number): readonly Port[] | undefined {
  if (ports === null) return undefined
  if ('by' in ports) {
    const value = ports.by === '@version' ? version : valueAt(values, ports.by)
    if (typeof value === 'string' && value.startsWith('=')) return undefined
    const key = isRecord(value) ? 'object' : String(value)
    return portsWith(Object.hasOwn(ports.is, key) ? (ports.is[key] as Ports) : ports.else, values, version)
  }
  const found: Port[] = []
  for (const port of ports as readonly Port[]) {
    const count = port.per === undefined ? 1 : countOf(valueAt(values, port.per), port.otherwise)
    if (count === undefined) return undefined
    for (let at = 0; at < count; at++) found.push(port)
  }
  return found
}

function countOf(value: unknown, otherwise = 0): number | undefined {
  if (Array.isArray(value)) return value.length
  if (typeof value === 'string' && value.startsWith('=')) return undefined
  if (typeof value === 'string' && !/^\d+$/.test(value)) return value.split(',').length
  const count = value === undefined ? otherwise : Number(value)
  return Number.isInteger(count) && count >= 0 && count <= MAX_PORTS ? count : undefined
}

const inputsOf = ({ facts, values, version }: KnownNode) => facts && portsWith(facts.inputs, values, version)

function outputsOf({ node, facts, values, version }: KnownNode): readonly Port[] | undefined {
  const outputs = facts && portsWith(facts.outputs, values, version)
  if (!outputs || node.onError !== 'continueErrorOutput') return outputs
  return [...outputs, { type: 'main' }]
}

/** Connections to inputs and from outputs that nodes do not have, and inputs that need a node and have none. */
export function checkPorts(known: KnownNode, workflow: KnownWorkflow, serving: Serving): WorkflowRemark[] {
  if (!known.isEnabled) return []
  return [...checkOutputs(known, workflow), ...checkNeeded(known, workflow, serving), ...checkLoop(known, workflow)]
}

interface Target {
  node: string
  type: string
  /** `undefined` where the connection names no input. */
  index: number | undefined
}

function targetsOf(connections: unknown): { type: string; output: number; at: number; target: Target }[] {
  const found = []
  for (const [type, outputs] of Object.entries(isRecord(connections) ? connections : {})) {
    for (const [output, targets] of (Array.isArray(outputs) ? outputs : []).entries()) {
      for (const [at, target] of (Array.isArray(targets) ? targets : []).entries()) {
        if (!isRecord(target) || typeof target.node !== 'string') continue
        const { node, type: to, index } = target
        found.push({
          type,
          output,
          at,
          target: { node, type: typeof to === 'string' ? to : type, index: inputOf(index) },
        })
      }
    }
  }
  return found
}

const ofType = (ports: readonly Port[], type: string) => ports.filter(port => port.type === type)

const counted = (count: number, thing: string) =>
  count === 1 ? `one ${thing}` : `${count === 0 ? 'no' : count} ${thing}s`

function checkOutputs(known: KnownNode, workflow: KnownWorkflow): WorkflowRemark[] {
  const connections = Object.hasOwn(workflow.connections, known.name) ? workflow.connections[known.name] : undefined
  const outputs = outputsOf(known)
  const found: WorkflowRemark[] = []
  const add = (
    keys: (string | number)[],
    severity: 'fault' | 'warning',
    message: string,
    expected: unknown,
    value: unknown,
  ) =>
    found.push({
      node: known.node,
      rule: 'port',
      severity,
      keys: ['connections', known.name, ...keys],
      message,
      expected,
      value,
    })
  for (const { type, output, at, target } of targetsOf(connections)) {
    const other = workflow.get(target.node)
    if (!other?.isEnabled) continue
    const own = outputs && ofType(outputs, type)
    const keys = [type, output, at]
    const otherInputs = inputsOf(other)
    const inputs = otherInputs && ofType(otherInputs, target.type)
    const name = shownName(known.node)
    const to = shownName(other.node)
    if (own && outputs && own.length === 0) {
      const has = outputs.length === 0 ? 'none' : [...new Set(outputs.map(port => port.type))].join(', ')
      const isServed = inputs !== undefined && inputs.length > 0 && type !== 'main' && type === target.type
      const hint = toolHint(known, type)
      const message = isServed
        ? `${name} cannot serve ${to} as ${type}: its outputs are ${has}${hint}`
        : `${name} has no output ${type}, so its connection to ${to} does nothing: with these parameters its outputs are ${has}`
      add(
        keys,
        isServed ? 'fault' : 'warning',
        message,
        outputs.map(port => port.type),
        type,
      )
    } else if (own && output >= own.length) {
      const message = `${name} has ${counted(own.length, `output`)} of type ${type} with these parameters: nothing comes to ${to} from output ${output}`
      add(keys, 'warning', message, `at most ${own.length - 1}`, output)
    }
    if (!inputs || !otherInputs) continue
    if (inputs.length === 0) {
      if (own?.length === 0 && type !== 'main') continue
      const has = otherInputs.length === 0 ? 'none' : [...new Set(otherInputs.map(port => port.type))].join(', ')
      add(
        [...keys, 'type'],
        'warning',
        `${to} has no input ${target.type}, so the connection from ${name} does nothing: with these parameters its inputs are ${has}`,
        otherInputs.map(port => port.type),
        target.type,
      )
    } else if (type === 'main' && target.index !== undefined && target.index >= inputs.length) {
      const message = `${to} has ${counted(inputs.length, 'input')} with these parameters: what ${name} sends to input ${target.index} is not read`
      add([...keys, 'index'], 'warning', message, `at most ${inputs.length - 1}`, target.index)
    }
  }
  return found
}

/** A node that an agent may use has a type of its own for that. */
const toolHint = ({ facts }: KnownNode, type: string) =>
  type === 'ai_tool' && facts?.usableAsTool ? `; as a tool it is ${facts.type}Tool` : ''

/** Inputs that need a node which serves. The service says so when the node runs. */
function checkNeeded(known: KnownNode, workflow: KnownWorkflow, servingAt: Serving): WorkflowRemark[] {
  const inputs = inputsOf(known)
  if (!inputs || !workflow.isReached(known)) return []
  const found: WorkflowRemark[] = []
  for (const type of new Set(inputs.map(port => port.type))) {
    if (type === 'main') continue
    const ports = ofType(inputs, type)
    const serving = servingAt.get(JSON.stringify([known.name, type])) ?? []
    const missing = ports.findIndex(({ required }, at) => required && !serving.some(({ index }) => index === at))
    const name = shownName(known.node)
    const add = (message: string, expected: string) =>
      found.push({
        node: known.node,
        rule: 'sub-node',
        severity: 'fault',
        keys: ['nodes', known.number],
        message,
        expected,
      })
    if (missing >= 0)
      add(
        `${name} needs a node that serves it as ${type}${ports.length > 1 ? ` at input ${missing}` : ''}, and has none that is enabled`,
        type,
      )
    const most = ports.reduce((sum, { max }) => sum + (max ?? Number.POSITIVE_INFINITY), 0)
    const names = new Set(serving.map(one => one.name))
    if (names.size > most)
      add(`${name} takes ${counted(most, `node`)} as ${type}, and has ${names.size}`, `at most ${most}`)
  }
  return found
}

type Serving = ReadonlyMap<string, readonly { name: string; index: number }[]>

/** Node and kind of input → the enabled nodes that serve it there. */
export function servingOf(workflow: KnownWorkflow): Serving {
  const serving = new Map<string, { name: string; index: number }[]>()
  for (const [name, connections] of Object.entries(workflow.connections)) {
    if (workflow.get(name)?.isEnabled !== true) continue
    for (const { target } of targetsOf(connections)) {
      if (target.index === undefined) continue
      const key = JSON.stringify([target.node, target.type])
      const known = serving.get(key) ?? []
      known.push({ name, index: target.index })
      serving.set(key, known)
    }
  }
  return serving
}

/** What is done with each batch follows the second output of a loop, and leads back. */
function checkLoop({ node, name, version }: KnownNode, workflow: KnownWorkflow): WorkflowRemark[] {
  if (node.type !== 'n8n-nodes-base.splitInBatches' || version < 3) return []
  const [done = [], loop = []] = workflow.wiring.targets.get(name) ?? []
  const leadsBack = (targets: readonly { node: string }[]) => {
    const found = new Set(targets.map(target => target.node))
    for (const one of found) {
      if (one === name) continue
      for (const target of workflow.wiring.targets.get(one)?.flat() ?? []) found.add(target.node)
    }
    return found.has(name)
  }
  if (!workflow.mayLookUp() || !leadsBack(done) || leadsBack(loop)) return []
  const message = `${shownName(node)} sends each batch by its second output ("loop") and the end by the first ("done"): here the first one leads back to it`
  return [
    {
      node,
      rule: 'port',
      severity: 'warning',
      keys: ['connections', name, 'main'],
      message,
      expected: 'the way back from the second output',
    },
  ]
}
