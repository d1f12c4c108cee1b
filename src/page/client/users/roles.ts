import { html } from '../html.ts'
import { call, type LoadOptions } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { User } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { ActionDialog, DeleteDialog } from '../parts/dialogs.ts'
import { Answered } from '../parts/states.ts'

const NAMES: Record<string, string> = { 'global:owner': 'Owner', 'global:admin': 'Admin', 'global:member': 'Member' }

export const roleName = (role: string) => NAMES[role] ?? role

/** The roles that every version can give. */
const GIVEN = ['global:member', 'global:admin']

interface QuestionProps {
  user: User
  onClose: () => void
}

const pathOf = ({ id }: User) => `/api/v1/users/${encodeURIComponent(id)}`

/** Asks for the global role of a user: one of those that the version lists, also those that were made. */
export function RoleDialog({ user, onClose }: QuestionProps) {
  const { may, operations } = useInstance()
  const isListed = operations.has('getAllRoles') && may('getAllRoles')
  // a list that changed while one is chosen would choose another
  const isKnown = operations.size > 0
  const roles = useAnswer(
    async options => (isKnown ? (isListed ? loadRoles(options) : GIVEN) : undefined),
    [isKnown, isListed],
  )
  const { email, role = '' } = user
  return html`<${ActionDialog}
    title=${`The role of ${email}`}
    confirm="Change the role"
    says="Keys of the user may do what the new role may."
    onClose=${onClose}
    sent=${(form: FormData) => [
      { method: 'PATCH', path: `${pathOf(user)}/role`, body: { newRoleName: form.get('role') } },
    ]}
    success=${() => `Changed the role of ${email}.`}
    fields=${roles.value}
  >
    <${Answered} answer=${roles} what="Loading the roles">
      ${(all: string[]) => html`<label class="field">
        <span>Role</span>
        <select name="role">
          ${all.map(slug => html`<option key=${slug} value=${slug} selected=${slug === role}>${roleName(slug)}</option>`)}
        </select>
      </label>`}
    <//>
  <//>`
}

/** The owner's role cannot be given. */
async function loadRoles(options: LoadOptions): Promise<string[]> {
  const { global = [] } = await call<{ global?: { slug: string }[] }>('GET', '/api/v1/roles', options)
  return global.map(({ slug }) => slug).filter(slug => slug !== 'global:owner')
}

export const DeleteUser = ({ user, onClose }: QuestionProps) => html`<${DeleteDialog}
  what="user"
  name=${user.email}
  path=${pathOf(user)}
  says="Deletes the user with the keys, and all that is in the personal project. Only a snapshot can restore them."
  onClose=${onClose}
/>`
