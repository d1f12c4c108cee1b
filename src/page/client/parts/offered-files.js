/** Hears of files that somebody wants to put in: `detail` is a list of `{ path, file }`. */
export const offeredFiles = new EventTarget()

export const offerFiles = files => offeredFiles.dispatchEvent(new CustomEvent('offered', { detail: files }))
