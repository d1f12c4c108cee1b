// ENGINE=FOLDER bun test/tools/engine/installed-operations.ts [--package NAME] [--nodes N] [--operations N] [--each N] [--skip N] [--seconds N]
// Runs service nodes of the installed engine, operation by operation, with plausible parameters: each is to reach its
// request, and to put items out for the answer. Prints how many did, and the reasons of the others.
import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { runWorkflow } from '../../../src/testing.ts'
import { nodeProgram } from '../../kit/package/node-program.ts'

interface Property {
  name: string
  type: string
  default?: unknown
  required?: boolean
  options?: (Property & { value?: unknown; values?: Property[] })[]
  displayOptions?: { show?: Record<string, unknown[]>; hide?: Record<string, unknown[]> }
  modes?: { name: string; validation?: { properties?: { regex?: string } }[] }[]
}

interface Description {
  name: string
  version: number | number[]
  defaultVersion?: number
  group: string[]
  properties: Property[]
  credentials?: { name: string; required?: boolean }[]
}

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '80' },
    operations: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '600' },
    each: { type: 'string', default: '7' },
    skip: { type: 'string', default: '0' },
    only: { type: 'string' },
    package: { type: 'string', default: 'n8n-nodes-base' },
  },
})
const project = process.env.ENGINE
if (project === undefined) throw new Error('ENGINE names the project that has the engine')
process.chdir(project)
process.env.PATH = `${dirname(nodeProgram())}:${process.env.PATH}`
const require = createRequire(join(project, 'package.json'))
const name = values.package
const isBase = name === 'n8n-nodes-base'

interface CredentialType {
  name: string
  extends?: string[]
  properties: Property[]
}

/** What the nodes of a package say of themselves; those of the service ship it as JSON. */
function readPackage(): { nodes: Description[]; credentials: CredentialType[] } {
  if (isBase)
    return {
      nodes: require('n8n-nodes-base/dist/types/nodes.json'),
      credentials: require('n8n-nodes-base/dist/types/credentials.json'),
    }
  const reader = join(import.meta.dir, 'read-package.cjs')
  const allowed = [project ?? '', realpathSync(project ?? ''), import.meta.dir].map(path => `--allow-fs-read=${path}`)
  const args = ['--permission', '--no-warnings', ...allowed, reader, project ?? '', name]
  return JSON.parse(execFileSync(nodeProgram(), args, { encoding: 'utf8', maxBuffer: 256e6 }))
}

const { nodes: all, credentials: credentialTypes } = readPackage()
/** Nodes with a client of their own, and those that need no network. */
const OWN =
  /postgres|mySql|mongoDb|redis|kafka|rabbitmq|mqtt|amqp|ftp|ssh|emailSend|emailReadImap|snowflake|microsoftSql|oracle|questDb|timescaleDb|crateDb|ldap|git$|executeCommand|graphql|evaluation/i

const versionOf = ({ version, defaultVersion }: Description) =>
  defaultVersion ?? (Array.isArray(version) ? Math.max(...version) : version)

/** The newest description of each node that has resources or operations and a credential. */
const candidates = [...new Map(all.map(one => [one.name, one])).keys()]
  .map(name => {
    const found = all.filter(one => one.name === name)
    const wanted = Math.max(...found.map(versionOf))
    return found.find(({ version }) => [version].flat().includes(wanted))
  })
  .filter(one => one !== undefined)
  .filter(({ name, group, credentials = [], properties }) => {
    if (!isBase) return !group.includes('trigger')
    const isService = credentials.length > 0 && !group.includes('trigger') && !OWN.test(name)
    return isService && properties.some(property => property.name === 'operation')
  })

