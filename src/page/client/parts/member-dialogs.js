import { listAll } from '../api.js'
import { html } from '../html.js'
import { useAnswer } from '../use-answer.js'
import { ActionDialog } from './action-dialog.js'
import { Answered } from './states.js'

const ROLES = [
  ['project:viewer', 'Viewer'],
  ['project:editor', 'Editor'],
  ['project:admin', 'Admin'],
]
const NAMES = { ...Object.fromEntries(ROLES), 'project:personalOwner': 'Owner' }

export const roleName = role => NAMES[role] ?? role ?? 'none'

const RoleField = ({ value }) => html`<label class="field"><span>Role</span>
  <select name="role">${rolesWith(value).map(([role, name]) => html`<option value=${role} selected=${role === value}>${name}</option>`)}</select>
</label>`

/** The roles that every instance has, and one of its own that somebody holds already. */
const rolesWith = role => (role && !NAMES[role] ? [...ROLES, [role, role]] : ROLES)

export function AddMember({ path, project, members, onClose }) {
  const users = useAnswer(options => listAll('/api/v1/users', options), [])
  const known = new Set(members.map(({ id }) => id))
  const sent = form => {
    const relations = [{ userId: form.get('user'), role: form.get('role') }]
    return [{ method: 'POST', path: `${path}/users`, body: { relations } }]
  }
  return html`<${ActionDialog} title=${`Add a member to “${project.name}”`} confirm="Add member" onClose=${onClose} sent=${sent}
    success=${() => 'There is another member.'}>
    <${Answered} answer=${users} what="Loading users">
      ${all => html`<label class="field"><span>User</span>
        <select name="user" required>${all.filter(({ id }) => !known.has(id)).map(({ id, email }) => html`<option key=${id} value=${id}>${email}</option>`)}</select>
      </label>`}
    <//>
    <${RoleField} />
  <//>`
}

const memberPath = (path, member) => `${path}/users/${encodeURIComponent(member.id)}`

export const ChangeRole = ({
  path,
  member,
  onClose,
}) => html`<${ActionDialog} title=${`The role of ${member.email}`} confirm="Change the role" onClose=${onClose}
  sent=${form => [{ method: 'PATCH', path: memberPath(path, member), body: { role: form.get('role') } }]}
  success=${() => `${member.email} has another role.`}><${RoleField} value=${member.role} /><//>`

export const RemoveMember = ({
  path,
  project,
  member,
  onClose,
}) => html`<${ActionDialog} title=${`Remove ${member.email} from “${project.name}”?`} confirm="Remove member" danger onClose=${onClose}
  says="The user sees nothing of the project any more." sent=${() => [{ method: 'DELETE', path: memberPath(path, member) }]}
  success=${() => `${member.email} is no member any more.`} />`
