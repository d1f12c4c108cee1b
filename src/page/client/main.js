import { html, render } from './html.js'
import { borrowKey, lendKey, savedKey, takeKeyFromAddress } from './session.js'
import { Shell } from './shell.js'
import { applyTheme } from './theme.js'

takeKeyFromAddress()
applyTheme()
addEventListener('hashchange', () => {
  if (!location.hash.startsWith('#key=')) return
  takeKeyFromAddress()
  location.reload()
})
const start = () => {
  lendKey()
  render(html`<${Shell} />`, document.getElementById('page'))
}
if (savedKey() === null) borrowKey().then(start)
else start()
