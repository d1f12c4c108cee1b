// Runs before Scalar: the key of the address, or of this tab where the web page was opened in it, is filled in. Nothing is
// stored: a service that is started here later has the same origin, and would find it.
const SAVED = 'understudy.key'

const given = new URLSearchParams(location.hash.slice(1)).get('key')
if (given) history.replaceState(null, '', location.pathname)

// earlier versions of this page had Scalar keep what was typed
for (const kept of Object.keys(localStorage)) {
  if (kept.startsWith('scalar-reference-auth')) localStorage.removeItem(kept)
}

const key = given ?? sessionStorage.getItem(SAVED)
const { dataset } = document.getElementById('api-reference')
if (key) {
  const configuration = JSON.parse(dataset.configuration)
  configuration.authentication.securitySchemes = { ApiKeyAuth: { value: key } }
  dataset.configuration = JSON.stringify(configuration)
}
