import { formatNumber } from '../format.js'
import { html, useMemo, useRef } from '../html.js'
import { Icon } from '../icons.js'
import { drawnGraph } from './drawn-graph.js'
import { GraphMap } from './graph-map.js'
import { GraphSearch } from './graph-search.js'
import { NodeShape, PortNames } from './node-shape.js'
import { NoteShape } from './note-shape.js'
import { itemsAlong } from './run-results.js'
import { saveSvg } from './save-svg.js'
import { useViewport } from './use-viewport.js'

/**
 * A workflow as its graph, to zoom, pan and save.
 *
 * @param results of an execution (`runResults`), if one is shown
 */
export function WorkflowGraph({ workflow, results, selected, onSelect }) {
  const graph = useMemo(() => drawnGraph(workflow), [workflow])
  const drawing = useRef(null)
  const { canvas, view, size, handlers, fit, zoomIn, zoomOut, centre } = useViewport(graph.bounds)
  const notes = graph.nodes.filter(({ kind }) => kind === 'note')
  const nodes = graph.nodes.filter(({ kind }) => kind !== 'note')
  return html`<div class="graph" ref=${canvas} ...${handlers} tabindex="0" role="group"
    aria-label="Graph of the workflow. Arrow keys move it, plus and minus zoom, 0 fits it in.">
    <svg class="graph-drawing" ref=${drawing}>
      <defs>
        <pattern id="dots" width="20" height="20" patternUnits="userSpaceOnUse">
          <circle class="graph-dot" cx="1" cy="1" r="1" />
        </pattern>
      </defs>
      <g data-view transform=${`translate(${view.x} ${view.y}) scale(${view.scale})`}>
        <rect data-backdrop x="-20000" y="-20000" width="40000" height="40000" fill="url(#dots)" onClick=${() => onSelect(undefined)} />
        ${notes.map(drawn => html`<${NoteShape} key=${drawn.key} drawn=${drawn} />`)}
        ${graph.edges.map(edge => html`<${Edge} key=${edge.key} edge=${edge} results=${results} />`)}
        ${nodes.map(drawn => html`<${PortNames} key=${`ports ${drawn.key}`} drawn=${drawn} />`)}
        ${nodes.map(
          drawn => html`<${NodeShape}
            key=${drawn.key}
            drawn=${drawn}
            result=${results?.get(drawn.name)}
            isExecution=${results !== undefined}
            isSelected=${selected === drawn.name}
            onSelect=${onSelect}
          />`,
        )}
      </g>
    </svg>
    <${GraphSearch} nodes=${nodes} onFound=${found => {
      onSelect(found.name)
      centre(middleOf(found.box))
    }} />
    <${GraphMap} graph=${graph} view=${view} size=${size} onGoTo=${centre} />
    ${nodes.length === 0 && html`<p class="graph-empty">This workflow has no nodes yet.</p>`}
    <div class="graph-tools" role="toolbar" aria-label="View of the graph">
      <button class="tool" aria-label="Zoom in" title="Zoom in" onClick=${zoomIn}><${Icon} name="plus" /></button>
      <button class="tool" aria-label="Zoom out" title="Zoom out" onClick=${zoomOut}><${Icon} name="minus" /></button>
      <button class="tool" aria-label="Fit the graph in" title="Fit the graph in" onClick=${fit}><${Icon} name="fit" /></button>
      <button class="tool" aria-label="Save as SVG" title="Save as SVG"
        onClick=${() => saveSvg(drawing.current, graph.bounds, workflow.name ?? 'workflow')}>
        <${Icon} name="download" />
      </button>
    </div>
  </div>`
}

const middleOf = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })

function Edge({ edge, results }) {
  const items = results && itemsAlong(edge, results)
  const isRun = items > 0 || (edge.kind === 'inner' && results?.has(edge.from))
  const classes = ['edge', `edge-${edge.kind}`]
  if (results) classes.push(isRun ? 'is-run' : 'is-idle')
  return html`<g class=${classes.join(' ')}>
    <path class="edge-line" d=${edge.path} />
    ${items > 0 && html`<text class="edge-items" x=${edge.middle.x} y=${edge.middle.y - 8}>${formatNumber(items)} ${items === 1 ? 'item' : 'items'}</text>`}
  </g>`
}
