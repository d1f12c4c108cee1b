import { html, useState } from '../html.ts'
import { call, withQuery } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { List, Project } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { ActionDialog, NameField } from '../parts/dialogs.ts'
import { formatAgo, formatDateTime } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { Pager, usePages } from '../parts/pager.ts'
import { Heading, Licensed, needsLicence } from '../parts/states.ts'
import { hashOf } from '../routing/hash.ts'
import { goTo, useUrlAction } from '../routing/route.ts'

const PAGE = 50
const PATH = '/api/v1/projects'

/** The projects, those of teams and those of people. */
export function ProjectsView({ query }: { query: URLSearchParams }) {
  const { round, epoch, may } = useInstance()
  const [isNew, setNew] = useState(false)
  useUrlAction(query, () => setNew(true))
  const pages = usePages(query, `projects ${epoch}`)
  const projects = useAnswer(
    options => pages.load(cursor => call<List<Project>>('GET', withQuery(PATH, { limit: PAGE, cursor }), options)),
    [pages.wanted],
    round,
  )
  return html`
    <${Heading} title="Projects">
      ${
        may('createProject') &&
        !needsLicence(projects.error) &&
        html`<button class="button is-primary" onClick=${() => setNew(true)}>
          <${Icon} name="plus" size=${16} />
          New project
        </button>`
      }
    <//>
    <${Licensed} answer=${projects} what="Loading projects" title="Projects">
      ${({ data, nextCursor, page }: List<Project> & { page: number }) => html`
        <div class="card table-card"><${Table} projects=${data} /></div>
        <${Pager} page=${page} next=${nextCursor} shown=${data.length} />
      `}
    <//>
    ${
      isNew &&
      html`<${ActionDialog}
        title="New project"
        confirm="Create project"
        onClose=${() => setNew(false)}
        says="Creates a team project. The user of the key is its admin."
        sent=${(form: FormData) => [{ method: 'POST', path: PATH, body: { name: form.get('name') } }]}
        success=${(form: FormData) => `Created “${form.get('name')}”.`}
        onDone=${([made]: [{ id: string }]) => goTo(['projects', made.id])}
      >
        <${NameField} />
      <//>`
    }
  `
}

const Table = ({ projects }: { projects: Project[] }) => html`<table class="table">
  <thead>
    <tr><th scope="col">Name</th><th scope="col">User</th><th scope="col" class="wide-only">Updated</th></tr>
  </thead>
  <tbody>
    ${projects.map(
      ({ id, name, type, description, updatedAt }) => html`<tr key=${id}>
        <td>
          <div class="workflow-cell">
            <span class="tile hue-amber"><${Icon} name=${type === 'team' ? 'people' : 'bookmark'} size=${18} /></span>
            <div class="cell-main">
              <a class="row-link" href=${hashOf(['projects', id])}>${name}</a>
              <div class="cell-sub">
                <span>${id}</span>
                ${description && html`<span>${description}</span>`}
              </div>
            </div>
          </div>
        </td>
        <td><span class="badge">${type === 'team' ? 'Team' : 'Personal'}</span></td>
        <td class="wide-only">
          <time class="quiet" datetime=${updatedAt} title=${formatDateTime(updatedAt)}>${formatAgo(updatedAt)}</time>
        </td>
      </tr>`,
    )}
  </tbody>
</table>`
