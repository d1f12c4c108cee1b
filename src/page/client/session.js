const KEY = 'understudy.key'

/** Takes the key from an address like `/#key=…` into this tab, and out of the address. */
export function takeKeyFromAddress() {
  const given = new URLSearchParams(location.hash.slice(1)).get('key')
  if (!given) return
  sessionStorage.setItem(KEY, given)
  history.replaceState(null, '', '#/workflows')
}

export const savedKey = () => sessionStorage.getItem(KEY)
export const saveKey = key => sessionStorage.setItem(KEY, key)
export const forgetKey = () => sessionStorage.removeItem(KEY)
