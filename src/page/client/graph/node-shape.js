import { typeName } from '../format.js'
import { html } from '../html.js'
import { PATHS } from '../icons.js'
import { lettersOf, lookOf } from './node-look.js'
import { wrapText } from './wrap-text.js'

const MARKS = {
  success: 'check',
  error: 'alert',
  crashed: 'alert',
  waiting: 'hourglass',
  running: 'play',
  canceled: 'close',
}

/** One node of the graph: a button that tells its name, its type and, of an execution, what happened at it. */
export function NodeShape({ drawn, result, isExecution, isSelected, onSelect }) {
  const { node, name, kind, box, ports } = drawn
  const letters = lettersOf(node.type)
  const { icon, hue } = { ...lookOf(node.type), ...letters }
  const state = result?.state ?? (isExecution ? 'idle' : undefined)
  const classes = ['node', `node-${kind}`, `hue-${hue}`]
  if (state) classes.push(`state-${state}`)
  if (node.disabled) classes.push('is-disabled')
  if (isSelected) classes.push('is-selected')
  const activate = event => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    event.stopPropagation()
    onSelect(name)
  }
  return html`<g
    class=${classes.join(' ')}
    transform=${`translate(${box.x} ${box.y})`}
    tabindex="0"
    role="button"
    aria-label=${describeNode(drawn, state)}
    aria-pressed=${isSelected ? 'true' : 'false'}
    onClick=${() => onSelect(name)}
    onKeyDown=${activate}
  >
    <title>${`${name} · ${typeName(node.type)}`}</title>
    <path class="node-ring" d=${outlineOf(kind, box, 5)} />
    <path class="node-box" d=${outlineOf(kind, box, 0)} />
    ${letters ? html`<${Letters} text=${letters.letters} ...${iconPlace(kind, box)} />` : html`<${Drawing} icon=${icon} ...${iconPlace(kind, box)} />`}
    <${Label} name=${name} kind=${kind} box=${box} disabled=${node.disabled} />
    ${kind === 'trigger' && html`<${Drawing} icon="bolt" x=${-30} y=${box.height / 2 - 10} size=${20} className="node-bolt" />`}
    ${ports.inputs.map(({ y }) => html`<rect class="port" x="-4" y=${y - box.y - 8} width="8" height="16" rx="2" />`)}
    ${ports.outputs.map(({ y }) => html`<circle class="port" cx=${box.width} cy=${y - box.y} r="6" />`)}
    ${ports.slots.map(({ x }) => html`<path class="slot" d=${`M${x - box.x} ${box.height - 6}l6 6-6 6-6-6Z`} />`)}
    ${node.disabled && html`<path class="node-strike" d=${`M-12 ${box.height / 2}H${box.width + 12}`} />`}
    ${MARKS[state] && html`<${Mark} icon=${MARKS[state]} x=${box.width - 12} />`}
  </g>`
}

/** What the outputs and the places of sub-nodes are called; beside the node, not part of it. */
export const PortNames = ({ drawn: { ports } }) => html`<g aria-hidden="true">
  ${ports.outputs.map(({ x, y, name }) => name && html`<text class="port-name" x=${x + 10} y=${y - 8}>${name}</text>`)}
  ${ports.slots.map(({ x, y, name }) => html`<text class="slot-name" x=${x} y=${y + 20}>${name}</text>`)}
</g>`

const Mark = ({ icon, x }) => html`<g class="mark" transform=${`translate(${x} -12)`}>
  <circle cx="12" cy="12" r="13" />
  <${Drawing} icon=${icon} x=${4} y=${4} size=${16} className="mark-icon" />
</g>`

const Drawing = ({ icon, x, y, size, className = 'node-icon' }) =>
  html`<path class=${className} d=${PATHS[icon]} transform=${`translate(${x} ${y}) scale(${size / 24})`} />`

const Letters = ({ text, x, y, size }) =>
  html`<text class="node-letters" x=${x + size / 2} y=${y + size / 2} font-size=${size * 0.62}>${text}</text>`

function Label({ name, kind, box, disabled }) {
  const isInside = kind === 'parent' || kind === 'subparent'
  const lines = wrapText(name, isInside ? 20 : 22, isInside ? 3 : 2)
  const first = isInside ? box.height / 2 + 5 - (lines.length - 1) * 9 : box.height + 20
  const x = isInside ? 84 : box.width / 2
  const texts = disabled && !isInside ? [...lines, '(disabled)'] : lines
  return html`<text class=${isInside ? 'node-name is-inside' : 'node-name'} x=${x} y=${first}>
    ${texts.map((line, at) => html`<tspan x=${x} dy=${at ? 18 : 0}>${`${line} `}</tspan>`)}
  </text>`
}

function iconPlace(kind, box) {
  if (kind === 'parent' || kind === 'subparent') return { x: 26, y: box.height / 2 - 20, size: 40 }
  const size = kind === 'sub' ? 34 : 42
  return { x: (box.width - size) / 2, y: (box.height - size) / 2, size }
}

/** The outline of a node: round at the left where it starts the workflow, a circle where it serves another. */
function outlineOf(kind, { width, height }, gap) {
  const left = { trigger: 38, sub: height / 2, subparent: height / 2 }[kind] ?? 10
  const right = { sub: height / 2, subparent: height / 2 }[kind] ?? 10
  const [l, r] = [left + gap, right + gap]
  const [x0, y0, x1, y1] = [-gap, -gap, width + gap, height + gap]
  return `M${x0 + l} ${y0}H${x1 - r}a${r} ${r} 0 0 1 ${r} ${r}V${y1 - r}a${r} ${r} 0 0 1 ${-r} ${r}H${x0 + l}a${l} ${l} 0 0 1 ${-l} ${-l}V${y0 + l}a${l} ${l} 0 0 1 ${l} ${-l}Z`
}

function describeNode({ node, name, kind }, state) {
  const words = [node.disabled ? `${name} (disabled)` : name, typeName(node.type)]
  if (kind === 'trigger') words.push('trigger')
  if (state) words.push(state === 'idle' ? 'did not run' : state)
  return words.join(', ')
}
