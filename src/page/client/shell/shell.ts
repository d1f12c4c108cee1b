import { AuditView } from '../audit/audit.ts'
import { CredentialView } from '../credentials/credential.ts'
import { CredentialsView } from '../credentials/credentials.ts'
import { DataTableView } from '../data-tables/data-table.ts'
import { DataTablesView } from '../data-tables/data-tables.ts'
import { ExecutionView } from '../executions/execution.ts'
import { ExecutionsView } from '../executions/executions.ts'
import { FaultsView } from '../faults/faults.ts'
import { type ComponentChildren, html, useEvent, useState } from '../html.ts'
import { DropZone } from '../import/import.ts'
import { hasControl, savedKey, unauthorized } from '../instance/api.ts'
import { type Instance, InstanceContext, useInstanceState } from '../instance/instance.ts'
import { Empty, Heading, Loading, NotAvailable } from '../parts/states.ts'
import { Toasts } from '../parts/toasts.ts'
import { ProjectView } from '../projects/project.ts'
import { ProjectsView } from '../projects/projects.ts'
import { RequestsView } from '../requests/requests.ts'
import { hashOf, type Route } from '../routing/hash.ts'
import { useRoute } from '../routing/route.ts'
import { SimulationView } from '../simulation/simulation.ts'
import { SnapshotsView } from '../state/snapshots.ts'
import { StateView } from '../state/state.ts'
import { TagsView } from '../tags/tags.ts'
import { UsersView } from '../users/users.ts'
import { VariablesView } from '../variables/variables.ts'
import { FoldersView } from '../workflows/folders.ts'
import { WorkflowView } from '../workflows/workflow.ts'
import { WorkflowsView } from '../workflows/workflows.ts'
import { CommandPalette } from './command-palette.ts'
import { Disconnected } from './disconnected.ts'
import { KeyForm } from './key-form.ts'
import { LeaveDialog } from './leave-dialog.ts'
import { Navigation } from './navigation.ts'

/** The page: its navigation and the view that the address names, or the question for the key. */
export function Shell() {
  const route = useRoute()
  const [hasKey, setHasKey] = useState(savedKey() !== null)
  const [refused, setRefused] = useState(false)
  useEvent(unauthorized, 'unauthorized', () => {
    setHasKey(false)
    setRefused(true)
  })
  if (!hasKey) return html`<${KeyForm} refused=${refused} onKey=${() => setHasKey(true)} />`
  return html`<${Stage} route=${route} />`
}

function Stage({ route: { parts, query } }: { route: Route }) {
  const instance = useInstanceState()
  const [place] = parts
  const View = viewOf(place, instance)
  return html`<${InstanceContext.Provider} value=${instance}>
    <a class="skip" href="#main" onClick=${skip}>Skip to content</a>
    <div class="shell">
      <${Navigation} place=${place ?? 'workflows'} />
      <main id="main" class="main" tabindex="-1">
        <${Disconnected} />
        <${View} key=${keyOf(parts)} parts=${parts.slice(1)} query=${query} />
      </main>
    </div>
    <${DropZone} />
    <${CommandPalette} />
    <${LeaveDialog} />
    <${Toasts} />
  <//>`
}

/** A request is shown beside the list of requests: both are one place. Each folder is one. */
function keyOf(parts: string[]) {
  const [place, id] = parts
  if (place === 'requests') return place
  return (place === 'folders' ? parts : [place, id]).join('/')
}

function skip(event: Event) {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

interface ViewProps {
  parts: string[]
  query: URLSearchParams
}
type View = (props: ViewProps) => ComponentChildren

const oneOrAll =
  (One: View, All: View): View =>
  props =>
    html`<${props.parts.length ? One : All} ...${props} />`

const VIEWS: Record<string, View> = {
  workflows: oneOrAll(WorkflowView, WorkflowsView),
  folders: FoldersView,
  executions: oneOrAll(ExecutionView, ExecutionsView),
  tags: TagsView,
  users: UsersView,
  credentials: oneOrAll(CredentialView, CredentialsView),
  'data-tables': oneOrAll(DataTableView, DataTablesView),
  projects: oneOrAll(ProjectView, ProjectsView),
  variables: VariablesView,
  audit: AuditView,
}
const CONTROL_VIEWS: Record<string, View> = {
  requests: RequestsView,
  faults: FaultsView,
  simulation: SimulationView,
  snapshots: SnapshotsView,
  state: StateView,
}

/** The operations without which a version has no such view. */
const NEEDED: ReadonlyMap<string, string> = new Map([
  ['folders', 'listFolders'],
  ['data-tables', 'listDataTables'],
  ['projects', 'getProjects'],
  ['variables', 'getVariables'],
])

/** The view that the first part of an address names; the workflows where it names none. */
function viewOf(place = 'workflows', { isOwner, operations }: Pick<Instance, 'isOwner' | 'operations'>) {
  const needed = NEEDED.get(place)
  if (needed !== undefined && operations.size > 0 && !operations.has(needed)) return NotOffered
  const view = Object.hasOwn(VIEWS, place) ? VIEWS[place] : undefined
  if (view) return view
  const control = Object.hasOwn(CONTROL_VIEWS, place) ? CONTROL_VIEWS[place] : undefined
  if (!control) return Nowhere
  if (hasControl && isOwner === undefined) return Loading
  return isOwner ? control : NotAvailable
}

const NotOffered = () => html`
  <${Heading} title="Not in this version" />
  <${Empty} icon="search" title="The simulated version does not have it">
    <a href=${hashOf(['workflows'])}>All workflows</a>
  <//>
`

const Nowhere = () => html`
  <${Heading} title="Page not found" />
  <${Empty} icon="search" title="There is no such view">
    <a href=${hashOf(['workflows'])}>All workflows</a>
  <//>
`
