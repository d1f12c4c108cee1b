// Runs before Scalar: the key of this tab, or of the address, is filled in.
const SAVED = 'understudy.key'

const address = new URLSearchParams(location.hash.slice(1))
const given = address.get('key')
if (given) {
  sessionStorage.setItem(SAVED, given)
  history.replaceState(null, '', location.pathname)
}

const key = given ?? sessionStorage.getItem(SAVED)
const { dataset } = document.getElementById('api-reference')
if (key) {
  // what Scalar kept of another key would win
  for (const kept of Object.keys(localStorage)) {
    if (kept.startsWith('scalar-reference-auth')) localStorage.removeItem(kept)
  }
  const configuration = JSON.parse(dataset.configuration)
  configuration.authentication.securitySchemes = { ApiKeyAuth: { value: key } }
  dataset.configuration = JSON.stringify(configuration)
}
