import { html } from '../html.js'
import { Icon } from '../icons.js'
import { useClosingMenu } from '../use-closing-menu.js'

/** Buttons behind one. `items`: `{ text, icon, onChoose }`. */
export function Menu({ label, items }) {
  const menu = useClosingMenu()
  const choose = action => {
    menu.current.open = false
    menu.current.querySelector('summary').focus()
    action()
  }
  return html`<details class="menu is-right" ref=${menu}>
    <summary class="button">${label}<${Icon} name="chevronDown" size=${14} /></summary>
    <div class="menu-body">
      ${items.map(
        ({ text, icon, onChoose }) =>
          html`<button type="button" class="menu-item" onClick=${() => choose(onChoose)}><${Icon} name=${icon} size=${16} />${text}</button>`,
      )}
    </div>
  </details>`
}
