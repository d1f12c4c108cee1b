import { ApiFailure, listAll } from '../api.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { Crumbs } from '../parts/crumbs.js'
import { DeleteDialog } from '../parts/delete-dialog.js'
import { Heading } from '../parts/heading.js'
import { Licensed } from '../parts/licensed.js'
import { AddMember, ChangeRole, RemoveMember, roleName } from '../parts/member-dialogs.js'
import { Menu } from '../parts/menu.js'
import { RenameDialog } from '../parts/rename-dialog.js'
import { RowButton } from '../parts/row-button.js'
import { Answered } from '../parts/states.js'
import { goTo } from '../route.js'
import { useAnswer } from '../use-answer.js'

/** One project: its members, to add, to change and to remove where it is a team's. */
export function ProjectView({ parts: [id] }) {
  const { round } = useInstance()
  const [asked, ask] = useState(undefined)
  const path = `/api/v1/projects/${encodeURIComponent(id)}`
  const project = useAnswer(options => findProject(id, options), [id], round)
  const members = useAnswer(options => listAll(`${path}/users`, options), [path], round)
  const Asked = DIALOGS[asked?.kind]
  const actions = [
    { text: 'Rename', icon: 'pencil', onChoose: () => ask({ kind: 'rename' }) },
    { text: 'Delete the project', icon: 'trash', onChoose: () => ask({ kind: 'delete' }) },
  ]
  return html`<${Licensed} answer=${project} what="Loading the project" title="Projects" kind="project" id=${id} place="projects">
    ${value => html`
      <${Heading} title=${value.name} before=${html`<${Crumbs} place="projects" name="Projects" />`}>
        ${
          value.type === 'team' &&
          html`<button class="button is-primary" onClick=${() => ask({ kind: 'add' })}><${Icon} name="plus" size=${16} />Add a member</button>
          <${Menu} label="Actions" items=${actions} />`
        }
      <//>
      <p class="facts"><span>ID ${value.id}</span><span class="badge">${value.type === 'team' ? 'Team' : 'One person'}</span>${value.description && html`<span>${value.description}</span>`}</p>
      <${Answered} answer=${members} what="Loading the members">
        ${list => html`<div class="card table-card"><${Members} members=${list} ask=${value.type === 'team' ? ask : undefined} /></div>`}
      <//>
      ${Asked && html`<${Asked} path=${path} project=${value} member=${asked.member} members=${members.value ?? []} onClose=${() => ask(undefined)} />`}
    `}
  <//>`
}

/** The API has no operation for one project alone. */
async function findProject(id, options) {
  const found = (await listAll('/api/v1/projects', options)).find(project => project.id === id)
  if (!found) throw new ApiFailure(404, 'There is no such project, or it is not yours to see.')
  return found
}

const Members = ({ members, ask }) => html`<table class="table">
  <thead>
    <tr><th scope="col">Member</th><th scope="col">Role</th>${ask && html`<th scope="col" class="end"><span class="sr-only">Actions</span></th>`}</tr>
  </thead>
  <tbody>
    ${members.map(member => {
      const name = [member.firstName, member.lastName].filter(Boolean).join(' ')
      return html`<tr key=${member.id}>
        <td><div class="cell-main"><strong>${name || member.email}</strong><div class="cell-sub"><span>${member.email}</span></div></div></td>
        <td><span class="badge">${roleName(member.role)}</span></td>
        ${
          ask &&
          html`<td class="end">
            <${RowButton} does="Change the role" what=${`of ${member.email}`} icon="pencil" onClick=${() => ask({ kind: 'role', member })} />
            <${RowButton} does="Remove" what=${member.email} icon="trash" onClick=${() => ask({ kind: 'remove', member })} />
          </td>`
        }
      </tr>`
    })}
  </tbody>
</table>`

const Rename = ({
  path,
  project,
  onClose,
}) => html`<${RenameDialog} what="project" name=${project.name} onClose=${onClose}
  sent=${name => [{ method: 'PUT', path, body: { name } }]} />`

const Delete = ({
  path,
  project,
  onClose,
}) => html`<${DeleteDialog} what="project" name=${project.name} path=${path} onClose=${onClose}
  says="The project and all that it holds are gone then. A snapshot can bring them back." onDone=${() => goTo(['projects'])} />`

const DIALOGS = { add: AddMember, role: ChangeRole, remove: RemoveMember, rename: Rename, delete: Delete }
