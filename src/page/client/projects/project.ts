import { type ComponentChildren, html, useState } from '../html.ts'
import { ApiFailure, type LoadOptions, listAll } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { Member, Project, User } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { Menu, RowButton } from '../parts/controls.ts'
import { ActionDialog, DeleteDialog, RenameDialog } from '../parts/dialogs.ts'
import { Icon } from '../parts/icons.ts'
import { Answered, Crumbs, Heading, Licensed } from '../parts/states.ts'
import { goTo } from '../routing/route.ts'

/** What is asked about the project, or about one of its members. */
interface Asked {
  kind: 'add' | 'role' | 'remove' | 'rename' | 'delete'
  member?: Member
}

interface QuestionProps {
  path: string
  project: Project
  member?: Member
  members: Member[]
  onClose: () => void
}

/** One project: its members, to add, to change and to remove where it is a team's. */
export function ProjectView({ parts: [id = ''] }: { parts: string[] }) {
  const { round, may } = useInstance()
  const [asked, ask] = useState<Asked | undefined>(undefined)
  const path = `/api/v1/projects/${encodeURIComponent(id)}`
  const project = useAnswer(options => findProject(id, options), [id], round)
  const members = useAnswer(options => listAll<Member>(`${path}/users`, options), [path], round)
  const Question = asked && DIALOGS[asked.kind]
  const mayChangeMembers = may('changeUserRoleInProject') && may('deleteUserFromProject')
  const actions = [
    ...(may('updateProject') ? [{ text: 'Rename', icon: 'pencil', onChoose: () => ask({ kind: 'rename' }) }] : []),
    ...(may('deleteProject')
      ? [{ text: 'Delete the project', icon: 'trash', onChoose: () => ask({ kind: 'delete' }) }]
      : []),
  ]
  return html`<${Licensed}
    answer=${project}
    what="Loading the project"
    title="Projects"
    kind="project"
    id=${id}
    place="projects"
  >
    ${(value: Project) => html`
      <${Heading} title=${value.name} before=${html`<${Crumbs} parts=${['projects']} name="Projects" />`}>
        ${
          value.type === 'team' &&
          html`
            ${
              may('addUsersToProject') &&
              html`<button class="button is-primary" onClick=${() => ask({ kind: 'add' })}>
                <${Icon} name="plus" size=${16} />
                Add a member
              </button>`
            }
            ${actions.length > 0 && html`<${Menu} label="Actions" items=${actions} />`}
          `
        }
      <//>
      <p class="facts">
        <span>ID ${value.id}</span>
        <span class="badge">${value.type === 'team' ? 'Team' : 'Personal'}</span>
        ${value.description && html`<span>${value.description}</span>`}
      </p>
      <${Answered} answer=${members} what="Loading the members">
        ${(list: Member[]) => html`<div class="card table-card">
          <${Members} members=${list} ask=${value.type === 'team' && mayChangeMembers ? ask : undefined} />
        </div>`}
      <//>
      ${
        Question &&
        html`<${Question}
          path=${path}
          project=${value}
          member=${asked.member}
          members=${members.value ?? []}
          onClose=${() => ask(undefined)}
        />`
      }
    `}
  <//>`
}

/** The API has no operation for one project alone. */
async function findProject(id: string, options: LoadOptions) {
  const found = (await listAll<Project>('/api/v1/projects', options)).find(project => project.id === id)
  if (!found) throw new ApiFailure(404, 'There is no such project, or it is not yours to see.')
  return found
}

const Members = ({ members, ask }: { members: Member[]; ask?: (asked: Asked) => void }) => html`<table class="table">
  <thead>
    <tr>
      <th scope="col">Member</th>
      <th scope="col">Role</th>
      ${
        ask &&
        html`<th scope="col" class="end">
          <span class="sr-only">Actions</span>
        </th>`
      }
    </tr>
  </thead>
  <tbody>
    ${members.map(member => {
      const name = [member.firstName, member.lastName].filter(Boolean).join(' ')
      return html`<tr key=${member.id}>
        <td>
          <div class="cell-main">
            <strong>${name || member.email}</strong>
            <div class="cell-sub"><span>${member.email}</span></div>
          </div>
        </td>
        <td><span class="badge">${roleName(member.role)}</span></td>
        ${
          ask &&
          html`<td class="end">
            <${RowButton}
              does="Change the role"
              what=${`of ${member.email}`}
              icon="pencil"
              onClick=${() => ask({ kind: 'role', member })}
            />
            <${RowButton}
              does="Remove"
              what=${member.email}
              icon="trash"
              onClick=${() => ask({ kind: 'remove', member })}
            />
          </td>`
        }
      </tr>`
    })}
  </tbody>
</table>`

