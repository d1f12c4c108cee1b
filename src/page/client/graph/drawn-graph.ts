import type { Drawable, Node } from '../instance/records.ts'
import { inputCount, isNote, isTrigger, linkName, outputNames } from './node-types.ts'

const STEP = 100
const SUB = 80
const PARENT_WIDTH = 260
const BELOW = 64
const MARGIN = 40

/**
 * Where everything of a workflow's graph is drawn. Positions are the workflow's own; sizes are those of its editor, so
 * that the picture has the author's arrangement.
 */
export interface Place {
  x: number
  y: number
}
export interface Box extends Place {
  width: number
  height: number
}
export interface Link {
  from: string
  output: number
  type: string
  to: string
  input: number
}
export type NodeKind = 'note' | 'subparent' | 'parent' | 'sub' | 'trigger' | 'step'
interface PlacedNode {
  key: string
  node: Node
  name: string
  kind: NodeKind
  box: Box
}
interface Port extends Place {
  name?: string | undefined
}
export interface DrawnNode extends PlacedNode {
  ports: { inputs: Port[]; outputs: Port[]; slots: Port[] }
}
interface Curve {
  path: string
  middle: Place
}
export interface Edge extends Link, Curve {
  key: string
  kind: 'main' | 'inner'
}
export interface Graph {
  nodes: DrawnNode[]
  edges: Edge[]
  bounds: Box
}

export function drawnGraph({ nodes, connections }: Drawable): Graph {
  const links = linksOf(connections)
  const parents = new Set(links.filter(({ type }) => type !== 'main').map(({ to }) => to))
  const subs = new Set(links.filter(({ type }) => type !== 'main').map(({ from }) => from))
  const drawn = (Array.isArray(nodes) ? nodes : []).flatMap((node: Node | null, at): PlacedNode[] => {
    if (typeof node !== 'object' || node === null) return []
    const name = String(node.name ?? node.id ?? `Node ${at + 1}`)
    const kind = kindOf(node, parents.has(name), subs.has(name))
    return [{ key: `${at}`, node, name, kind, box: boxOf(node, kind, at) }]
  })
  const byName = new Map(drawn.toReversed().map(it => [it.name, it]))
  const known = links.filter(({ from, to }) => byName.has(from) && byName.has(to))
  const edges = known.flatMap((link, at) => {
    const [from, to] = [byName.get(link.from), byName.get(link.to)]
    return from && to ? [edgeOf(link, at, from, to, known)] : []
  })
  return { nodes: drawn.map(it => ({ ...it, ports: portsOf(it, known) })), edges, bounds: boundsOf(drawn, edges) }
}

function kindOf(node: Node, isParent: boolean, isSub: boolean): NodeKind {
  if (isNote(node)) return 'note'
  if (isParent) return isSub ? 'subparent' : 'parent'
  if (isSub) return 'sub'
  return isTrigger(node) ? 'trigger' : 'step'
}

function boxOf({ position, parameters }: Node, kind: NodeKind, at: number): Box {
  const isPlaced = Array.isArray(position) && position.every(Number.isFinite) && position.length > 1
  const [x = 0, y = 0] = isPlaced ? position : [at * 220, 0]
  if (kind === 'note') {
    const side = (given: unknown, otherwise: number) => Math.min(Math.max(Number(given) || otherwise, 80), 4000)
    return { x, y, width: side(parameters?.width, 240), height: side(parameters?.height, 160) }
  }
  if (kind === 'sub') return { x, y, width: SUB, height: SUB }
  if (kind === 'parent' || kind === 'subparent') return { x, y, width: PARENT_WIDTH, height: STEP }
  return { x, y, width: STEP, height: STEP }
}

/** The ports of a node that are drawn: its outputs with their names, and the slots of its sub-nodes. */
function portsOf({ node, name, kind, box }: PlacedNode, links: Link[]): DrawnNode['ports'] {
  if (kind === 'note') return { inputs: [], outputs: [], slots: [] }
  const counts = portCounts(name, node, links)
  const names = outputNames(node)
  const row = (length: number, x: number) =>
    Array.from({ length }, (_, at) => ({ x, y: spread(at, length, box.y, box.height) }))
  const isInner = kind === 'sub' || kind === 'subparent'
  const hasInput = kind !== 'trigger' && !isInner
  return {
    inputs: hasInput ? row(counts.inputs, box.x) : [],
    outputs: isInner ? [] : row(counts.outputs, box.x + box.width).map((port, at) => ({ ...port, name: names[at] })),
    slots: slotTypes(name, links).map((type, at, all) => ({
      x: spread(at, all.length, box.x, box.width),
      y: box.y + box.height,
      name: linkName(type),
    })),
  }
}

