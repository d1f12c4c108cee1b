import { html } from '../html.js'

/** A path or an address that may go on in the next line after a slash, rather than inside a word. */
export const breakable = text => text.split(/(?<=[/?&])/).map(part => html`${part}<wbr />`)
