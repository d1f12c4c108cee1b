import './styles/page.css'
import { html, render } from './html.ts'
import { requestKey, savedKey, shareKey, takeKeyFromAddress } from './instance/api.ts'
import { keepFocus } from './parts/keep-focus.ts'
import { followRows } from './parts/row-keys.ts'
import { isUnsaved } from './routing/unsaved.ts'
import { Shell } from './shell/shell.ts'
import { applyTheme } from './shell/theme.ts'

takeKeyFromAddress()
applyTheme()
keepFocus()
followRows()
// the page that starts again takes the key; this one, made for another, shall not ask with it
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#key=') && !isUnsaved()) location.reload()
})
const start = () => {
  shareKey()
  render(html`<${Shell} />`, document.getElementById('page') as HTMLElement)
}
if (savedKey() === null) requestKey().then(start)
else start()
