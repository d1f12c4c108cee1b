import { html } from './html.js'
import { NotAvailable } from './parts/not-available.js'
import { Empty, Loading } from './parts/states.js'
import { hashOf } from './route.js'
import { hasControl } from './settings.js'
import { AuditView } from './views/audit.js'
import { CredentialView } from './views/credential.js'
import { CredentialsView } from './views/credentials.js'
import { DataTableView } from './views/data-table.js'
import { DataTablesView } from './views/data-tables.js'
import { ExecutionView } from './views/execution.js'
import { ExecutionsView } from './views/executions.js'
import { FaultsView } from './views/faults.js'
import { ProjectView } from './views/project.js'
import { ProjectsView } from './views/projects.js'
import { RequestsView } from './views/requests.js'
import { StateView } from './views/state.js'
import { TagsView } from './views/tags.js'
import { UsersView } from './views/users.js'
import { VariablesView } from './views/variables.js'
import { WorkflowView } from './views/workflow.js'
import { WorkflowsView } from './views/workflows.js'

const oneOrAll = (One, All) => props => html`<${props.parts.length ? One : All} ...${props} />`

const VIEWS = {
  workflows: oneOrAll(WorkflowView, WorkflowsView),
  executions: oneOrAll(ExecutionView, ExecutionsView),
  tags: TagsView,
  users: UsersView,
  credentials: oneOrAll(CredentialView, CredentialsView),
  'data-tables': oneOrAll(DataTableView, DataTablesView),
  projects: oneOrAll(ProjectView, ProjectsView),
  variables: VariablesView,
  audit: AuditView,
}
const CONTROL_VIEWS = { requests: RequestsView, faults: FaultsView, state: StateView }

/** The view that the first part of an address names; the workflows where it names none. */
export function viewOf(place = 'workflows', { isOwner }) {
  if (Object.hasOwn(VIEWS, place)) return VIEWS[place]
  if (!Object.hasOwn(CONTROL_VIEWS, place)) return Nowhere
  if (hasControl && isOwner === undefined) return Loading
  return isOwner ? CONTROL_VIEWS[place] : NotAvailable
}

const Nowhere = () => html`<${Empty} icon="search" title="There is nothing here">
  <a href=${hashOf(['workflows'])}>To the workflows</a>
<//>`
