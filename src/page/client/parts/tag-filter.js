import { html } from '../html.js'
import { Icon } from '../icons.js'
import { useClosingMenu } from '../use-closing-menu.js'

/** Chooses tags by name. A name with a comma cannot be asked for, so it is not offered. */
export function TagFilter({ tags, chosen, onChange }) {
  const menu = useClosingMenu()
  const toggle = name => onChange(chosen.includes(name) ? chosen.filter(other => other !== name) : [...chosen, name])
  const offered = tags.filter(({ name }) => !name.includes(','))
  return html`<details class="menu" ref=${menu}>
    <summary class="button">
      <${Icon} name="tag" size=${15} />${chosen.length ? chosen.join(', ') : 'Tags'}<${Icon} name="chevronDown" size=${14} />
    </summary>
    <fieldset class="menu-body">
      <legend class="sr-only">Tags that a workflow must have</legend>
      ${offered.length === 0 && html`<p class="quiet">There are no tags.</p>`}
      ${offered.map(
        ({ id, name }) => html`<label key=${id} class="menu-item">
          <input type="checkbox" checked=${chosen.includes(name)} onChange=${() => toggle(name)} />${name}
        </label>`,
      )}
      ${chosen.length > 0 && html`<button type="button" class="button is-small" onClick=${() => onChange([])}>Clear</button>`}
    </fieldset>
  </details>`
}
