import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { Item, NodeItem, NodeRun, Source } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import { firstLeading, type Graph, startOf, type Wiring, wiringOf } from '../engine/graph.ts'
import { JsonSizes } from '../engine/limits.ts'
import { byPosition } from '../engine/queue.ts'
import { runErrors } from '../engine/run-errors.ts'

/** The runs of an execution that was added, not run: it is not known what its nodes did. */
export interface MadeUpRun {
  runData: Map<string, NodeRun[]>
  /** The nodes that ran, in order. */
  order: { name: string; node: Node }[]
}

type AddedWorkflow = Graph & { settings: unknown; pinData?: unknown }

/** What a node gets, and from where. */
interface Step {
  name: string
  items: NodeItem[]
  sources: Source[]
}

const MAX_ITEMS = 1000
const MAX_BYTES = 32 * 1024 * 1024
/** Counted for each item, for what the run data says beside it. */
const FRAME_BYTES = 256
const MAX_OUTPUTS = 100
const TOO_LARGE = {
  message: runErrors.dataLeftOut,
  location: 'outputPane',
}

/**
 * Walks along the connections: each node runs once, after all that lead to it, and hands its items on by its first output
 * that leads anywhere, or puts out what is pinned to it.
 *
 * @param targetNode a node that it is to reach: branches are taken that lead to it
 */
export function madeUpRun(workflow: AddedWorkflow, targetNode?: string): MadeUpRun {
  const wiring = wiringOf(workflow)
  const nodesToTarget = targetNode === undefined ? undefined : nodesLeadingTo(targetNode, wiring)
  const isDepthFirst = isRecord(workflow.settings) && workflow.settings.executionOrder === 'v1'
  const run: MadeUpRun = { runData: new Map(), order: [] }
  const sizes = new JsonSizes()
  const ready: Step[] = []
  const waiting = new Map<string, Step>()
  let bytes = 0
  const first = startOf(wiring, name => nodesToTarget?.has(name) ?? true)
  if (first !== undefined) ready.push({ name: first, items: [{ json: {} }], sources: [] })

  for (let step = take(ready, waiting, isDepthFirst); step; step = take(ready, waiting, isDepthFirst)) {
    const { name, sources } = step
    const node = wiring.nodes.get(name) as Node
    const targets = wiring.targets.get(name) ?? []
    const outputToTarget = nodesToTarget
      ? targets.findIndex(output => output.some(target => nodesToTarget.has(target.node)))
      : -1
    const output = node.disabled ? 0 : outputToTarget < 0 ? firstLeading(targets) : outputToTarget
    const isTrigger = run.order.length === 0
    const pinned = pinnedItems(workflow.pinData, node)
    let items = pinned ?? pairedItems(step.items, isTrigger ? output : 0, node.executeOnce === true)
    const isFull = bytes > MAX_BYTES
    for (const { json, binary } of items) bytes += FRAME_BYTES + sizes.of(json) + (binary ? sizes.of(binary) : 0)
    const isTooLarge = isFull || (bytes > MAX_BYTES && run.order.length > 0)
    if (isTooLarge) items = [{ json: {}, pairedItem: { item: 0 } }]
    const main = [...Array.from({ length: Math.min(output, MAX_OUTPUTS) }, (): NodeItem[] => []), items]
    if (node.alwaysOutputData === true && !main[0]?.length) {
      main[0] = [{ json: {}, pairedItem: step.items.map((_, item) => ({ item, input: 0 })) }]
    }
    while (main.length < Math.max(targets.length, outputsOf(node, isTrigger))) main.push([])
    run.order.push({ name, node })
    run.runData.set(name, [
      {
        startTime: 0,
        executionIndex: run.order.length - 1,
        source: sources,
        hints: isTooLarge ? [TOO_LARGE] : [],
        executionTime: 0,
        executionStatus: 'success',
        data: { main },
      },
    ])
    for (const next of followers(name, main, wiring, isDepthFirst)) {
      if (!run.runData.has(next.name)) deliver(next, wiring, ready, waiting)
    }
  }
  return run
}

/** Of a branch at a time, or in their order; once nothing else is ready, one that waits for more. */
function take(ready: Step[], waiting: Map<string, Step>, isDepthFirst: boolean): Step | undefined {
  const next = isDepthFirst ? ready.pop() : ready.shift()
  if (next) return next
  const [name, step] = waiting.entries().next().value ?? []
  if (name !== undefined) waiting.delete(name)
  return step
}

function followers(name: string, main: NodeItem[][], { nodes, targets }: Wiring, isDepthFirst: boolean): Step[] {
  const next = main.flatMap((items, output) =>
    (items.length > 0 ? (targets.get(name)?.[output] ?? []) : [])
      .filter(target => target.input !== undefined)
      .map(target => ({
        name: target.node,
        items,
        sources: [{ previousNode: name, previousNodeOutput: output, previousNodeRun: 0 }],
      })),
  )
  if (isDepthFirst) next.sort((a, b) => byPosition(nodes.get(a.name), nodes.get(b.name)))
  return next
}

/** A node that several lead to runs once, with the items of all. */
function deliver(step: Step, { sources }: Wiring, ready: Step[], waiting: Map<string, Step>) {
  const known = waiting.get(step.name)
  if (known) {
    known.items.push(...step.items)
    known.sources.push(...step.sources)
  } else if ((sources.get(step.name)?.flat().length ?? 1) > 1)
    waiting.set(step.name, { ...step, items: [...step.items] })
  else ready.push(step)
}

function nodesLeadingTo(name: string, { sources }: Wiring): Set<string> {
  const found = new Set([name])
  for (const node of found) for (const source of sources.get(node)?.flat() ?? []) found.add(source)
  return found
}

function pairedItems(items: readonly NodeItem[], input: number, isOnce: boolean): NodeItem[] {
  const used = items.slice(0, isOnce ? 1 : MAX_ITEMS)
  return used.map((given, item) => ({ ...given, pairedItem: input > 0 ? { item, input } : { item } }))
}

function pinnedItems(pinData: unknown, node: Node): NodeItem[] | undefined {
  const name = node.name ?? ''
  if (node.disabled === true || !isRecord(pinData) || !Object.hasOwn(pinData, name)) return undefined
  const pinned = pinData[name]
  if (!Array.isArray(pinned)) return undefined
  return pinned.map((given, item) => ({ json: (given?.json ?? given ?? {}) as Item, pairedItem: { item } }))
}

function outputsOf({ type, parameters = {}, disabled }: Node, isTrigger: boolean): number {
  const { multipleMethods, httpMethod, rules, options, numberOutputs } = parameters
  if (isTrigger) return multipleMethods === true ? (Array.isArray(httpMethod) ? httpMethod.length : 2) : 1
  if (disabled) return 1
  if (type === 'n8n-nodes-base.if' || type === 'n8n-nodes-base.filter') return 2
  if (type !== 'n8n-nodes-base.switch') return 1
  const cases = recordsOf(isRecord(rules) ? rules.values : undefined).length
  const extra = isRecord(options) && options.fallbackOutput === 'extra' ? 1 : 0
  return cases > 0 ? cases + extra : Math.min(Number(numberOutputs ?? 4) || 1, MAX_OUTPUTS)
}
