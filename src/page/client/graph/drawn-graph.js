import { mainCurve, upwardCurve } from './curves.js'
import { inputCount, isNote, isTrigger, linkName, outputNames } from './kinds.js'
import { linksOf } from './links.js'

const STEP = 100
const SUB = 80
const PARENT_WIDTH = 260
const BELOW = 64
const MARGIN = 40

/**
 * Where everything of a workflow's graph is drawn. Positions are the workflow's own; sizes are those of its editor, so
 * that the picture has the author's arrangement.
 */
export function drawnGraph({ nodes, connections }) {
  const links = linksOf(connections)
  const parents = new Set(links.filter(({ type }) => type !== 'main').map(({ to }) => to))
  const subs = new Set(links.filter(({ type }) => type !== 'main').map(({ from }) => from))
  const drawn = (Array.isArray(nodes) ? nodes : []).flatMap((node, at) => {
    if (typeof node !== 'object' || node === null) return []
    const name = String(node.name ?? node.id ?? `Node ${at + 1}`)
    const kind = kindOf(node, parents.has(name), subs.has(name))
    return [{ key: `${at}`, node, name, kind, box: boxOf(node, kind, at) }]
  })
  const byName = new Map(drawn.toReversed().map(it => [it.name, it]))
  const known = links.filter(({ from, to }) => byName.has(from) && byName.has(to))
  const edges = known.map((link, at) => edgeOf(link, at, byName, known))
  return { nodes: drawn.map(it => ({ ...it, ports: portsOf(it, known) })), edges, bounds: boundsOf(drawn, edges) }
}

function kindOf(node, isParent, isSub) {
  if (isNote(node)) return 'note'
  if (isParent) return isSub ? 'subparent' : 'parent'
  if (isSub) return 'sub'
  return isTrigger(node) ? 'trigger' : 'step'
}

function boxOf({ position, parameters }, kind, at) {
  const [x, y] =
    Array.isArray(position) && position.every(Number.isFinite) && position.length > 1 ? position : [at * 220, 0]
  if (kind === 'note') {
    const side = (given, otherwise) => Math.min(Math.max(Number(given) || otherwise, 80), 4000)
    return { x, y, width: side(parameters?.width, 240), height: side(parameters?.height, 160) }
  }
  if (kind === 'sub') return { x, y, width: SUB, height: SUB }
  if (kind === 'parent' || kind === 'subparent') return { x, y, width: PARENT_WIDTH, height: STEP }
  return { x, y, width: STEP, height: STEP }
}

/** The ports of a node that are drawn: its outputs with their names, and the slots of its sub-nodes. */
function portsOf({ node, name, kind, box }, links) {
  if (kind === 'note') return { inputs: [], outputs: [], slots: [] }
  const counts = portCounts(name, node, links)
  const names = outputNames(node)
  const row = (length, x) => Array.from({ length }, (_, at) => ({ x, y: spread(at, length, box.y, box.height) }))
  const isInner = kind === 'sub' || kind === 'subparent'
  const hasInput = kind !== 'trigger' && !isInner
  return {
    inputs: hasInput ? row(counts.inputs, box.x) : [],
    outputs: isInner ? [] : row(counts.outputs, box.x + box.width).map((port, at) => ({ ...port, name: names[at] })),
    slots: slotTypes(name, links).map((type, at, all) => ({
      ...{ x: spread(at, all.length, box.x, box.width), y: box.y + box.height },
      name: linkName(type),
    })),
  }
}

function portCounts(name, node, links) {
  const used = (side, at) =>
    Math.max(0, ...links.filter(it => it[side] === name && it.type === 'main').map(it => it[at] + 1))
  return {
    inputs: Math.max(inputCount(node), used('to', 'input')),
    outputs: Math.max(outputNames(node).length, used('from', 'output'), 1),
  }
}

const slotTypes = (name, links) => [
  ...new Set(links.filter(({ to, type }) => to === name && type !== 'main').map(({ type }) => type)),
]

function edgeOf(link, at, byName, links) {
  const from = byName.get(link.from)
  const to = byName.get(link.to)
  return { key: `${at}`, ...link, kind: link.type === 'main' ? 'main' : 'inner', ...curveOf(link, from, to, links) }
}

function curveOf(link, from, to, links) {
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

const spread = (at, count, start, length) => start + (length * (at + 1)) / (count + 1)

function boundsOf(nodes, edges) {
  const places = [
    ...nodes.flatMap(({ box, kind }) => [
      { x: box.x - 20, y: box.y },
      { x: box.x + box.width + 20, y: box.y + box.height + (kind === 'note' ? 0 : 44) },
    ]),
    ...edges.map(({ middle }) => middle),
  ]
  if (places.length === 0) return { x: 0, y: 0, width: 600, height: 300 }
  const least = side => places.reduce((least, place) => Math.min(least, place[side]), Infinity) - MARGIN
  const most = side => places.reduce((most, place) => Math.max(most, place[side]), -Infinity) + MARGIN
  return { x: least('x'), y: least('y'), width: most('x') - least('x'), height: most('y') - least('y') }
}
