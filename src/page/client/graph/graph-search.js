import { html, useState } from '../html.js'
import { Icon } from '../icons.js'

const FROM_NODES = 12

/** Finds nodes of a large graph by name or type; Enter goes to the next one. */
export function GraphSearch({ nodes, onFound }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  if (nodes.length < FROM_NODES) return null
  const wanted = text.trim().toLowerCase()
  const found =
    wanted === '' ? [] : nodes.filter(({ name, node }) => `${name} ${node.type}`.toLowerCase().includes(wanted))
  const show = nth => {
    setAt(nth)
    if (found[nth]) onFound(found[nth])
  }
  const press = event => {
    event.stopPropagation()
    if (event.key !== 'Enter' || found.length === 0) return
    event.preventDefault()
    show((at + (event.shiftKey ? found.length - 1 : 1)) % found.length)
  }
  const type = event => {
    setText(event.target.value)
    // so that the first Enter goes to the first one
    setAt(-1)
  }
  return html`<div class="graph-search search" onPointerDown=${event => event.stopPropagation()}>
    <${Icon} name="search" size=${16} />
    <input type="search" aria-label="Find a node" placeholder="Find a node" value=${text} onInput=${type} onKeyDown=${press} />
    <span class="graph-found" role="status">${wanted === '' ? '' : found.length === 0 ? 'none' : `${Math.max(at + 1, 1)} of ${found.length}`}</span>
  </div>`
}
