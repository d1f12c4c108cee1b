import { type FieldEvent, html, useEffect, useMemo, useRef, useState } from '../html.ts'
import type { Drawable } from '../instance/records.ts'
import { formatNumber } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { saveText } from '../parts/json-view.ts'
import { type Box, type DrawnNode, drawnGraph, type Edge, type Graph, type Place } from './drawn-graph.ts'
import { itemsAlong, type Results } from './run-results.ts'
import { NodeShape, NoteShape, PortNames } from './shapes.ts'
import { useViewport } from './viewport.ts'

interface WorkflowGraphProps {
  workflow: Drawable
  /** Of an execution, if one is shown. */
  results?: Results
  /** Of a check: node → the worst that was found of it. */
  states?: ReadonlyMap<string, string>
  selected: string | undefined
  onSelect: (name: string | undefined) => void
}

/** A workflow as its graph, to zoom, pan and save. */
export function WorkflowGraph({ workflow, results, states, selected, onSelect }: WorkflowGraphProps) {
  const graph = useMemo(() => drawnGraph(workflow), [workflow])
  const drawing = useRef<SVGSVGElement>(null)
  const { canvas, view, size, handlers, fit, zoomIn, zoomOut, centre, reveal } = useViewport(graph.bounds)
  useEffect(() => {
    const shown = graph.nodes.find(({ name }) => name === selected)
    if (shown) reveal(shown.box)
  }, [selected, size])
  const notes = graph.nodes.filter(({ kind }) => kind === 'note')
  const nodes = graph.nodes.filter(({ kind }) => kind !== 'note')
  return html`<div
    class="graph"
    ref=${canvas}
    ...${handlers}
    tabindex="0"
    role="group"
    aria-label="Graph of the workflow. Arrow keys move it, plus and minus zoom, 0 fits it in."
  >
    <svg class="graph-drawing" ref=${drawing}>
      <defs>
        <pattern id="dots" width="20" height="20" patternUnits="userSpaceOnUse">
          <circle class="graph-dot" cx="1" cy="1" r="1" />
        </pattern>
      </defs>
      <g data-view transform=${`translate(${view.x} ${view.y}) scale(${view.scale})`}>
        <rect
          data-backdrop
          x="-20000"
          y="-20000"
          width="40000"
          height="40000"
          fill="url(#dots)"
          onClick=${() => onSelect(undefined)}
        />
        ${notes.map(drawn => html`<${NoteShape} key=${drawn.key} drawn=${drawn} />`)}
        ${graph.edges.map(edge => html`<${EdgeShape} key=${edge.key} edge=${edge} results=${results} />`)}
        ${nodes.map(drawn => html`<${PortNames} key=${`ports ${drawn.key}`} drawn=${drawn} />`)}
        ${nodes.map(
          drawn => html`<${NodeShape}
            key=${drawn.key}
            drawn=${drawn}
            state=${stateOf(drawn.name, results, states)}
            isSelected=${selected === drawn.name}
            onSelect=${onSelect}
          />`,
        )}
      </g>
    </svg>
    <${GraphSearch}
      nodes=${nodes}
      onFound=${(found: DrawnNode) => {
        onSelect(found.name)
        centre(middleOf(found.box))
      }}
    />
    <${GraphMap} graph=${graph} view=${view} size=${size} onGoTo=${centre} />
    ${nodes.length === 0 && html`<p class="graph-empty">This workflow has no nodes yet.</p>`}
    <div class="graph-tools" role="toolbar" aria-label="View of the graph">
      <button class="tool" aria-label="Zoom in" title="Zoom in" onClick=${zoomIn}><${Icon} name="plus" /></button>
      <button class="tool" aria-label="Zoom out" title="Zoom out" onClick=${zoomOut}><${Icon} name="minus" /></button>
      <button class="tool" aria-label="Fit the graph in" title="Fit the graph in" onClick=${fit}>
        <${Icon} name="fit" />
      </button>
      <button
        class="tool"
        aria-label="Save as SVG"
        title="Save as SVG"
        onClick=${() => drawing.current && saveSvg(drawing.current, graph.bounds, workflow.name ?? 'workflow')}
      >
        <${Icon} name="download" />
      </button>
    </div>
  </div>`
}

/** What a node is marked with. */
const stateOf = (name: string, results: Results | undefined, states: WorkflowGraphProps['states']) =>
  results ? (results.get(name)?.state ?? 'idle') : states?.get(name)

const middleOf = ({ x, y, width, height }: Box): Place => ({ x: x + width / 2, y: y + height / 2 })

function EdgeShape({ edge, results }: { edge: Edge; results: Results | undefined }) {
  const items = (results && itemsAlong(edge, results)) ?? 0
  const isRun = items > 0 || (edge.kind === 'inner' && results?.has(edge.from))
  const classes = ['edge', `edge-${edge.kind}`]
  if (results) classes.push(isRun ? 'is-run' : 'is-idle')
  return html`<g class=${classes.join(' ')}>
    <path class="edge-line" d=${edge.path} />
    ${
      items > 0 &&
      html`<text class="edge-items" x=${edge.middle.x} y=${edge.middle.y - 8}>
        ${formatNumber(items)} ${items === 1 ? 'item' : 'items'}
      </text>`
    }
  </g>`
}

