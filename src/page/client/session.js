const KEY = 'understudy.key'
const CHANNEL = 'understudy.key'
const PATIENCE_MS = 150
const LATEST_MS = 10_000

/** Takes the key from an address like `/#key=…` into this tab, and out of the address. */
export function takeKeyFromAddress() {
  const given = new URLSearchParams(location.hash.slice(1)).get('key')
  if (!given) return
  saveKey(given)
  history.replaceState(history.state, '', '#/workflows')
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

/**
 * Asks the other tabs of this origin for the key. A tab that is busy may answer after the person was asked for it: then
 * this tab starts again, with the key.
 */
export function borrowKey() {
  return new Promise(resolve => {
    const channel = new BroadcastChannel(CHANNEL)
    let isWaiting = true
    const goOn = () => {
      isWaiting = false
      resolve(undefined)
    }
    setTimeout(goOn, PATIENCE_MS)
    setTimeout(() => channel.close(), LATEST_MS)
    channel.onmessage = ({ data }) => {
      if (typeof data?.key !== 'string') return
      channel.close()
      if (savedKey() !== null) return
      saveKey(data.key)
      if (isWaiting) goOn()
      else location.reload()
    }
    channel.postMessage({ asks: true })
  })
}
