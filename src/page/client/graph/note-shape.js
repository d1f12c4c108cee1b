import { html } from '../html.js'
import { wrapText } from './wrap-text.js'

const LINE = 19
/** Of a wide font: the page has whichever the machine has. */
const CHARACTER = 7.6
const TITLE_CHARACTER = 9.4
const PADDING = 16
const COLORS = 7

/** A sticky note: its words without their markup, cut where the note ends. */
export function NoteShape({ drawn: { key, node, box } }) {
  const { color, content } = node.parameters ?? {}
  const shade = Number.isInteger(color) && color > 0 ? ((color - 1) % COLORS) + 1 : 1
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

function noteLines(content, { width, height }) {
  const room = width - 2 * PADDING
  const most = Math.max(Math.floor((height - PADDING) / LINE), 1)
  const lines = content.split(/\r?\n/).flatMap(line => {
    const isTitle = /^#+\s/.test(line)
    const fitting = Math.max(Math.floor(room / (isTitle ? TITLE_CHARACTER : CHARACTER)), 4)
    return wrapText(withoutMarkup(line), fitting, most).map(text => ({ text, isTitle }))
  })
  return lines.slice(0, most)
}

const withoutMarkup = line =>
  line
    .replace(/^#+\s+/, '')
    .replace(/^\s*[-*]\s+/, '• ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)/g, '')