const WIDTH = 180
const HEIGHT = 120

interface GraphMapProps {
  graph: Graph
  view: Place & { scale: number }
  size: { width: number; height: number }
  onGoTo: (place: Place) => void
}

/** A large graph at a glance, and which part of it is in view. A press goes there. */
function GraphMap({ graph: { nodes, bounds }, view, size, onGoTo }: GraphMapProps) {
  if (!size.width) return null
  const scale = Math.min(WIDTH / bounds.width, HEIGHT / bounds.height)
  const [width, height] = [bounds.width * scale, bounds.height * scale]
  const seen = {
    x: -view.x / view.scale,
    y: -view.y / view.scale,
    width: size.width / view.scale,
    height: size.height / view.scale,
  }
  const isSeen = ({ box }: DrawnNode) =>
    seen.x <= box.x &&
    seen.y <= box.y &&
    seen.x + seen.width >= box.x + box.width &&
    seen.y + seen.height >= box.y + box.height
  if (nodes.every(isSeen)) return null
  const press = (event: PointerEvent & { currentTarget: Element }) => {
    event.stopPropagation()
    if (event.type === 'pointermove' && event.buttons === 0) return
    const { left, top, width: wide, height: high } = event.currentTarget.getBoundingClientRect()
    const [x, y] = [(event.clientX - left) / wide, (event.clientY - top) / high]
    onGoTo({ x: bounds.x + x * bounds.width, y: bounds.y + y * bounds.height })
  }
  return html`<svg
    class="graph-map"
    width=${width}
    height=${height}
    viewBox=${`${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`}
    aria-hidden="true"
    onPointerDown=${press}
    onPointerMove=${press}
  >
    ${nodes.map(
      ({ key, kind, box, node }) => html`<rect
        key=${key}
        class=${kind === 'note' ? 'map-note' : node.disabled ? 'map-node is-disabled' : 'map-node'}
        x=${box.x}
        y=${box.y}
        width=${box.width}
        height=${box.height}
        rx="8"
      />`,
    )}
    <rect
      class="map-view"
      x=${seen.x}
      y=${seen.y}
      width=${seen.width}
      height=${seen.height}
      stroke-width=${2 / scale}
    />
  </svg>`
}

const SEARCHED_FROM_NODES = 12

/** Finds nodes of a large graph by name or type; Enter goes to the next one. */
function GraphSearch({ nodes, onFound }: { nodes: DrawnNode[]; onFound: (node: DrawnNode) => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  if (nodes.length < SEARCHED_FROM_NODES) return null
  const wanted = text.trim().toLowerCase()
  const found =
    wanted === '' ? [] : nodes.filter(({ name, node }) => `${name} ${node.type}`.toLowerCase().includes(wanted))
  const show = (nth: number) => {
    setAt(nth)
    const node = found[nth]
    if (node) onFound(node)
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key !== 'Enter' || found.length === 0) return
    event.preventDefault()
    show((at + (event.shiftKey ? found.length - 1 : 1)) % found.length)
  }
  const type = (event: FieldEvent) => {
    setText(event.target.value)
    // so that the first Enter goes to the first one
    setAt(-1)
  }
  return html`<div class="graph-search search" onPointerDown=${(event: Event) => event.stopPropagation()}>
    <${Icon} name="search" size=${16} />
    <input
      type="search"
      aria-label="Find a node"
      placeholder="Find a node"
      value=${text}
      onInput=${type}
      onKeyDown=${press}
    />
    <span class="graph-found" role="status">
      ${wanted === '' ? '' : found.length === 0 ? 'none' : `${Math.max(at + 1, 1)} of ${found.length}`}
    </span>
  </div>`
}

const COPIED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'display',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'paint-order',
]
const DROPPED = ['class', 'tabindex', 'role', 'aria-label', 'aria-pressed']

/** Saves a drawn graph as a picture of its own: whole, whatever part is in view, with the colours of the page. */
function saveSvg(svg: SVGSVGElement, bounds: Box, name: string) {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll('*')]
  for (const [at, element] of [copy, ...copy.querySelectorAll('*')].entries()) takeLook(element, originals[at] ?? svg)
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('viewBox', [bounds.x, bounds.y, bounds.width, bounds.height].map(Math.round).join(' '))
  copy.setAttribute('width', `${Math.round(bounds.width)}`)
  copy.setAttribute('height', `${Math.round(bounds.height)}`)
  copy.querySelector('[data-view]')?.removeAttribute('transform')
  for (const unseen of copy.querySelectorAll('[display="none"], [data-backdrop]')) unseen.remove()
  copy.prepend(background(bounds, getComputedStyle(svg).backgroundColor))
  saveText(
    `${name.replace(/[^\p{L}\p{N} _.-]+/gu, '_')}.svg`,
    'image/svg+xml',
    new XMLSerializer().serializeToString(copy),
  )
}

function takeLook(element: Element, original: Element) {
  const style = getComputedStyle(original)
  for (const property of COPIED) element.setAttribute(property, style.getPropertyValue(property))
  for (const attribute of DROPPED) element.removeAttribute(attribute)
}

function background({ x, y, width, height }: Box, color: string) {
  const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  for (const [name, value] of Object.entries({ x, y, width, height, fill: color })) rect.setAttribute(name, `${value}`)
  return rect
}
