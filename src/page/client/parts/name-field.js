import { html } from '../html.js'

/**
 * One line of text of a form. `value` is what it begins with: what is typed stays, however often the view is drawn anew.
 */
export const NameField = ({ label = 'Name', name = 'name', value = '', required = true, ...more }) =>
  html`<label class="field"><span>${label}</span><input name=${name} required=${required} autocomplete="off" defaultValue=${value} ...${more} /></label>`
