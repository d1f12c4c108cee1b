import { html, useRef } from '../html.js'
import { Icon } from '../icons.js'
import { offerFiles } from './offered-files.js'

/** Takes files, as dropping them anywhere on the page does. */
export function ImportButton({ text = 'Import' }) {
  const field = useRef(null)
  const take = event => {
    offerFiles(Array.from(event.target.files, file => ({ path: file.webkitRelativePath || file.name, file })))
    event.target.value = ''
  }
  return html`<button class="button" onClick=${() => field.current.click()}><${Icon} name="upload" size=${15} />${text}</button>
    <input ref=${field} type="file" accept=".json,application/json" multiple hidden onChange=${take} />`
}
