import { html, render } from './html.js'
import { takeKeyFromAddress } from './session.js'
import { Shell } from './shell.js'
import { applyTheme } from './theme.js'

takeKeyFromAddress()
applyTheme()
addEventListener('hashchange', () => {
  if (!location.hash.startsWith('#key=')) return
  takeKeyFromAddress()
  location.reload()
})
render(html`<${Shell} />`, document.getElementById('page'))
