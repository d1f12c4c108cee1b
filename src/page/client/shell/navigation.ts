import { html, useEffect, useEvent, useRef, useState } from '../html.ts'
import { forgetKey } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import { instanceNow } from '../instance/instance-time.ts'
import { formatNumber, formatShort } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { hashOf } from '../routing/hash.ts'
import { leave } from '../routing/unsaved.ts'
import { openPalette } from './command-palette.ts'
import { type Place, placesOf } from './places.ts'
import { currentTheme, switchTheme, themeChanges } from './theme.ts'

/** Where one can go. On a phone it opens over the page. */
export function Navigation({ place }: { place: string }) {
  const shared = useInstance()
  const { counts, user } = shared
  const { instance, testKit } = placesOf(shared)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(false), [place])
  const toggle = useRef<HTMLButtonElement>(null)
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    toggle.current?.focus()
    setOpen(false)
  }
  return html`<header class=${isOpen ? 'side is-open' : 'side'} onKeyDown=${closeByKey}>
    <div class="side-head">
      <a class="brand" href=${hashOf(['workflows'])}><${Mark} /><span>Understudy</span></a>
      <button
        ref=${toggle}
        class="tool is-bare side-toggle"
        aria-expanded=${isOpen ? 'true' : 'false'}
        aria-controls="navigation"
        aria-label=${isOpen ? 'Close the menu' : 'Open the menu'}
        onClick=${() => setOpen(!isOpen)}
      >
        <${Icon} name=${isOpen ? 'close' : 'menu'} size=${20} />
      </button>
    </div>
    <div id="navigation" class="side-body">
      <button class="palette-button" onClick=${openPalette}>
        <${Icon} name="search" size=${16} />
        <span>Go to…</span>
        <kbd>Ctrl K</kbd>
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
        <${Facts} />
        ${user && html`<p class="side-user" title=${user.role}>${user.email}</p>`}
        <div class="side-actions">
          <span class="side-host">${location.host}</span>
          <${ThemeButton} />
          <button
            class="tool is-bare"
            aria-label="Forget the key"
            title="Forget the key"
            onClick=${() => leave(forget)}
          >
            <${Icon} name="leave" />
          </button>
        </div>
      </div>
    </div>
  </header>`
}

/** What one must know to understand what is shown: the version, the clock where it is not the real one, simulated runs. */
function Facts() {
  const { version, clock, areRunsSimulated } = useInstance()
  const now = instanceNow()
  return html`<ul class="side-facts">
    ${version && html`<li title="The version that is simulated">${version}</li>`}
    ${
      clock &&
      now !== undefined &&
      html`<li>
        <a href=${hashOf(['snapshots'])}>Clock ${clock}: ${formatShort(new Date(now).toISOString())}</a>
      </li>`
    }
    ${
      areRunsSimulated !== undefined &&
      html`<li>
        <a href=${hashOf(['simulation'])}>Simulated runs: ${areRunsSimulated ? 'on' : 'off'}</a>
      </li>`
    }
  </ul>`
}

interface PlacesProps {
  places: Place[]
  place: string
  counts?: Record<string, number>
}

const Places = ({ places, place, counts }: PlacesProps) => html`<ul>
  ${places.map(
    ({ name, title, icon }) => html`<li>
      <a class="place" href=${hashOf([name])} aria-current=${name === place ? 'page' : undefined}>
        <${Icon} name=${icon} />
        <span>${title}</span>
        ${
          counts?.[name] !== undefined &&
          html`<span class="place-count" aria-hidden="true">${formatNumber(counts[name])}</span>`
        }
      </a>
    </li>`,
  )}
</ul>`

function ThemeButton() {
  const [theme, setTheme] = useState(currentTheme())
  useEvent(themeChanges, 'change', () => setTheme(currentTheme()))
  const label = theme === 'dark' ? 'Change to light' : 'Change to dark'
  return html`<button class="tool is-bare" aria-label=${label} title=${label} onClick=${() => switchTheme()}>
    <${Icon} name=${theme === 'dark' ? 'sun' : 'moon'} />
  </button>`
}

function forget() {
  forgetKey()
  location.reload()
}

/** Two performers: the one behind, and the one who has stepped in. */
export const Mark = ({
  size = 28,
}: {
  size?: number
}) => html`<svg class="mark-logo" width=${size} height=${size} viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="9" class="mark-ground" />
  <circle cx="20" cy="12.5" r="5.5" class="mark-behind" />
  <circle cx="12.5" cy="19" r="6.5" class="mark-front" />
</svg>`
