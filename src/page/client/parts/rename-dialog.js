import { html } from '../html.js'
import { ActionDialog } from './action-dialog.js'
import { NameField } from './name-field.js'

/**
 * Asks for another name of something.
 *
 * @param what the kind of thing: `tag`
 * @param sent the requests of a name: `(name: string) => Sent[]`
 */
export const RenameDialog = ({
  what,
  name,
  says,
  sent,
  onClose,
}) => html`<${ActionDialog} title=${`Rename “${name}”`} confirm=${`Rename ${what}`} says=${says} onClose=${onClose}
  sent=${form => sent(form.get('name'))} success=${form => `The ${what} is called “${form.get('name')}” now.`}><${NameField} value=${name} /><//>`
