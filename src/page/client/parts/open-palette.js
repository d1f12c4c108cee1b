/** Hears that the command palette is wanted. */
export const paletteCalls = new EventTarget()

export const openPalette = () => paletteCalls.dispatchEvent(new Event('open'))
