import { formatNumber } from './format.js'
import { html, useEffect, useRef, useState } from './html.js'
import { Icon } from './icons.js'
import { useInstance } from './instance.js'
import { Mark } from './parts/mark.js'
import { openPalette } from './parts/open-palette.js'
import { placesOf } from './places.js'
import { hashOf } from './route.js'
import { forgetKey } from './session.js'
import { currentTheme, switchTheme } from './theme.js'
import { leave } from './unsaved.js'

/** Where one can go. On a phone it opens over the page. */
export function Navigation({ place }) {
  const shared = useInstance()
  const { counts, user } = shared
  const { instance, testKit } = placesOf(shared)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(false), [place])
  const toggle = useRef(null)
  const closeByKey = event => {
    if (event.key !== 'Escape' || !isOpen) return
    toggle.current.focus()
    setOpen(false)
  }
  return html`<header class=${isOpen ? 'side is-open' : 'side'} onKeyDown=${closeByKey}>
    <div class="side-head">
      <a class="brand" href=${hashOf(['workflows'])}><${Mark} /><span>Understudy</span></a>
      <button ref=${toggle} class="tool is-bare side-toggle" aria-expanded=${isOpen ? 'true' : 'false'} aria-controls="navigation"
        aria-label=${isOpen ? 'Close the menu' : 'Open the menu'} onClick=${() => setOpen(!isOpen)}>
        <${Icon} name=${isOpen ? 'close' : 'menu'} size=${20} />
      </button>
    </div>
    <div id="navigation" class="side-body">
      <button class="palette-button" onClick=${openPalette}>
        <${Icon} name="search" size=${16} /><span>Go to…</span><kbd>Ctrl K</kbd>
      </button>
      <nav aria-label="Instance"><${Places} places=${instance} place=${place} counts=${counts} /></nav>
      ${
        testKit.length > 0 &&
        html`<nav aria-labelledby="test-kit">
        <p class="side-title" id="test-kit">Test kit</p>
        <${Places} places=${testKit} place=${place} />
      </nav>`
      }
      <div class="side-foot">
        <a class="place" href="/api/v1/docs"><${Icon} name="book" /><span>API documentation</span></a>
        ${user && html`<p class="side-user" title=${user.role}>${user.email}</p>`}
        <div class="side-actions">
          <span class="side-host">${location.host}</span>
          <${ThemeButton} />
          <button class="tool is-bare" aria-label="Forget the key" title="Forget the key" onClick=${() => leave(forget)}><${Icon} name="leave" /></button>
        </div>
      </div>
    </div>
  </header>`
}

const Places = ({ places, place, counts }) => html`<ul>
  ${places.map(
    ({ name, title, icon }) => html`<li>
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

function forget() {
  forgetKey()
  location.reload()
}
