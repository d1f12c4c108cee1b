import { call, withQuery } from '../api.js'
import { formatAgo, formatDateTime } from '../format.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { ActionDialog } from '../parts/action-dialog.js'
import { Heading } from '../parts/heading.js'
import { Licensed, needsLicence } from '../parts/licensed.js'
import { NameField } from '../parts/name-field.js'
import { Pager } from '../parts/pager.js'
import { isAboveMember } from '../places.js'
import { goTo, hashOf } from '../route.js'
import { useAnswer } from '../use-answer.js'
import { usePages } from '../use-pages.js'
import { useWanted } from '../use-wanted.js'

const PAGE = 50
const PATH = '/api/v1/projects'

/** The projects, those of teams and those of people. */
export function ProjectsView({ query }) {
  const shared = useInstance()
  const { round, epoch } = shared
  const [isNew, setNew] = useState(false)
  useWanted(query, () => setNew(true))
  const pages = usePages(query, `projects ${epoch}`)
  const projects = useAnswer(
    options => pages.load(cursor => call('GET', withQuery(PATH, { limit: PAGE, cursor }), options)),
    [pages.wanted],
    round,
  )
  return html`
    <${Heading} title="Projects">
      ${isAboveMember(shared) && !needsLicence(projects.error) && html`<button class="button is-primary" onClick=${() => setNew(true)}><${Icon} name="plus" size=${16} />New project</button>`}
    <//>
    <${Licensed} answer=${projects} what="Loading projects" title="Projects">
      ${({ data, nextCursor, page }) => html`<div class="card table-card"><${Table} projects=${data} /></div>
        <${Pager} page=${page} next=${nextCursor} shown=${data.length} />`}
    <//>
    ${
      isNew &&
      html`<${ActionDialog} title="New project" confirm="Create project" onClose=${() => setNew(false)}
        says="A project of a team: whose key makes it is its admin." sent=${form => [{ method: 'POST', path: PATH, body: { name: form.get('name') } }]}
        success=${form => `“${form.get('name')}” is made.`} onDone=${([made]) => goTo(['projects', made.id])}><${NameField} /><//>`
    }
  `
}

const Table = ({ projects }) => html`<table class="table">
  <thead><tr><th scope="col">Name</th><th scope="col">Of</th><th scope="col" class="wide-only">Updated</th></tr></thead>
  <tbody>
    ${projects.map(
      ({ id, name, type, description, updatedAt }) => html`<tr key=${id}>
        <td>
          <div class="workflow-cell">
            <span class="tile hue-amber"><${Icon} name=${type === 'team' ? 'people' : 'bookmark'} size=${18} /></span>
            <div class="cell-main"><a class="row-link" href=${hashOf(['projects', id])}>${name}</a><div class="cell-sub"><span>${id}</span>${description && html`<span>${description}</span>`}</div></div>
          </div>
        </td>
        <td><span class="badge">${type === 'team' ? 'Team' : 'One person'}</span></td>
        <td class="wide-only"><time class="quiet" datetime=${updatedAt} title=${formatDateTime(updatedAt)}>${formatAgo(updatedAt)}</time></td>
      </tr>`,
    )}
  </tbody>
</table>`
