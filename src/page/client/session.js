const KEY = 'understudy.key'
const CHANNEL = 'understudy.key'
const PATIENCE_MS = 150

/** Takes the key from an address like `/#key=…` into this tab, and out of the address. */
export function takeKeyFromAddress() {
  const given = new URLSearchParams(location.hash.slice(1)).get('key')
  if (!given) return
  saveKey(given)
  history.replaceState(null, '', '#/workflows')
}

export const savedKey = () => sessionStorage.getItem(KEY)
export const forgetKey = () => sessionStorage.removeItem(KEY)
export function saveKey(key) {
  sessionStorage.setItem(KEY, key)
}

/**
 * Tells new tabs of this origin the key as long as this one has it. Nothing is stored where another program could find
 * it later, and a channel reaches this origin alone: its scheme, its host and its port.
 */
export function lendKey() {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    const key = savedKey()
    if (data?.asks && key !== null) channel.postMessage({ key })
  }
}

/** Asks the other tabs of this origin for the key. Gives whether one had it. */
export function borrowKey() {
  return new Promise(resolve => {
    const channel = new BroadcastChannel(CHANNEL)
    const end = found => {
      clearTimeout(timer)
      channel.close()
      resolve(found)
    }
    const timer = setTimeout(() => end(false), PATIENCE_MS)
    channel.onmessage = ({ data }) => {
      if (typeof data?.key !== 'string') return
      saveKey(data.key)
      end(true)
    }
    channel.postMessage({ asks: true })
  })
}
