import { html } from '../html.ts'
import { typeName } from '../parts/format.ts'
import { PATHS } from '../parts/icons.ts'
import type { Box, DrawnNode, NodeKind, Place } from './drawn-graph.ts'
import { lettersOf, lookOf } from './node-types.ts'

const MARKS: Readonly<Record<string, string>> = {
  success: 'check',
  error: 'alert',
  crashed: 'alert',
  waiting: 'hourglass',
  running: 'play',
  canceled: 'close',
  'passed-on': 'arrow',
  fault: 'alert',
  warning: 'alert',
  note: 'note',
}

interface NodeShapeProps {
  drawn: DrawnNode
  /** What happened at it, or the worst that was found of it. */
  state: string | undefined
  isSelected: boolean
  onSelect: (name: string) => void
}

/** One node of the graph: a button that tells its name, its type and, of an execution, what happened at it. */
export function NodeShape({ drawn, state, isSelected, onSelect }: NodeShapeProps) {
  const { node, name, kind, box, ports } = drawn
  const letters = lettersOf(node.type)
  const { icon, hue } = { ...lookOf(node.type), ...letters }
  const classes = ['node', `node-${kind}`, `hue-${hue}`]
  if (state) classes.push(`state-${state}`)
  if (node.disabled) classes.push('is-disabled')
  if (isSelected) classes.push('is-selected')
  const activate = (event: KeyboardEvent) => {
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
    ${
      letters
        ? html`<${Letters} text=${letters.letters} ...${iconPlace(kind, box)} />`
        : html`<${Drawing} icon=${icon} ...${iconPlace(kind, box)} />`
    }
    <${Label} name=${name} kind=${kind} box=${box} disabled=${node.disabled} />
    ${
      kind === 'trigger' &&
      html`<${Drawing} icon="bolt" x=${-30} y=${box.height / 2 - 10} size=${20} className="node-bolt" />`
    }
    ${ports.inputs.map(({ y }) => html`<rect class="port" x="-4" y=${y - box.y - 8} width="8" height="16" rx="2" />`)}
    ${ports.outputs.map(({ y }) => html`<circle class="port" cx=${box.width} cy=${y - box.y} r="6" />`)}
    ${ports.slots.map(({ x }) => html`<path class="slot" d=${`M${x - box.x} ${box.height - 6}l6 6-6 6-6-6Z`} />`)}
    ${node.disabled && html`<path class="node-strike" d=${`M-12 ${box.height / 2}H${box.width + 12}`} />`}
    ${state !== undefined && MARKS[state] && html`<${Mark} icon=${MARKS[state]} x=${box.width - 12} />`}
  </g>`
}

/** What the outputs and the places of sub-nodes are called; beside the node, not part of it. */
export const PortNames = ({ drawn: { ports } }: { drawn: DrawnNode }) => html`<g aria-hidden="true">
  ${ports.outputs.map(({ x, y, name }) => name && html`<text class="port-name" x=${x + 10} y=${y - 8}>${name}</text>`)}
  ${ports.slots.map(({ x, y, name }) => html`<text class="slot-name" x=${x} y=${y + 20}>${name}</text>`)}
</g>`

const Mark = ({ icon, x }: { icon: string; x: number }) => html`<g class="mark" transform=${`translate(${x} -12)`}>
  <circle cx="12" cy="12" r="13" />
  <${Drawing} icon=${icon} x=${4} y=${4} size=${16} className="mark-icon" />
</g>`

interface DrawingProps extends Place {
  icon: string
  size: number
  className?: string
}

const Drawing = ({ icon, x, y, size, className = 'node-icon' }: DrawingProps) =>
  html`<path class=${className} d=${PATHS[icon]} transform=${`translate(${x} ${y}) scale(${size / 24})`} />`

const Letters = ({ text, x, y, size }: Place & { text: string; size: number }) =>
  html`<text class="node-letters" x=${x + size / 2} y=${y + size / 2} font-size=${size * 0.62}>${text}</text>`

function Label({ name, kind, box, disabled }: { name: string; kind: NodeKind; box: Box; disabled?: boolean }) {
  const isInside = kind === 'parent' || kind === 'subparent'
  const lines = wrapText(name, isInside ? 20 : 22, isInside ? 3 : 2)
  const first = isInside ? box.height / 2 + 5 - (lines.length - 1) * 9 : box.height + 20
  const x = isInside ? 84 : box.width / 2
  const texts = disabled && !isInside ? [...lines, '(disabled)'] : lines
  return html`<text class=${isInside ? 'node-name is-inside' : 'node-name'} x=${x} y=${first}>
    ${texts.map((line, at) => html`<tspan x=${x} dy=${at ? 18 : 0}>${`${line} `}</tspan>`)}
  </text>`
}

function iconPlace(kind: NodeKind, box: Box): Place & { size: number } {
  if (kind === 'parent' || kind === 'subparent') return { x: 26, y: box.height / 2 - 20, size: 40 }
  const size = kind === 'sub' ? 34 : 42
  return { x: (box.width - size) / 2, y: (box.height - size) / 2, size }
}

/** The outline of a node: round at the left where it starts the workflow, a circle where it serves another. */
function outlineOf(kind: NodeKind, { width, height }: Box, gap: number) {
  const isRound = kind === 'sub' || kind === 'subparent'
  const right = isRound ? height / 2 : 10
  const left = kind === 'trigger' ? 38 : right
  const [l, r] = [left + gap, right + gap]
  const [x0, y0, x1, y1] = [-gap, -gap, width + gap, height + gap]
  const top = `M${x0 + l} ${y0}H${x1 - r}a${r} ${r} 0 0 1 ${r} ${r}`
  const bottom = `V${y1 - r}a${r} ${r} 0 0 1 ${-r} ${r}H${x0 + l}a${l} ${l} 0 0 1 ${-l} ${-l}`
  return `${top}${bottom}V${y0 + l}a${l} ${l} 0 0 1 ${l} ${-l}Z`
}

const STATE_WORDS: Readonly<Record<string, string>> = { idle: 'did not run', 'passed-on': 'not simulated' }

function describeNode({ node, name, kind }: DrawnNode, state: string | undefined) {
  const words = [node.disabled ? `${name} (disabled)` : name, typeName(node.type)]
  if (kind === 'trigger') words.push('trigger')
  if (state) words.push(STATE_WORDS[state] ?? state)
  return words.join(', ')
}

const LINE = 19
/** Of a wide font: the page has whichever the machine has. */
const CHARACTER = 7.6
const TITLE_CHARACTER = 9.4
const PADDING = 16
const COLORS = 7

/** A sticky note: its words without their markup, cut where the note ends. */
export function NoteShape({ drawn: { key, node, box } }: { drawn: DrawnNode }) {
  const { color, content } = node.parameters ?? {}
  const shade = typeof color === 'number' && Number.isInteger(color) && color > 0 ? ((color - 1) % COLORS) + 1 : 1
  return html`<g class=${`note note-${shade}`} transform=${`translate(${box.x} ${box.y})`}>
    <rect class="note-box" width=${box.width} height=${box.height} rx="6" />
    <clipPath id=${`note-${key}`}><rect width=${box.width} height=${box.height} rx="6" /></clipPath>
    <text class="note-text" y=${PADDING + 10} clip-path=${`url(#note-${key})`}>
      ${noteLines(String(content ?? ''), box).map(
        ({ text, isTitle }, at) => html`<tspan class=${isTitle ? 'note-title' : ''} x=${PADDING} dy=${at ? LINE : 0}>
          ${text || '\u00a0'}
        </tspan>`,
      )}
    </text>
  </g>`
}

function noteLines(content: string, { width, height }: Box) {
  const room = width - 2 * PADDING
  const most = Math.max(Math.floor((height - PADDING) / LINE), 1)
  const lines = content.split(/\r?\n/).flatMap(line => {
    const isTitle = /^#+\s/.test(line)
    const fitting = Math.max(Math.floor(room / (isTitle ? TITLE_CHARACTER : CHARACTER)), 4)
    return wrapText(withoutMarkup(line), fitting, most).map(text => ({ text, isTitle }))
  })
  return lines.slice(0, most)
}

/** No note shows more of a line. */
const MAX_LINE = 2000

const withoutMarkup = (line: string) =>
  line
    .slice(0, MAX_LINE)
    .replace(/^#+\s+/, '')
    .replace(/^\s*[-*]\s+/, '• ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)/g, '')

/** Text in lines of at most `width` characters, at most `most` of them; what does not fit ends in `…`. */
export function wrapText(text: string, width: number, most: number): string[] {
  const lines = String(text)
    .split(/\r?\n/)
    .flatMap(line => wrapLine(line, width))
  if (lines.length <= most) return lines
  const shown = lines.slice(0, most)
  const last = shown.at(-1) ?? ''
  shown[most - 1] = `${last.length >= width ? last.slice(0, width - 1) : last}…`
  return shown
}

function wrapLine(line: string, width: number) {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(/\s+/)) {
    if (current && current.length + 1 + word.length > width) {
      lines.push(current)
      current = ''
    }
    current = current ? `${current} ${word}` : word
    while (current.length > width) {
      lines.push(current.slice(0, width))
      current = current.slice(width)
    }
  }
  return [...lines, current]
}
