import { html } from '../html.js'
import { ActionDialog } from './action-dialog.js'

/**
 * Asks whether something is to be deleted.
 *
 * @param what the kind of thing: `tag`
 * @param says what becomes of what belongs to it
 */
export const DeleteDialog = ({
  what,
  name,
  says,
  path,
  onDone,
  onClose,
}) => html`<${ActionDialog} title=${`Delete “${name}”?`} confirm=${`Delete ${what}`} says=${says} danger onClose=${onClose}
  sent=${() => [{ method: 'DELETE', path }]} success=${() => `“${name}” is deleted.`} onDone=${onDone} />`
