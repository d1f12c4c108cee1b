import { html } from '../html.js'

/** One line of text of a form. */
export const NameField = ({ label = 'Name', name = 'name', value = '', required = true, ...more }) =>
  html`<label class="field"><span>${label}</span><input name=${name} required=${required} autocomplete="off" value=${value} ...${more} /></label>`
