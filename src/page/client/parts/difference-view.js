import { differenceOf, nameOf, titleOf } from '../difference.js'
import { count } from '../format.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { JsonView } from './json-view.js'
import { Empty } from './states.js'

const SHOWN = 100

/** What differs between two states, to look into. */
export function DifferenceView({ before, after }) {
  const kinds = differenceOf(before, after)
  if (kinds.length === 0) return html`<${Empty} icon="check" title="Nothing differs" />`
  return kinds.map(
    ({ kind, added, removed, changed }) => html`<section class="difference" key=${kind} aria-label=${titleOf(kind)}>
      <h3>${titleOf(kind)} <span class="quiet">${[count(added.length, 'added', 'added'), count(removed.length, 'gone', 'gone'), count(changed.length, 'changed', 'changed')].join(' · ')}</span></h3>
      <ul>
        ${added.slice(0, SHOWN).map(record => html`<${Line} key=${record.id} sign="plus" look="is-added" name=${nameOf(kind, record)} after=${record} says="only in the second" />`)}
        ${removed.slice(0, SHOWN).map(record => html`<${Line} key=${record.id} sign="minus" look="is-gone" name=${nameOf(kind, record)} before=${record} says="only in the first" />`)}
        ${changed.slice(0, SHOWN).map(({ id, before, after, name, fields }) => html`<${Line} key=${id} sign="pencil" look="is-changed" name=${name} before=${before} after=${after} says=${fields.join('; ')} />`)}
      </ul>
      ${Math.max(added.length, removed.length, changed.length) > SHOWN && html`<p class="quiet">The first ${SHOWN} of each are shown.</p>`}
    </section>`,
  )
}

function Line({ sign, look, name, says, before = undefined, after = undefined }) {
  const [isOpen, setOpen] = useState(false)
  return html`<li>
    <details class=${`difference-line ${look}`} onToggle=${event => setOpen(event.target.open)}>
      <summary><${Icon} name=${sign} size=${15} /><strong>${name}</strong><span class="quiet">${says}</span></summary>
      ${
        isOpen &&
        html`<div class="difference-sides">
          ${before && html`<div><h4>First</h4><${JsonView} value=${before} label=${`${name}, in the first`} /></div>`}
          ${after && html`<div><h4>Second</h4><${JsonView} value=${after} label=${`${name}, in the second`} /></div>`}
        </div>`
      }
    </details>
  </li>`
}
