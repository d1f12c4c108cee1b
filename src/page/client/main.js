import { html, render } from './html.js'
import { keepFocus } from './keep-focus.js'
import { borrowKey, lendKey, savedKey, takeKeyFromAddress } from './session.js'
import { Shell } from './shell.js'
import { applyTheme } from './theme.js'
import { isUnsaved } from './unsaved.js'

takeKeyFromAddress()
applyTheme()
keepFocus()
// the page that starts again takes the key; this one, made for another, shall not ask with it
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#key=') && !isUnsaved()) location.reload()
})
const start = () => {
  lendKey()
  render(html`<${Shell} />`, document.getElementById('page'))
}
if (savedKey() === null) borrowKey().then(start)
else start()