const visible = ({ displayOptions }: Property, parameters: Record<string, unknown>) => {
  const matches = (rule: Record<string, unknown[]> | undefined, isHide: boolean) =>
    Object.entries(rule ?? {}).map(([key, wanted]) => {
      if (key.startsWith('@')) return !isHide
      const actual = parameters[key.replace(/^\//, '')]
      return wanted.some(value => value === actual)
    })
  const shown = matches(displayOptions?.show, false)
  const hidden = matches(displayOptions?.hide, true)
  return shown.every(Boolean) && !(hidden.length > 0 && hidden.some(Boolean))
}

/** Ids as services have them: the first that the pattern of a parameter takes. */
const IDS = [
  'ann@example.com',
  'text',
  'accounts/123',
  'locations/123',
  'accounts/1/locations/2/localPosts/3',
  'accounts/1/locations/2/reviews/3',
  'us-east-1_Abcdefghi',
  'arn:aws:sns:us-east-1:123456789012:topic',
  'catalog.schema.volume',
  '01234567-89ab-cdef-0123-456789abcdef',
  '0123456789abcdef0123456789abcdef',
  '0123456789abcdef01234567',
  'https://example.com/a',
]

/** A value that a person could have typed. */
function plausible(property: Property): unknown {
  const { type, default: usual, options, name, modes } = property
  if (type === 'resourceLocator') {
    const byId = modes?.find(({ name }) => name === 'id') ?? modes?.at(-1)
    const mode = byId?.name ?? 'id'
    const patterns = (byId?.validation ?? []).flatMap(({ properties }) => properties?.regex ?? [])
    const plain = mode === 'url' ? 'https://example.com/a' : '1234567890'
    const fits = [plain, ...IDS].find(id => patterns.every(pattern => new RegExp(pattern).test(id)))
    return { __rl: true, mode, value: fits ?? plain }
  }
  if (usual !== undefined && usual !== '' && usual !== null && !(Array.isArray(usual) && property.required))
    return usual
  if (type === 'options') return options?.[0]?.value ?? 'x1'
  if (type === 'multiOptions') return options?.[0] ? [options[0].value] : ['x1']
  if (type === 'number') return 1
  if (type === 'boolean') return usual ?? false
  if (type === 'dateTime') return '2026-03-01T09:00:00.000Z'
  if (type === 'json') return '{}'
  if (type !== 'string') return usual
  if (/e-?mail/i.test(name)) return 'ann@example.com'
  if (/url/i.test(name)) return 'https://example.com/a'
  if (/json/i.test(name)) return '{}'
  return /id$/i.test(name) ? '1234567890' : 'text'
}

/** The operations of a node, each with the parameters that it shows. */
function* operationsOf({ properties }: Description): Generator<Record<string, unknown>> {
  const resources = properties.find(({ name }) => name === 'resource')?.options?.map(({ value }) => value) ?? [
    undefined,
  ]
  for (const resource of resources) {
    const base: Record<string, unknown> = resource === undefined ? {} : { resource }
    const shown = properties.filter(property => property.name === 'operation' && visible(property, base))
    const operations = shown.flatMap(({ options = [] }) => options)
    for (const { value } of operations.length > 0 ? operations : [{ value: undefined }]) {
      const parameters: Record<string, unknown> = { ...base, ...(value === undefined ? {} : { operation: value }) }
      for (const property of properties) {
        if (property.name in parameters || property.type === 'notice' || !visible(property, parameters)) continue
        if (
          property.required ||
          property.default === undefined ||
          property.type === 'resourceLocator' ||
          property.name === 'authentication'
        )
          parameters[property.name] = plausible(property)
        else parameters[property.name] = property.default
      }
      yield parameters
    }
  }
}

function credentialData(name: string): Record<string, unknown> {
  const type = credentialTypes.find(one => one.name === name)
  const parents = (type?.extends ?? []).map(credentialData)
  const own = Object.fromEntries(
    (type?.properties ?? []).map(property => {
      const { name, type, default: usual } = property
      // of its own address
      if (/endpoint/i.test(name)) return [name, usual]
      if (type === 'string' && (usual === '' || usual === undefined))
        return [
          name,
          /url|host|domain|server/i.test(name)
            ? 'https://api.example.com'
            : /email/i.test(name)
              ? 'ann@example.com'
              : 'secret-text',
        ]
      return [name, usual]
    }),
  )
  return Object.assign({}, ...parents, own, {
    oauthTokenData: { access_token: 'secret-token', token_type: 'Bearer', oauth_token: 'a', oauth_token_secret: 'b' },
  })
}

const FILE = { data: Buffer.from('hello').toString('base64'), mimeType: 'text/plain', fileName: 'a.txt' }
const ANSWER = {
  ok: true,
  id: '1',
  success: true,
  status: 'ok',
  data: { id: '1', items: [{ id: '1' }] },
  result: { id: '1' },
  results: [{ id: '1' }],
  items: [{ id: '1' }],
  records: [{ id: '1', fields: {} }],
  access_token: 'secret-token',
  token_type: 'Bearer',
  expires_in: 3600,
}
const ends = { items: 0, nothing: 0, answer: 0, before: 0 }
const reasons = new Map<string, string[]>()
const reached = new Set<string>()
const began = performance.now()
let count = 0
outer: for (const description of candidates.slice(Number(values.skip))) {
  if (values.only && description.name !== values.only) continue
  if (reached.size >= Number(values.nodes)) break
  let ofNode = 0
  for (const parameters of operationsOf(description)) {
    if (count >= Number(values.operations) || performance.now() - began > Number(values.seconds) * 1000) break outer
    if (++ofNode > Number(values.each)) break
    count++
    const shown = (description.credentials ?? []).filter(one => visible(one as unknown as Property, parameters))
    const node = {
      id: '2',
      name: 'Node',
      type: `${name}.${description.name}`,
      typeVersion: versionOf(description),
      position: [0, 0],
      parameters,
    }
    const start = {
      id: '1',
      name: 'Start',
      type: 'n8n-nodes-base.manualTrigger',
      typeVersion: 1,
      position: [0, 0],
      parameters: {},
    }
    const connections = { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } }
    const what = `${description.name} ${parameters.resource ?? ''} ${parameters.operation ?? ''}`
    try {
      const run = await runWorkflow(
        { name: 'One', nodes: [start, node], connections, settings: { executionOrder: 'v1' } } as never,
        {
          input: [{ json: { id: '1', text: 'hello' }, binary: { data: FILE } }],
          engine: 'installed',
          credentials: Object.fromEntries(shown.map(({ name }) => [name, credentialData(name)])),
          http: [{ url: '*', json: ANSWER }],
        },
      )
      const asked = run.requests.length > 0
      if (asked) reached.add(description.name)
      const end = !asked
        ? 'before'
        : run.status !== 'success'
          ? 'answer'
          : run.node('Node').output.length > 0
            ? 'items'
            : 'nothing'
      ends[end]++
      if (end === 'before' || end === 'answer') {
        const reason = `${end === 'before' ? 'before the request' : 'at the answer'}: ${(run.error?.message ?? 'no error').slice(0, 100)}`
        reasons.set(reason, [...(reasons.get(reason) ?? []), what])
      }
    } catch (error) {
      ends.before++
      const reason = `refused: ${String(error instanceof Error ? error.message : error).slice(0, 120)}`
      reasons.set(reason, [...(reasons.get(reason) ?? []), what])
    }
  }
}
const sorted = [...reasons].sort(([, one], [, other]) => other.length - one.length).slice(0, 25)
for (const [reason, whats] of sorted) console.log(`${whats.length} ${reason} (${whats.slice(0, 3).join('; ')})`)
console.log(
  `${count} operations: ${JSON.stringify(ends)}; ${reached.size} nodes reached a request; ${Math.round((performance.now() - began) / 1000)} s`,
)
process.exit(0)