const Rename = ({ path, project, onClose }: QuestionProps) => html`<${RenameDialog}
  what="project"
  name=${project.name}
  onClose=${onClose}
  sent=${(name: string) => [{ method: 'PUT', path, body: { name } }]}
/>`

const Delete = ({ path, project, onClose }: QuestionProps) => html`<${DeleteDialog}
  what="project"
  name=${project.name}
  path=${path}
  onClose=${onClose}
  says="Deletes the project with all that it holds. Only a snapshot can restore them."
  onDone=${() => goTo(['projects'])}
/>`

const ROLES: [string, string][] = [
  ['project:viewer', 'Viewer'],
  ['project:editor', 'Editor'],
  ['project:admin', 'Admin'],
]
const NAMES: Record<string, string> = { ...Object.fromEntries(ROLES), 'project:personalOwner': 'Owner' }

const roleName = (role: string | null) => (role === null ? 'none' : (NAMES[role] ?? role))

const RoleField = ({ value }: { value?: string | null }) => html`<label class="field">
  <span>Role</span>
  <select name="role">
    ${rolesWith(value).map(([role, name]) => html`<option value=${role} selected=${role === value}>${name}</option>`)}
  </select>
</label>`

/** The roles that every instance has, and one of its own that somebody holds already. */
const rolesWith = (role: string | null | undefined): [string, string][] =>
  role && !NAMES[role] ? [...ROLES, [role, role]] : ROLES

function AddMember({ path, project, members, onClose }: QuestionProps) {
  const users = useAnswer(options => listAll<User>('/api/v1/users', options), [])
  const known = new Set(members.map(({ id }) => id))
  const sent = (form: FormData) => {
    const relations = [{ userId: form.get('user'), role: form.get('role') }]
    return [{ method: 'POST', path: `${path}/users`, body: { relations } }]
  }
  return html`<${ActionDialog}
    title=${`Add a member to “${project.name}”`}
    confirm="Add member"
    onClose=${onClose}
    sent=${sent}
    success=${() => 'Added the member.'}
    fields=${users.value}
  >
    <${Answered} answer=${users} what="Loading users">
      ${(all: User[]) => html`<label class="field">
        <span>User</span>
        <select name="user" required>
          ${all
            .filter(({ id }) => !known.has(id))
            .map(({ id, email }) => html`<option key=${id} value=${id}>${email}</option>`)}
        </select>
      </label>`}
    <//>
    <${RoleField} />
  <//>`
}

const memberPath = (path: string, member: Member) => `${path}/users/${encodeURIComponent(member.id)}`

const ChangeRole = ({ path, member, onClose }: QuestionProps) =>
  member &&
  html`<${ActionDialog}
    title=${`The role of ${member.email}`}
    confirm="Change the role"
    onClose=${onClose}
    sent=${(form: FormData) => [{ method: 'PATCH', path: memberPath(path, member), body: { role: form.get('role') } }]}
    success=${() => `Changed the role of ${member.email}.`}
  >
    <${RoleField} value=${member.role} />
  <//>`

const RemoveMember = ({ path, project, member, onClose }: QuestionProps) =>
  member &&
  html`<${ActionDialog}
    title=${`Remove ${member.email} from “${project.name}”?`}
    confirm="Remove member"
    danger
    onClose=${onClose}
    says="The user no longer sees the project."
    sent=${() => [{ method: 'DELETE', path: memberPath(path, member) }]}
    success=${() => `Removed ${member.email}.`}
  />`

const DIALOGS: Record<Asked['kind'], (props: QuestionProps) => ComponentChildren> = {
  add: AddMember,
  role: ChangeRole,
  remove: RemoveMember,
  rename: Rename,
  delete: Delete,
}
