import { formatNumber } from '../format.js'
import { html } from '../html.js'

/** How far a clone is, or what it brought. */
export function CloneResult({ clone: { status, url, progress, version, counts = {}, gaps = [] }, onCancel, onClose }) {
  if (status === 'running') {
    return html`<p class="dialog-says">Reading ${url}. This may be closed; it goes on.</p>
      <div class="form" role="group" aria-label="How far it is">
        ${progress.map(part => html`<${Part} key=${part.part} ...${part} />`)}
        ${progress.length === 0 && html`<p class="quiet">Asking what is there…</p>`}
      </div>
      <div class="dialog-actions">
        <button type="button" class="button" onClick=${onClose}>Close</button>
        <button type="button" class="button is-danger" onClick=${onCancel}>Cancel the clone</button>
      </div>`
  }
  return html`<p class="dialog-says">${url} answers like ${version}. It is here now.</p>
    <ul class="places" aria-label="What was put in">
      ${Object.entries(counts).map(([part, number]) => html`<li><strong>${formatNumber(number)}</strong>${TITLES[part] ?? part}</li>`)}
    </ul>
    ${
      gaps.length > 0 &&
      html`<div role="note" aria-label="What is missing">
        ${gaps.map(({ part, because }) => html`<p><strong>Missing: ${part}</strong> (${because})</p>`)}
      </div>`
    }
    <div class="dialog-actions"><button type="button" class="button is-primary" onClick=${onClose}>Done</button></div>`
}

const TITLES = { dataTables: 'data tables' }

const Part = ({
  part,
  done,
  total,
}) => html`<label class="field"><span>${part}: ${formatNumber(done)}${total === undefined ? '' : ` of ${formatNumber(total)}`}</span>
  <progress max=${total ?? 1} value=${total === undefined ? undefined : done}></progress>
</label>`
