import { html, useState } from '../html.ts'
import { call, withQuery } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { ApiKey, List, User } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { RowButton } from '../parts/controls.ts'
import { count, formatAgo, formatDateTime } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { Pager, usePages } from '../parts/pager.ts'
import { Answered, breakable, Heading } from '../parts/states.ts'
import { useUrlAction } from '../routing/route.ts'
import { KeyDialog, type MadeKey, NewKey, RevokeKey, UserDialog } from './keys.ts'
import { DeleteUser, RoleDialog, roleName } from './roles.ts'

const PAGE = 50

type Asked =
  | { kind: 'user' }
  | { kind: 'key'; user: string; role: string }
  | { kind: 'made'; made: MadeKey }
  | { kind: 'revoke'; apiKey: ApiKey }
  | { kind: 'role' | 'delete'; of: User }

/** The people of the instance, with their roles, and their API keys. */
export function UsersView({ query }: { query: URLSearchParams }) {
  const { round, epoch, isOwner } = useInstance()
  const pages = usePages(query, `users ${epoch}`)
  const [asked, ask] = useState<Asked | undefined>(undefined)
  useUrlAction(query, () => ask({ kind: 'user' }))
  const users = useAnswer(
    options =>
      pages.load(cursor =>
        call<List<User>>('GET', withQuery('/api/v1/users', { includeRole: true, limit: PAGE, cursor }), options),
      ),
    [pages.wanted],
    round,
  )
  const keys = useAnswer(
    async options => (isOwner ? (await call<{ keys: ApiKey[] }>('GET', '/_control/keys', options)).keys : []),
    [isOwner],
    round,
  )
  const close = () => ask(undefined)
  return html`
    <${Heading} title="Users and keys">
      ${
        isOwner &&
        html`<button class="button is-primary" onClick=${() => ask({ kind: 'user' })}>
          <${Icon} name="plus" size=${16} />
          New user
        </button>`
      }
    <//>
    <${Answered} answer=${users} what="Loading users">
      ${({
        data,
        nextCursor,
        page,
      }: List<User> & {
        page: number
      }) => html`
        <div class="card table-card"><${Users} users=${data} ask=${ask} /></div>
        <${Pager} page=${page} next=${nextCursor} shown=${data.length} />
      `}
    <//>
    ${
      isOwner &&
      html`<section class="stack" aria-label="API keys">
        <h2>API keys</h2>
        <${Answered} answer=${keys} what="Loading keys">
          ${(list: ApiKey[]) => html`<div class="card table-card">
            <${Keys} keys=${list} ask=${ask} />
          </div>`}
        <//>
      </section>`
    }
    ${
      asked?.kind === 'user' &&
      html`<${UserDialog}
        onClose=${close}
        onKeyWanted=${(user: string, role: string) => ask({ kind: 'key', user, role })}
      />`
    }
    ${
      asked?.kind === 'key' &&
      html`<${KeyDialog}
        user=${asked.user}
        role=${asked.role}
        onClose=${close}
        onMade=${(made: MadeKey) => ask({ kind: 'made', made })}
      />`
    }
    ${asked?.kind === 'made' && html`<${NewKey} made=${asked.made} onClose=${close} />`}
    ${asked?.kind === 'role' && html`<${RoleDialog} user=${asked.of} onClose=${close} />`}
    ${asked?.kind === 'delete' && html`<${DeleteUser} user=${asked.of} onClose=${close} />`}
    ${asked?.kind === 'revoke' && html`<${RevokeKey} apiKey=${asked.apiKey} onClose=${close} />`}
  `
}

const Users = ({ users, ask }: { users: User[]; ask: (asked: Asked) => void }) => html`<table class="table">
  <thead>
    <tr>
      <th scope="col">Name</th>
      <th scope="col">Role</th>
      <th scope="col" class="wide-only">Since</th>
      <th scope="col" class="end"><span class="sr-only">Actions</span></th>
    </tr>
  </thead>
  <tbody>${users.map(user => html`<${UserRow} key=${user.id} user=${user} ask=${ask} />`)}</tbody>
</table>`

function UserRow({ user, ask }: { user: User; ask: (asked: Asked) => void }) {
  const { isOwner, user: me, may } = useInstance()
  // neither the owner nor oneself can be changed
  const isOther = user.role !== 'global:owner' && user.id !== me?.id
  const { email, firstName, lastName, role = '', isPending, createdAt } = user
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const initials = (name || email)
    .split(/[\s@._-]+/)
    .slice(0, 2)
    .map(word => word.charAt(0).toUpperCase())
    .join('')
  return html`<tr>
    <td>
      <div class="workflow-cell">
        <span class="avatar" aria-hidden="true">${initials}</span>
        <div class="cell-main">
          <strong>${name || breakable(email)}</strong>
          <div class="cell-sub"><span>${breakable(email)}</span></div>
        </div>
      </div>
    </td>
    <td>
      <span class=${`badge role-${String(role).split(':')[1]}`}>${roleName(role)}</span>
      ${isPending && html` <span class="badge status-waiting">Invited</span>`}
    </td>
    <td class="wide-only">
      <time class="quiet" datetime=${createdAt} title=${formatDateTime(createdAt)}>${formatAgo(createdAt)}</time>
    </td>
    <td class="end">
      ${
        isOwner &&
        html`<button
          class="button is-small"
          aria-label=${`New key for ${email}`}
          onClick=${() => ask({ kind: 'key', user: email, role })}
        >
          <${Icon} name="key" size=${14} />
          <span class="narrow-hidden">New key</span>
        </button>`
      }
      ${
        isOther &&
        may('changeRole') &&
        html`<${RowButton}
          does="Change the role"
          what=${`of ${email}`}
          icon="pencil"
          onClick=${() => ask({ kind: 'role', of: user })}
        />`
      }
      ${
        isOther &&
        may('deleteUser') &&
        html`<${RowButton}
          does="Delete"
          what=${email}
          icon="trash"
          onClick=${() => ask({ kind: 'delete', of: user })}
        />`
      }
    </td>
  </tr>`
}

const Keys = ({ keys, ask }: { keys: ApiKey[]; ask: (asked: Asked) => void }) => html`<table class="table">
  <thead>
    <tr>
      <th scope="col">Label</th>
      <th scope="col">User</th>
      <th scope="col" class="wide-only">Last used</th>
      <th scope="col" class="end"><span class="sr-only">Actions</span></th>
    </tr>
  </thead>
  <tbody>
    ${keys.map(
      apiKey => html`<tr key=${apiKey.id}>
        <td>
          <div class="cell-main">
            <strong>${apiKey.label}</strong>
            <div class="cell-sub">
              <span>created ${formatAgo(apiKey.createdAt)}</span>
              ${apiKey.scopes && html`<span>${count(apiKey.scopes.length, 'scope')}</span>`}
              ${apiKey.expiresAt && html`<span>expires ${formatAgo(apiKey.expiresAt)}</span>`}
            </div>
          </div>
        </td>
        <td><div class="cell-main">${breakable(apiKey.user ?? 'deleted user')}</div></td>
        <td class="wide-only quiet">${apiKey.lastUsedAt ? formatAgo(apiKey.lastUsedAt) : 'never'}</td>
        <td class="end">
          <${RowButton}
            does="Revoke"
            what=${`${apiKey.label} of ${apiKey.user}`}
            icon="trash"
            onClick=${() => ask({ kind: 'revoke', apiKey })}
          />
        </td>
      </tr>`,
    )}
  </tbody>
</table>`
