import { html } from '../html.js'

/** Two performers: the one behind, and the one who has stepped in. */
export const Mark = ({
  size = 28,
}) => html`<svg class="mark-logo" width=${size} height=${size} viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="9" class="mark-ground" />
  <circle cx="20" cy="12.5" r="5.5" class="mark-behind" />
  <circle cx="12.5" cy="19" r="6.5" class="mark-front" />
</svg>`
