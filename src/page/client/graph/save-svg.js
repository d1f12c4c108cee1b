import { saveText } from '../save-text.js'

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
export function saveSvg(svg, bounds, name) {
  const copy = svg.cloneNode(true)
  const originals = [svg, ...svg.querySelectorAll('*')]
  for (const [at, element] of [copy, ...copy.querySelectorAll('*')].entries()) takeLook(element, originals[at])
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('viewBox', [bounds.x, bounds.y, bounds.width, bounds.height].map(Math.round).join(' '))
  copy.setAttribute('width', Math.round(bounds.width))
  copy.setAttribute('height', Math.round(bounds.height))
  copy.querySelector('[data-view]')?.removeAttribute('transform')
  for (const unseen of copy.querySelectorAll('[display="none"], [data-backdrop]')) unseen.remove()
  copy.prepend(background(bounds, getComputedStyle(svg).backgroundColor))
  saveText(
    `${name.replace(/[^\p{L}\p{N} _.-]+/gu, '_')}.svg`,
    'image/svg+xml',
    new XMLSerializer().serializeToString(copy),
  )
}

function takeLook(element, original) {
  const style = getComputedStyle(original)
  for (const property of COPIED) element.setAttribute(property, style.getPropertyValue(property))
  for (const attribute of DROPPED) element.removeAttribute(attribute)
}

function background({ x, y, width, height }, color) {
  const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  for (const [name, value] of Object.entries({ x, y, width, height, fill: color })) rect.setAttribute(name, value)
  return rect
}
