import { hasControl } from '../instance/api.ts'
import { type Instance, isAboveMember } from '../instance/instance.ts'

/** For a place that not every version has: whether this one has the operation. */
type Shared = Pick<Instance, 'operations' | 'user' | 'isOwner'>

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

/** Where one can go: name, title, icon, and who may. Until it is known whose key it is, nothing is hidden. */
const INSTANCE: Place[] = [
  { name: 'workflows', title: 'Workflows', icon: 'workflow' },
  { name: 'executions', title: 'Executions', icon: 'play' },
  { name: 'tags', title: 'Tags', icon: 'tag' },
  { name: 'users', title: 'Users and keys', icon: 'people', isShown: isAboveMember },
  { name: 'credentials', title: 'Credentials', icon: 'key' },
  { name: 'data-tables', title: 'Data tables', icon: 'table', isShown: offers('listDataTables') },
  {
    name: 'projects',
    title: 'Projects',
    icon: 'folder',
    isShown: (shared: Shared) => offers('getProjects')(shared) && isAboveMember(shared),
  },
  { name: 'variables', title: 'Variables', icon: 'code', isShown: offers('getVariables') },
  { name: 'audit', title: 'Audit', icon: 'shield', isShown: isAboveMember },
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
