// Copied beside generated types (`api.ts`) and run there: one call of each group of version n8n-2.41, typed throughout.
import createClient from 'openapi-fetch'
import type { paths } from './api.ts'

const [baseUrl = '', key = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { 'X-N8N-API-KEY': key } })

function must<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data === undefined) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error)}`)
  return data
}

const workflow = must(
  await client.POST('/workflows', { body: { name: 'Typed', nodes: [], connections: {}, settings: {} } }),
)
const id: string = workflow.id
const archived: boolean = must(
  await client.GET('/workflows/{workflowId}', { params: { path: { workflowId: id } } }),
).isArchived
const versions: string[] = must(
  await client.GET('/workflows/{workflowId}/history', { params: { path: { workflowId: id } } }),
).data.map(({ versionId }) => versionId)
const tag: string = must(await client.POST('/tags', { body: { name: 'typed' } })).name
const made = must(
  await client.POST('/credentials', {
    body: { name: 'Typed', type: 'httpBasicAuth', data: { user: 'a', password: 'b' } },
  }),
)
const credentials: string[] = must(await client.GET('/credentials')).data.map(({ name }) => name)
const executions: number = must(await client.GET('/executions', { params: { query: { limit: 5 } } })).data.length
const emails: string[] = must(await client.GET('/users')).data.map(({ email }) => email)
const table = must(
  await client.POST('/data-tables', { body: { name: 'Typed', columns: [{ name: 'n', type: 'number' }] } }),
)
const rows: number = must(
  await client.GET('/data-tables/{dataTableId}/rows', { params: { path: { dataTableId: table.id } } }),
).data.length
const projects: string[] = must(await client.GET('/projects')).data.map(({ type }) => type)
const variables: number = must(await client.GET('/variables')).data.length
const audit = must(await client.POST('/audit', { body: {} }))
const roles: number = must(await client.GET('/roles')).global.length
const total: number = must(await client.GET('/insights/summary')).total.value
const scopes: number = must(await client.GET('/discover')).data.scopes.length
const packages: number = must(await client.GET('/community-packages')).length
const protocol: string | undefined = must(await client.GET('/settings/otel')).exporterProtocol
const pull = await client.POST('/source-control/pull', { body: { force: false } })

console.log(
  JSON.stringify({
    id,
    archived,
    versions,
    tag,
    credential: made.type,
    credentials,
    executions,
    emails,
    rows,
    projects,
    variables,
    audit: typeof audit,
    roles,
    total,
    scopes,
    packages,
    protocol,
    pull: pull.response.status,
  }),
)
