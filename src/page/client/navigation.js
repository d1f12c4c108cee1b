import { formatNumber } from './format.js'
import { html, useEffect, useState } from './html.js'
import { Icon } from './icons.js'
import { hashOf } from './route.js'
import { forgetKey } from './session.js'
import { hasControl } from './settings.js'
import { currentTheme, switchTheme } from './theme.js'

const INSTANCE = [
  ['workflows', 'Workflows', 'workflow'],
  ['executions', 'Executions', 'play'],
  ['tags', 'Tags', 'tag'],
  ['users', 'Users', 'people'],
  ['credentials', 'Credentials', 'key'],
  ['audit', 'Audit', 'shield'],
]
const TEST_KIT = [
  ['requests', 'Requests', 'activity'],
  ['faults', 'Faults', 'bolt'],
  ['state', 'State', 'bookmark'],
]

/** Where one can go. On a phone it opens over the page. */
export function Navigation({ place, counts }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(false), [place])
  return html`<div class=${isOpen ? 'side is-open' : 'side'} onKeyDown=${event => event.key === 'Escape' && setOpen(false)}>
    <div class="side-head">
      <a class="brand" href=${hashOf(['workflows'])}><${Mark} /><span>Understudy</span></a>
      <button class="tool is-bare side-toggle" aria-expanded=${isOpen ? 'true' : 'false'} aria-controls="navigation"
        aria-label=${isOpen ? 'Close the menu' : 'Open the menu'} onClick=${() => setOpen(!isOpen)}>
        <${Icon} name=${isOpen ? 'close' : 'menu'} size=${20} />
      </button>
    </div>
    <div id="navigation" class="side-body">
      <nav aria-label="Instance"><${Places} places=${INSTANCE} place=${place} counts=${counts} /></nav>
      ${
        hasControl &&
        html`<nav aria-labelledby="test-kit">
        <p class="side-title" id="test-kit">Test kit</p>
        <${Places} places=${TEST_KIT} place=${place} />
      </nav>`
      }
      <div class="side-foot">
        <a class="place" href="/api/v1/docs"><${Icon} name="book" /><span>API documentation</span></a>
        <div class="side-actions">
          <span class="side-host">${location.host}</span>
          <${ThemeButton} />
          <button class="tool is-bare" aria-label="Forget the key" title="Forget the key" onClick=${leave}><${Icon} name="leave" /></button>
        </div>
      </div>
    </div>
  </div>`
}

const Places = ({ places, place, counts }) => html`<ul>
  ${places.map(
    ([name, title, icon]) => html`<li>
      <a class="place" href=${hashOf([name])} aria-current=${name === place ? 'page' : undefined}>
        <${Icon} name=${icon} /><span>${title}</span>
        ${counts?.[name] !== undefined && html`<span class="place-count" aria-hidden="true">${formatNumber(counts[name])}</span>`}
      </a>
    </li>`,
  )}
</ul>`

function ThemeButton() {
  const [theme, setTheme] = useState(currentTheme())
  const label = theme === 'dark' ? 'Change to light' : 'Change to dark'
  return html`<button class="tool is-bare" aria-label=${label} title=${label} onClick=${() => setTheme(switchTheme())}>
    <${Icon} name=${theme === 'dark' ? 'sun' : 'moon'} />
  </button>`
}

/** Two performers: the one behind, and the one who has stepped in. */
export const Mark = ({
  size = 28,
}) => html`<svg class="mark-logo" width=${size} height=${size} viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="9" class="mark-ground" />
  <circle cx="20" cy="12.5" r="5.5" class="mark-behind" />
  <circle cx="12.5" cy="19" r="6.5" class="mark-front" />
</svg>`

function leave() {
  forgetKey()
  location.reload()
}