function portCounts(name: string, node: Node, links: Link[]) {
  const used = (side: 'from' | 'to', at: 'input' | 'output') =>
    Math.max(0, ...links.filter(it => it[side] === name && it.type === 'main').map(it => it[at] + 1))
  return {
    inputs: Math.max(inputCount(node), used('to', 'input')),
    outputs: Math.max(outputNames(node).length, used('from', 'output'), 1),
  }
}

const slotTypes = (name: string, links: Link[]) => [
  ...new Set(links.filter(({ to, type }) => to === name && type !== 'main').map(({ type }) => type)),
]

function edgeOf(link: Link, at: number, from: PlacedNode, to: PlacedNode, links: Link[]): Edge {
  return { key: `${at}`, ...link, kind: link.type === 'main' ? 'main' : 'inner', ...curveOf(link, from, to, links) }
}

function curveOf(link: Link, from: PlacedNode, to: PlacedNode, links: Link[]): Curve {
  if (link.type !== 'main') {
    const types = slotTypes(to.name, links)
    const slot = spread(types.indexOf(link.type), types.length, to.box.x, to.box.width)
    return upwardCurve({ x: from.box.x + from.box.width / 2, y: from.box.y }, { x: slot, y: to.box.y + to.box.height })
  }
  const { outputs } = portCounts(from.name, from.node, links)
  const { inputs } = portCounts(to.name, to.node, links)
  const floor = Math.max(from.box.y + from.box.height, to.box.y + to.box.height) + BELOW
  return mainCurve(
    { x: from.box.x + from.box.width, y: spread(link.output, outputs, from.box.y, from.box.height) },
    { x: to.box.x, y: spread(link.input, inputs, to.box.y, to.box.height) },
    floor,
  )
}

const spread = (at: number, count: number, start: number, length: number) => start + (length * (at + 1)) / (count + 1)

function boundsOf(nodes: PlacedNode[], edges: Edge[]): Box {
  const places = [
    ...nodes.flatMap(({ box, kind }) => [
      { x: box.x - 20, y: box.y },
      { x: box.x + box.width + 20, y: box.y + box.height + (kind === 'note' ? 0 : 44) },
    ]),
    ...edges.map(({ middle }) => middle),
  ]
  if (places.length === 0) return { x: 0, y: 0, width: 600, height: 300 }
  const least = (side: 'x' | 'y') => places.reduce((least, place) => Math.min(least, place[side]), Infinity) - MARGIN
  const most = (side: 'x' | 'y') => places.reduce((most, place) => Math.max(most, place[side]), -Infinity) + MARGIN
  return { x: least('x'), y: least('y'), width: most('x') - least('x'), height: most('y') - least('y') }
}

const REACH = 40
const TURN = 14

/** A curve from an output at the right of a node to an input at the left of another. */
export function mainCurve(from: Place, to: Place, floor: number): Curve {
  if (to.x < from.x + 10) return detour(from, to, floor)
  const bend = Math.max((to.x - from.x) / 2, REACH)
  return {
    path: `M${from.x} ${from.y} C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`,
    middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
  }
}

/** A curve from the top of a sub-node up to a port at the bottom of its parent. */
export function upwardCurve(from: Place, to: Place): Curve {
  const bend = Math.max(Math.abs(from.y - to.y) / 2, REACH)
  return {
    path: `M${from.x} ${from.y} C${from.x} ${from.y - bend} ${to.x} ${to.y + bend} ${to.x} ${to.y}`,
    middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
  }
}

/** Back to the left: out, down below both nodes, along, up and in. */
function detour(from: Place, to: Place, floor: number): Curve {
  const right = from.x + REACH
  const left = to.x - REACH
  const down = floor - TURN
  return {
    path: [
      `M${from.x} ${from.y}`,
      `H${right - TURN} Q${right} ${from.y} ${right} ${from.y + TURN}`,
      `V${down} Q${right} ${floor} ${right - TURN} ${floor}`,
      `H${left + TURN} Q${left} ${floor} ${left} ${down}`,
      `V${to.y + TURN} Q${left} ${to.y} ${left + TURN} ${to.y}`,
      `H${to.x}`,
    ].join(' '),
    middle: { x: (left + right) / 2, y: floor },
  }
}

/**
 * The connections of a workflow as a flat list. The service keeps whatever was sent, so any part may be something else:
 * anything but a connection is ignored.
 */
export function linksOf(connections: unknown): Link[] {
  const links: Link[] = []
  for (const [from, types] of entriesOf(connections)) {
    for (const [type, outputs] of entriesOf(types)) {
      if (!Array.isArray(outputs)) continue
      outputs.forEach((targets, output) => {
        for (const target of Array.isArray(targets) ? targets : []) {
          if (typeof target?.node !== 'string') continue
          const input = Number.isInteger(target.index) && target.index >= 0 ? target.index : 0
          links.push({ from, output, type, to: target.node, input })
        }
      })
    }
  }
  return links
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []
