import { hasControl } from '../instance/api.ts'
import { type Instance, isAboveMember } from '../instance/instance.ts'

/** For a place that not every version has: whether this one has the operation. */
type Shared = Pick<Instance, 'operations' | 'user' | 'isOwner' | 'may'>

export interface Place {
  name: string
  title: string
  icon: string
  isShown?: (instance: Shared) => boolean
}

const offers =
  (id: string) =>
  ({ operations }: Shared) =>
    operations.has(id)

const allows =
  (id: string) =>
  ({ may }: Shared) =>
    may(id)

/**
 * Where one can go: name, title, icon, and who may. Until it is known whose key it is, nothing is hidden. What needs a
 * licence is shown without it too: the view says how to have it.
 */
const INSTANCE: Place[] = [
  { name: 'workflows', title: 'Workflows', icon: 'workflow' },
  { name: 'folders', title: 'Folders', icon: 'folder', isShown: offers('listFolders') },
  { name: 'executions', title: 'Executions', icon: 'play', isShown: allows('getExecutions') },
  { name: 'tags', title: 'Tags', icon: 'tag', isShown: allows('getTags') },
  { name: 'users', title: 'Users and keys', icon: 'people', isShown: allows('getUsers') },
  {
    name: 'credentials',
    title: 'Credentials',
    icon: 'key',
    isShown: ({ may }) => may('getCredentials') || may('createCredential'),
  },
  {
    name: 'data-tables',
    title: 'Data tables',
    icon: 'table',
    isShown: shared => offers('listDataTables')(shared) && shared.may('listDataTables'),
  },
  {
    name: 'projects',
    title: 'Projects',
    icon: 'note',
    isShown: (shared: Shared) => offers('getProjects')(shared) && isAboveMember(shared),
  },
  { name: 'variables', title: 'Variables', icon: 'code', isShown: offers('getVariables') },
  { name: 'audit', title: 'Audit', icon: 'shield', isShown: allows('generateAudit') },
]
const TEST_KIT: Place[] = [
  { name: 'requests', title: 'Requests', icon: 'activity' },
  { name: 'faults', title: 'Faults', icon: 'bolt' },
  { name: 'simulation', title: 'Simulation', icon: 'sparkle' },
  { name: 'snapshots', title: 'Clock & snapshots', icon: 'bookmark' },
  { name: 'state', title: 'State', icon: 'database' },
]

/** The places of the instance, and those of the test kit: for its owner, where there is a control API. */
export const placesOf = (instance: Shared): { instance: Place[]; testKit: Place[] } => ({
  instance: INSTANCE.filter(({ isShown }) => !isShown || isShown(instance)),
  testKit: hasControl && instance.isOwner !== false ? TEST_KIT : [],
})
