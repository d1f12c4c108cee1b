import { type FieldEvent, html, useState } from '../html.ts'
import { useInstance } from '../instance/instance.ts'
import { instanceNow } from '../instance/instance-time.ts'
import type { ApiKey } from '../instance/records.ts'
import { ActionDialog, Dialog, NameField } from '../parts/dialogs.ts'
import { formatShort } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { showToast } from '../parts/toasts.ts'

/** A key that was just made: the one time that it is known. */
export interface MadeKey {
  apiKey: string
  user: string
}

const given = (form: FormData, name: string): Record<string, string> => {
  const text = String(form.get(name) ?? '').trim()
  return text === '' ? {} : { [name]: text }
}

interface UserDialogProps {
  onClose: () => void
  onKeyWanted: (email: string, role: string) => void
}

/** Makes a user; a key for it is the next question. */
export const UserDialog = ({ onClose, onKeyWanted }: UserDialogProps) => html`<${ActionDialog}
  title="New user"
  confirm="Create user"
  onClose=${onClose}
  says="Creates the user at once, without an e-mail or a password. An API key is next."
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
  success=${(form: FormData) => `Created ${form.get('email')}.`}
  onDone=${(_: unknown, form: FormData) => onKeyWanted(String(form.get('email')), String(form.get('role')))}
>
  <${NameField} label="E-mail" name="email" type="email" />
  <div class="fields">
    <${NameField} label="First name" name="firstName" required=${false} maxlength="32" />
    <${NameField} label="Last name" name="lastName" required=${false} maxlength="32" />
  </div>
  <label class="field">
    <span>Role</span>
    <select name="role">
      <option value="global:member">Member</option>
      <option value="global:admin">Admin</option>
    </select>
  </label>
<//>`

interface KeyDialogProps {
  user: string
  role: string
  onClose: () => void
  onMade: (made: MadeKey) => void
}

/** Makes a key for a user, with the scopes that are chosen where the version has them. */
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
  return html`<${ActionDialog}
    title=${`New key for ${user}`}
    confirm="Create key"
    onClose=${onClose}
    sent=${sent}
    onDone=${([made]: [MadeKey]) => onMade(made)}
    says=${`The key is shown once, right afterwards. ${
      scopes.length ? 'Without chosen scopes it may do all that its user may.' : 'It may do what its user may.'
    }`}
  >
    <div class="fields">
      <${NameField}
        label="Label"
        name="label"
        value=${`Page, ${formatShort(new Date(instanceNow() ?? Date.now()).toISOString())}`}
        maxlength="100"
      />
      <${NameField} label="Expires (optional)" name="expiresAt" type="datetime-local" required=${false} />
    </div>
    ${scopes.length > 0 && html`<${Scopes} scopes=${scopes} />`}
  <//>`
}

/** The scopes of a key, by resource, to filter; none chosen: all of them. */
function Scopes({ scopes }: { scopes: string[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [filter, setFilter] = useState('')
  const groups = Object.entries(Object.groupBy(scopes, scope => scope.split(':')[0] ?? scope))
  const isShown = (scope: string) => scope.toLowerCase().includes(filter.trim().toLowerCase())
  const set = (changed: string[], on: boolean) => {
    const next = new Set(chosen)
    for (const scope of changed) on ? next.add(scope) : next.delete(scope)
    setChosen(next)
  }
  return html`<details class="scopes">
    <summary>Scopes: ${chosen.size === 0 ? 'all' : `${chosen.size} of ${scopes.length}`}</summary>
    <div class="scope-tools">
      <input
        type="search"
        aria-label="Filter scopes"
        placeholder="Filter"
        value=${filter}
        onInput=${(event: FieldEvent) => setFilter(event.target.value)}
      />
      <button
        type="button"
        class="button is-small"
        onClick=${() => setChosen(new Set(scopes.filter(scope => READING.test(scope))))}
      >Read only</button>
      <button type="button" class="button is-small" onClick=${() => setChosen(new Set(scopes))}>All</button>
      <button type="button" class="button is-small" onClick=${() => setChosen(new Set())}>None</button>
    </div>
    ${groups.map(([resource, all = []]) => {
      const shown = all.filter(isShown)
      const isAll = all.every(scope => chosen.has(scope))
      return html`<fieldset key=${resource} class="checks scope-group" hidden=${shown.length === 0}>
        <legend>
          <label><input type="checkbox" checked=${isAll} onChange=${() => set(all, !isAll)} />${resource}</label>
        </legend>
        ${all.map(
          scope => html`<label key=${scope} hidden=${!isShown(scope)}>
            <input
              type="checkbox"
              name="scope"
              value=${scope}
              aria-label=${scope}
              checked=${chosen.has(scope)}
              onChange=${() => set([scope], !chosen.has(scope))}
            />
            <code>${scope.split(':').slice(1).join(':')}</code>
          </label>`,
        )}
      </fieldset>`
    })}
  </details>`
}

const READING = /:(read|list|export|get)$/i

/** The one time that a key is shown. */
export function NewKey({ made: { apiKey, user }, onClose }: { made: MadeKey; onClose: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(apiKey)
    showToast('Copied the key.')
  }
  return html`<${Dialog} title=${`The key of ${user}`} onClose=${onClose}>
    <p class="dialog-says">Save it: it is not shown again. The instance stores only a hash.</p>
    <code class="new-key" tabindex="0" aria-label="The new key">${apiKey}</code>
    <div class="dialog-actions">
      ${
        navigator.clipboard &&
        html`<button class="button" onClick=${copy}>
          <${Icon} name="copy" size=${15} />
          Copy the key
        </button>`
      }
      <button class="button is-primary" onClick=${onClose}>Done</button>
    </div>
  <//>`
}

export const RevokeKey = ({
  apiKey: { id, label, user },
  onClose,
}: {
  apiKey: ApiKey
  onClose: () => void
}) => html`<${ActionDialog}
  title=${`Revoke “${label}” of ${user ?? 'a deleted user'}?`}
  confirm="Revoke key"
  danger
  onClose=${onClose}
  says="Clients that use the key are answered 401 from now on."
  sent=${() => [{ method: 'DELETE', path: `/_control/keys/${encodeURIComponent(id)}` }]}
  success=${() => `Revoked “${label}”.`}
/>`
