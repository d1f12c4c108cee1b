import { html } from '../html.ts'
import { useInstance } from '../instance/instance.ts'
import type { ApiKey } from '../instance/records.ts'
import { ActionDialog, Dialog, NameField } from '../parts/dialogs.ts'
import { formatShort, instanceNow } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { tell } from '../parts/toasts.ts'
import type { MadeKey } from './users.ts'

const given = (form: FormData, name: string): Record<string, string> => {
  const text = String(form.get(name) ?? '').trim()
  return text === '' ? {} : { [name]: text }
}

/** Makes a user; a key for it is the next question. */
interface UserDialogProps {
  onClose: () => void
  onKeyWanted: (email: string, role: string) => void
}

export const UserDialog = ({
  onClose,
  onKeyWanted,
}: UserDialogProps) => html`<${ActionDialog} title="New user" confirm="Create user" onClose=${onClose}
  says="The user is there at once. No e-mail is sent, and there is no password: an API key is made next."
  sent=${(form: FormData) => [
    {
      method: 'POST',
      path: '/_control/seed',
      body: {
        users: [
          { email: form.get('email'), role: form.get('role'), ...given(form, 'firstName'), ...given(form, 'lastName') },
        ],
      },
    },
  ]}
  success=${(form: FormData) => `${form.get('email')} is a user now.`} onDone=${(_: unknown, form: FormData) => onKeyWanted(String(form.get('email')), String(form.get('role')))}>
  <${NameField} label="E-mail" name="email" type="email" />
  <div class="fields">
    <${NameField} label="First name" name="firstName" required=${false} maxlength="32" />
    <${NameField} label="Last name" name="lastName" required=${false} maxlength="32" />
  </div>
  <label class="field"><span>Role</span>
    <select name="role"><option value="global:member">Member</option><option value="global:admin">Admin</option></select>
  </label>
<//>`

/** Makes a key for a user, with the scopes that are chosen where the version has them. */
interface KeyDialogProps {
  user: string
  role: string
  onClose: () => void
  onMade: (made: MadeKey) => void
}

export function KeyDialog({ user, role, onClose, onMade }: KeyDialogProps) {
  const { scopesOf } = useInstance()
  const scopes = scopesOf?.[role] ?? []
  const sent = (form: FormData) => {
    const chosen = form.getAll('scope')
    const isLess = chosen.length > 0 && chosen.length < scopes.length
    const expiresAt = form.get('expiresAt') ? { expiresAt: new Date(String(form.get('expiresAt'))).toISOString() } : {}
    return [
      {
        method: 'POST',
        path: '/_control/keys',
        body: { user, ...given(form, 'label'), ...(isLess ? { scopes: chosen } : {}), ...expiresAt },
      },
    ]
  }
  return html`<${ActionDialog} title=${`New key for ${user}`} confirm="Create key" onClose=${onClose} sent=${sent} onDone=${([made]: [MadeKey]) => onMade(made)}
    says=${scopes.length ? 'The key is shown once, right afterwards. Without a choice of scopes it may do all that its user may.' : 'The key is shown once, right afterwards. It may do what its user may.'}>
    <div class="fields">
      <${NameField} label="Label" name="label" value=${`Page, ${formatShort(new Date(instanceNow() ?? Date.now()).toISOString())}`} maxlength="100" />
      <${NameField} label="Expires (optional)" name="expiresAt" type="datetime-local" required=${false} />
    </div>
    ${
      scopes.length > 0 &&
      html`<details class="scopes"><summary>Scopes</summary>
        <fieldset class="checks is-list"><legend class="sr-only">Scopes</legend>
          ${scopes.map(scope => html`<label key=${scope}><input type="checkbox" name="scope" value=${scope} /><code>${scope}</code></label>`)}
        </fieldset>
      </details>`
    }
  <//>`
}

/** The one time that a key is shown. */
export function NewKey({ made: { apiKey, user }, onClose }: { made: MadeKey; onClose: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(apiKey)
    tell('The key is copied.')
  }
  return html`<${Dialog} title=${`The key of ${user}`} onClose=${onClose}>
    <p class="dialog-says">It is shown this once: the instance keeps only a hash of it.</p>
    <code class="new-key" tabindex="0" aria-label="The new key">${apiKey}</code>
    <div class="dialog-actions">
      ${navigator.clipboard && html`<button class="button" onClick=${copy}><${Icon} name="copy" size=${15} />Copy the key</button>`}
      <button class="button is-primary" onClick=${onClose}>I have it</button>
    </div>
  <//>`
}

export const RevokeKey = ({
  apiKey: { id, label, user },
  onClose,
}: {
  apiKey: ApiKey
  onClose: () => void
}) => html`<${ActionDialog} title=${`Revoke “${label}” of ${user ?? 'nobody'}?`}
  confirm="Revoke key" danger onClose=${onClose} says="From now on the key is worth nothing. Clients that use it are answered 401."
  sent=${() => [{ method: 'DELETE', path: `/_control/keys/${encodeURIComponent(id)}` }]} success=${() => `“${label}” is revoked.`} />`
