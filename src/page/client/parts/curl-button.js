import { curlOf } from '../curl.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'

const SHOWN_MS = 2000

/** Copies requests as commands for a shell; nothing where there is none, or where the browser does not let a page copy. */
export function CurlButton({ sent, isBare = false }) {
  const [copied, setCopied] = useState(false)
  if (!sent?.length || !navigator.clipboard) return null
  const copy = async () => {
    await navigator.clipboard.writeText(sent.map(it => curlOf(it)).join('\n\n'))
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  const label = copied ? 'Copied' : 'Copy as curl'
  return html`<button type="button" class=${isBare ? 'button is-small is-bare' : 'button is-small'} onClick=${copy}>
    <${Icon} name=${copied ? 'check' : 'terminal'} size=${14} />${label}
  </button>`
}
