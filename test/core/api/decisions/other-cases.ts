import type { TestInstance } from '../../../../src/testing.ts'
import { ADMIN, field, idsIn, MEMBER, PEOPLE, world } from '../world.ts'
import { fieldsOf, type Observation } from './observation.ts'

export const otherCases = {
  tagNameLength: {
    async observe(at) {
      const names = ['', '  ', 'x', 'x'.repeat(24), ` ${'y'.repeat(24)} `, 'x'.repeat(25), '🚀'.repeat(24)]
      const created = await Promise.all(names.map(name => at.request('POST', '/api/v1/tags', { name })))
      const renamed = await at.request('PUT', '/api/v1/tags/1', { name: 'z'.repeat(25) })
      return [...created, renamed].map(({ status }) => status)
    },
    contract: [400, 400, 201, 201, 201, 201, 201, 200],
    'n8n-1.41': [409, 409, 201, 201, 201, 409, 201, 409],
  },
  tagUpdateAnswersChange: {
    async observe(at) {
      const same = await at.request('PUT', '/api/v1/tags/1', { name: 'urgent' })
      const renamed = await at.request('PUT', '/api/v1/tags/1', { name: 'later' })
      return [fieldsOf(same.body), fieldsOf(renamed.body)]
    },
    contract: [
      ['createdAt', 'id', 'name', 'updatedAt'],
      ['createdAt', 'id', 'name', 'updatedAt'],
    ],
    'n8n-1.41': [
      ['id', 'name'],
      ['id', 'name', 'updatedAt'],
    ],
  },
  credentialEchoed: {
    async observe(at) {
      const sent = { name: 'x', type: 'githubApi', data: {}, color: 'red', shared: [] }
      return fieldsOf((await at.request('POST', '/api/v1/credentials', sent)).body)
    },
    contract: ['createdAt', 'id', 'name', 'type', 'updatedAt'],
    'n8n-1.41': ['color', 'createdAt', 'id', 'name', 'type', 'updatedAt'],
  },
  deletedCredentialHasId: {
    observe: async at => fieldsOf((await at.request('DELETE', '/api/v1/credentials/1')).body),
    contract: ['createdAt', 'id', 'name', 'type', 'updatedAt'],
    'n8n-1.41': ['createdAt', 'name', 'type', 'updatedAt'],
  },
  usersFor: {
    async observe(at) {
      const paths = ['/api/v1/users', `/api/v1/users/${PEOPLE.member}`]
      const asked = [{}, ADMIN, MEMBER].flatMap(who => paths.map(path => at.request('GET', path, undefined, who)))
      return (await Promise.all(asked)).map(({ status }) => status)
    },
    contract: [200, 200, 403, 403, 403, 403],
    'n8n-1.41': [200, 200, 200, 200, 403, 403],
  },
  foreignCredentialsFor: {
    fixture: {
      users: world.users,
      workflows: [],
      credentials: ['1', '2', '3'].map(id => ({
        id,
        name: id,
        type: 'githubApi',
        data: {},
        owner: id === '3' ? 'olga@example.com' : 'mia@example.com',
      })),
    },
    async observe(at) {
      const asOwner = await at.request('DELETE', '/api/v1/credentials/1')
      const asAdmin = await at.request('DELETE', '/api/v1/credentials/2', undefined, ADMIN)
      const asMember = await at.request('DELETE', '/api/v1/credentials/3', undefined, MEMBER)
      return [asOwner.status, asAdmin.status, asMember.status]
    },
    contract: [404, 404, 404],
    'n8n-1.41': [200, 200, 404],
  },
  emptyAudit: {
    fixture: {},
    observe: async at => (await auditOf(at, ['database'])).body,
    contract: {},
    'n8n-1.41': [],
  },
  auditSectionsWithoutLocation: {
    fixture: {},
    async observe(at) {
      const answer = await auditOf(at, ['instance'])
      const sections = (Object(field(answer, 'Instance Risk Report')).sections ?? []) as object[]
      return [answer.status, ...sections.map(section => ['location' in section, 'settings' in section])]
    },
    contract: [200],
    'n8n-1.41': [200, [false, true]],
  },
  excludedNodes: {
    fixture: {},
    async observe(at) {
      const report = Object(field(await auditOf(at, ['instance']), 'Instance Risk Report'))
      const sections = (report.sections ?? []) as { settings?: { nodes: { nodesExclude: string } } }[]
      return sections.flatMap(({ settings }) => settings?.nodes.nodesExclude ?? [])
    },
    contract: [],
    'n8n-1.41': ['none'],
    'n8n-1.123': ['n8n-nodes-base.e2eTest'],
    'n8n-2.41': [
      'n8n-nodes-base.executeCommand, n8n-nodes-base.localFileTrigger, n8n-nodes-base.e2eTest, n8n-nodes-base.dynamicCredentialCheck',
    ],
  },
  communityNodesFromWorkflows: {
    fixture: {
      workflows: [{ name: 'x', nodes: [{ name: 'n', type: 'n8n-nodes-weather.forecast' }] }],
      communityPackages: [
        { packageName: 'n8n-nodes-tea', installedNodes: [{ name: 'Tea', type: 'n8n-nodes-tea.tea' }] },
      ],
    },
    async observe(at) {
      const report = field(await auditOf(at, ['nodes']), 'Nodes Risk Report')
      const sections = Object(report).sections as { location: { nodeType: string }[] }[]
      return sections.flatMap(section => section.location.map(place => place.nodeType))
    },
    contract: ['n8n-nodes-tea.tea', 'n8n-nodes-weather.forecast'],
    'n8n-1.41': ['n8n-nodes-tea.tea'],
  },
  limitAtLeastOne: {
    async observe(at) {
      const answers = await Promise.all([0, -1].map(limit => at.request('GET', `/api/v1/tags?limit=${limit}`)))
      return answers.map(answer => field(answer, 'message') ?? [idsIn(answer), field(answer, 'nextCursor')])
    },
    contract: ['request/query/limit must be >= 1', 'request/query/limit must be >= 1'],
    'n8n-1.41': [
      [['1', '2', '3'], null],
      [['1', '2', '3'], null],
    ],
  },
} satisfies Record<string, Observation>

function auditOf(instance: TestInstance, categories: string[]) {
  return instance.request('POST', '/api/v1/audit', { additionalOptions: { categories } })
}
