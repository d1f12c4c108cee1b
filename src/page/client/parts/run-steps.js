import { count, formatDuration } from '../format.js'
import { isNote } from '../graph/kinds.js'
import { lookOf } from '../graph/node-look.js'
import { html } from '../html.js'
import { Icon } from '../icons.js'
import { STATUS_ICONS } from './badges.js'

/** The nodes that ran, in the order in which they did. */
export function RunSteps({ results, nodes, onSelect }) {
  const types = new Map(nodes.map(({ name, type }) => [name, type]))
  const steps = [...results].sort(([, a], [, b]) => (a.started ?? Infinity) - (b.started ?? Infinity))
  return html`<aside class="panel" aria-label="Nodes that ran">
    <header class="panel-head"><div class="cell-main"><h2>What ran</h2><p class="quiet">${count(steps.length, 'node')} of ${nodes.filter(node => !isNote(node)).length}</p></div></header>
    ${steps.length === 0 && html`<p class="panel-note">No node is known to have run.</p>`}
    <ol class="steps">
      ${steps.map(
        ([name, { state, milliseconds, outputs, error }]) => html`<li key=${name}>
          <button class=${`step state-${state}`} onClick=${() => onSelect(name)}>
            <span class=${`dot-icon hue-${lookOf(types.get(name)).hue}`}><${Icon} name=${lookOf(types.get(name)).icon} size=${15} /></span>
            <span class="cell-main">
              <strong>${name}</strong>
              <span class="cell-sub">${
                error
                  ? error.message
                  : `${formatDuration(milliseconds)} · ${count(
                      outputs.reduce((sum, items) => sum + items, 0),
                      'item',
                    )}`
              }</span>
            </span>
            <span class="step-sign" title=${state}><${Icon} name=${STATUS_ICONS[state] ?? 'check'} size=${15} /><span class="sr-only">${state}</span></span>
          </button>
        </li>`,
      )}
    </ol>
  </aside>`
}
