import { call, withQuery } from '../api.js'
import { formatAgo, formatDateTime } from '../format.js'
import { html } from '../html.js'
import { useInstance } from '../instance.js'
import { Heading } from '../parts/heading.js'
import { Pager } from '../parts/pager.js'
import { Answered } from '../parts/states.js'
import { useAnswer } from '../use-answer.js'
import { useCursors } from '../use-cursors.js'

const PAGE = 50
const ROLES = { 'global:owner': 'Owner', 'global:admin': 'Admin', 'global:member': 'Member' }

/** The people of the instance. */
export function UsersView() {
  const { round } = useInstance()
  const [cursors, setCursors] = useCursors(round)
  const users = useAnswer(
    options =>
      call('GET', withQuery('/api/v1/users', { includeRole: true, limit: PAGE, cursor: cursors.at(-1) }), options),
    [cursors.at(-1), round],
  )
  return html`
    <${Heading} title="Users" />
    <${Answered} answer=${users} what="Loading users">
      ${({ data, nextCursor }) => html`<div class="card table-card"><${Table} users=${data} /></div>
        <${Pager} cursors=${cursors} next=${nextCursor} shown=${data.length} onMove=${setCursors} />`}
    <//>
  `
}

const Table = ({ users }) => html`<table class="table">
  <thead>
    <tr><th scope="col">Name</th><th scope="col">Role</th><th scope="col" class="wide-only">Since</th></tr>
  </thead>
  <tbody>
    ${users.map(user => html`<${Row} key=${user.id} user=${user} />`)}
  </tbody>
</table>`

function Row({ user: { email, firstName, lastName, role, isPending, createdAt } }) {
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
        <div class="cell-main"><strong>${name || email}</strong><div class="cell-sub"><span>${email}</span></div></div>
      </div>
    </td>
    <td>
      <span class=${`badge role-${String(role).split(':')[1]}`}>${ROLES[role] ?? role}</span>
      ${isPending && html` <span class="badge status-waiting">Invited</span>`}
    </td>
    <td class="wide-only"><time class="quiet" datetime=${createdAt} title=${formatDateTime(createdAt)}>${formatAgo(createdAt)}</time></td>
  </tr>`
}
