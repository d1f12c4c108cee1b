// Runs before Scalar, which it loads once the page is drawn: the key of the address, or of this tab where the web page was opened in
// it, is filled in. Nothing is stored: a service that is started here later has the same origin, and would find it.
const SAVED = 'understudy.key'

const given = new URLSearchParams(location.hash.slice(1)).get('key')
if (given) history.replaceState(null, '', location.pathname)

// earlier versions of this page had Scalar store what was typed
for (const name of Object.keys(localStorage)) {
  if (name.startsWith('scalar-reference-auth')) localStorage.removeItem(name)
}

const key = given ?? sessionStorage.getItem(SAVED)
const { dataset } = document.getElementById('api-reference')
// the documents to show are the sources of the configuration
delete dataset.url
const { spec: _, ...configuration } = JSON.parse(dataset.configuration)
if (key) configuration.authentication.securitySchemes = { ApiKeyAuth: { value: key } }
dataset.configuration = JSON.stringify(configuration)

const overview = document.getElementById('overview')
new MutationObserver((_, observer) => {
  if (!document.querySelector('.scalar-app h1')) return
  observer.disconnect()
  overview.remove()
}).observe(document.body, { childList: true, subtree: true })

// the overview is on the screen before the script is read, which takes seconds on a slow machine
requestAnimationFrame(() => setTimeout(load))

function load() {
  const scalar = document.createElement('script')
  scalar.src = 'docs/scalar.js'
  scalar.onerror = () => {
    overview.querySelector('[role=status]').textContent = 'The documentation did not load: open this page again.'
  }
  document.body.append(scalar)
}
