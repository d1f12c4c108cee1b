/** What the tests of seeds put in. */

export const OWNER = 'olga@example.com'
export const MIA = '33333333-3333-4333-8333-333333333333'

export const TEAM = {
  id: 'teamproject00001',
  name: 'Shop',
  members: [{ user: 'mia@example.com', role: 'project:editor' }],
}
export const FOLDERS = [
  { id: 'inner', name: 'Inner', projectId: TEAM.id, parentFolderId: 'outer' },
  { id: 'outer', name: 'Outer', projectId: TEAM.id },
]
export const version = (versionId: string, more = {}) => ({
  versionId,
  nodes: [{ name: versionId }],
  connections: {},
  ...more,
})
export const column = (name: string, type = 'string') => ({ name, type })
export const table = (more = {}) => ({ name: 'Orders', columns: [column('item'), column('amount', 'number')], ...more })
export const key = (more = {}) => ({ user: OWNER, label: 'CI', key: 'ci-key', ...more })
