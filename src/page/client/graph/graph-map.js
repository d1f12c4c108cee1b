import { html } from '../html.js'

const WIDTH = 180
const HEIGHT = 120
const FROM_NODES = 12

/** A large graph at a glance, and which part of it is in view. A press goes there. */
export function GraphMap({ graph: { nodes, bounds }, view, size, onGoTo }) {
  if (nodes.length < FROM_NODES || !size.width) return null
  const scale = Math.min(WIDTH / bounds.width, HEIGHT / bounds.height)
  const [width, height] = [bounds.width * scale, bounds.height * scale]
  const seen = {
    x: -view.x / view.scale,
    y: -view.y / view.scale,
    width: size.width / view.scale,
    height: size.height / view.scale,
  }
  const isWhole =
    seen.x <= bounds.x &&
    seen.y <= bounds.y &&
    seen.x + seen.width >= bounds.x + bounds.width &&
    seen.y + seen.height >= bounds.y + bounds.height
  if (isWhole) return null
  const press = event => {
    event.stopPropagation()
    if (event.type === 'pointermove' && event.buttons === 0) return
    const { left, top, width: wide, height: high } = event.currentTarget.getBoundingClientRect()
    const [x, y] = [(event.clientX - left) / wide, (event.clientY - top) / high]
    onGoTo({ x: bounds.x + x * bounds.width, y: bounds.y + y * bounds.height })
  }
  return html`<svg class="graph-map" width=${width} height=${height} viewBox=${`${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`}
    aria-hidden="true" onPointerDown=${press} onPointerMove=${press}>
    ${nodes.map(({ key, kind, box, node }) => html`<rect key=${key} class=${kind === 'note' ? 'map-note' : node.disabled ? 'map-node is-disabled' : 'map-node'} x=${box.x} y=${box.y} width=${box.width} height=${box.height} rx="8" />`)}
    <rect class="map-view" x=${seen.x} y=${seen.y} width=${seen.width} height=${seen.height} stroke-width=${2 / scale} />
  </svg>`
}
