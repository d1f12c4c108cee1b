import { Kind, type TObject, type TSchema } from '@sinclair/typebox'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import { pointerOf } from '../../core/base/json-pointer.ts'
import { groupsOf, loadActivationRequirements } from '../../core/features/workflows/activation-requirements.ts'
import { calledWorkflowId } from '../../core/features/workflows/called-workflows.ts'
import type { Version } from '../../core/http/version.ts'
import type { SentField } from '../../core/model/field.ts'
import { FIXTURE_COLLECTIONS } from '../../core/model/fixture.ts'
import { type Node, workflowFields } from '../../core/model/workflow.ts'
import { PASSED_OVER } from '../../core/seeding/fixture.ts'
import { isKnownPackage, packageOf } from '../nodes/node-packages.ts'
import type { Finding, PlacedWorkflow, Severity } from './finding.ts'
import { type Problem, problemsIn } from './publication-problems.ts'

type Fields = Record<string, unknown>

/** Asks the operations of a version, on a state with these fixtures. */
export type AskVersion = (
  version: Version,
  fixtures: readonly { source: string; value: unknown }[],
) => Promise<RefusalOf>

/** What a request is refused with, with what a log of requests warns of; `undefined` where it is not. */
export type RefusalOf = (method: string, path: string, body?: unknown) => Promise<string | undefined>

/** What a version is asked with. */
export interface Acceptance {
  askVersion: AskVersion
  /** Fixtures with what the workflows refer to: credentials, projects, workflows that they call. */
  records: readonly Fields[]
  /** Whether all workflows are to be published, not the active ones alone. */
  publish: boolean
  /** Packages and types of nodes that are taken as they are. */
  allowNodes: readonly string[]
  /** Whether workflows that are called and are not among these are missing, and not just unknown. */
  knowsCalled: boolean
}

/**
 * Asks a version, on a state in memory, to create each workflow and to activate it. The texts are the version's own.
 * Nothing runs.
 */
export async function checkAcceptance(
  version: Version,
  workflows: readonly PlacedWorkflow[],
  acceptance: Acceptance,
): Promise<Finding[]> {
  const seeds = workflows.map(({ workflow }, at) => seedOf(workflow, at))
  const packages = { communityPackages: communityPackagesOf(workflows, acceptance.allowNodes) }
  const values = [...acceptance.records, packages, { workflows: seeds }]
  const refusalOf = await acceptance.askVersion(
    version,
    values.map(value => ({ source: '', value })),
  )
  const refused: Finding[] = []
  for (const [at, { workflow }] of workflows.entries()) {
    const refusal = await refusalOf('POST', '/workflows', bodyOf(version, workflow))
    if (refusal !== undefined) refused.push(creationFault(version, at, refusal))
  }
  const isRefused = new Set(refused.map(({ workflow }) => workflow))
  const created = workflows.flatMap(({ workflow }, at) => (isRefused.has(at) ? [] : [{ at, workflow }]))
  return [...refused, ...(await checkActivation(version, refusalOf, created, acceptance))]
}

/** What a version needs of a workflow to publish it. */
const SEEDED = ['id', 'name', 'nodes', 'connections', 'settings', 'nodeGroups']

function seedOf(workflow: Fields, at: number): Fields {
  const seed = Object.entries(workflow).filter(([key, value]) => SEEDED.includes(key) && value !== null)
  return { name: 'Workflow', ...Object.fromEntries(seed), nodes: withOwnWebhooks(recordsOf(workflow.nodes), at) }
}

/** The nodes with webhooks that no other workflow has: that two have one is another finding, and would hide the rest. */
const withOwnWebhooks = (nodes: readonly Fields[], at: number) =>
  nodes.map(node => {
    const { parameters, webhookId } = node
    const path = isRecord(parameters) && typeof parameters.path === 'string' ? parameters.path : ''
    return {
      ...node,
      ...(path === '' || path.startsWith('=')
        ? {}
        : { parameters: { ...(parameters as Fields), path: `${path}-${at}` } }),
      ...(typeof webhookId === 'string' && webhookId !== '' ? { webhookId: `${webhookId}-${at}` } : {}),
    }
  })

function creationFault(version: Version, workflow: number, refusal: string): Finding {
  const message = `${version.name} does not create it: ${refusal.replaceAll('\n', ' ')}`
  return { workflow, path: pathIn(refusal), rule: 'creation', severity: 'fault', message }
}

/** The part of the workflow that a refusal names first: `request/body/nodes/0/name`, or `nodes[0].name (code)`. */
function pathIn(refusal: string): string {
  const inBody = /^request\/body(\/\S+?)?(?: |$)/.exec(refusal)?.[1]
  if (inBody !== undefined) return inBody
  const node = /(?:^|: |\. )nodes\[(\d+)\](?:\.(\w+))? \(/.exec(refusal)
  return node ? pointerOf(['nodes', Number(node[1]), ...(node[2] === undefined ? [] : [node[2]])]) : ''
}

/** What a client sends of a saved workflow: all but what the service alone sets. A key that no version shows is sent. */
function bodyOf({ operations }: Version, workflow: Fields): Fields {
  const { body } = operations.find(({ id }) => id === 'createWorkflow') ?? {}
  const taken = propertiesOf(body?.schema)
  const shown = propertiesOf(operations.find(({ id }) => id === 'getWorkflow')?.responses[200]?.schema)
  const isDropped = (key: string) => {
    if (STAYING.has(key)) return true
    if (Object.hasOwn(taken, key)) return taken[key]?.[Kind] === 'ReadOnly'
    return Object.hasOwn(shown, key) || EXPORTED.has(key)
  }
  const sent = Object.entries(workflow).filter(
    ([key, value]) => !isDropped(key) && (value !== null || REQUIRED.includes(key)),
  )
  const { nodes } = workflow
  return { ...Object.fromEntries(sent), ...(Array.isArray(nodes) ? { nodes: nodes.map(withoutDates) } : {}) }
}

const REQUIRED = ['name', 'nodes', 'connections', 'settings']

/** What a promotion does not send either, under the names that answers have for it. */
const STAYING = new Set(
  Object.entries<SentField>(workflowFields)
    .filter(([, { promoted }]) => promoted === 'own' || (typeof promoted === 'object' && 'stays' in promoted))
    .flatMap(([name, { shownAs = [] }]) => [name, ...shownAs]),
)

function withoutDates(node: unknown): unknown {
  if (!isRecord(node)) return node
  const { createdAt, updatedAt, ...rest } = node
  return rest
}

const propertiesOf = (schema: TSchema | undefined): TObject['properties'] =>
  isRecord(schema?.properties) ? (schema.properties as TObject['properties']) : {}

const EXPORTED = new Set([...Object.keys(FIXTURE_COLLECTIONS.workflows.properties), ...PASSED_OVER])

/** A workflow with its number among those that are checked. */
interface Created {
  at: number
  workflow: Fields
}

/** Activates those that are active in the files, called ones first; then asks for each of the others. */
async function checkActivation(
  version: Version,
  refusalOf: RefusalOf,
  created: readonly Created[],
  { publish, knowsCalled }: Acceptance,
) {
  const findings: Finding[] = []
  const path = ({ workflow }: Created) => `/workflows/${encodeURIComponent(String(workflow.id))}`
  const activate = (one: Created) => refusalOf('POST', `${path(one)}/activate`)
  const isActive = ({ workflow }: Created) => workflow.active === true
  const add = (one: Created, problems: readonly Problem[]) => {
    const { at, workflow } = one
    const numbers = new Map(recordsOf(workflow.nodes).map(({ name }, number) => [name, number]))
    for (const { node, text, lacks } of problems) {
      const severity = severityOf({ isActive: isActive(one), publish, lacks, knowsCalled })
      const number = numbers.get(node) ?? -1
      const verb = isActive(one) || publish ? 'does' : 'would'
      findings.push({
        workflow: at,
        path: number < 0 ? '' : `/nodes/${number}`,
        ...(node === undefined || number < 0 ? {} : { node }),
        rule: 'publication',
        severity,
        message: `${version.name} ${verb} not activate it: ${text}`,
      })
    }
  }
  const isToBeActive = (one: Created) => publish || isActive(one)
  const published = created.filter(({ workflow }) => workflow.isArchived !== true)
  const called = new Set(
    published.flatMap(({ workflow }) => (recordsOf(workflow.nodes) as Node[]).map(calledWorkflowId)),
  )
  const refused = [
    ...(await activateAll(published.filter(isToBeActive), activate)),
    ...(await activateAll(
      published.filter(one => !isToBeActive(one)),
      async one => {
        const refusal = await activate(one)
        // two that are not active may have one webhook
        if (refusal === undefined && !called.has(String(one.workflow.id)))
          await refusalOf('POST', `${path(one)}/deactivate`)
        return refusal
      },
    )),
  ]
  const withCredentials = await credentialsFor(version)
  /** All that is said, also what comes to light only once the credentials are there. */
  const problemsOf = async (one: Created, refusal: string): Promise<Problem[]> => {
    const problems = problemsIn(refusal)
    if (!problems.some(({ lacks }) => lacks === 'credentials')) return problems
    const body = bodyOf(version, {
      ...one.workflow,
      nodes: withOwnWebhooks(withCredentials(recordsOf(one.workflow.nodes)), one.at),
    })
    const isChanged = (await refusalOf('PUT', path(one), body)) === undefined
    const second = isChanged ? await activate(one) : undefined
    const known = new Set(problems.map(({ node, text }) => `${node} ${text}`))
    const further = second === undefined ? [] : problemsIn(second)
    return [
      ...problems,
      ...further.filter(({ node, text, lacks }) => lacks !== 'credentials' && !known.has(`${node} ${text}`)),
    ]
  }
  for (const [one, refusal] of refused) add(one, await problemsOf(one, refusal))
  return findings
}

/** Activates workflows, those that are called before those that call them. Those that are refused, and with what. */
async function activateAll(
  workflows: readonly Created[],
  activate: (one: Created) => Promise<string | undefined>,
): Promise<[Created, string][]> {
  let waiting = workflows
  for (;;) {
    const refused: [Created, string][] = []
    for (const one of waiting) {
      const refusal = await activate(one)
      if (refusal !== undefined) refused.push([one, refusal])
    }
    if (refused.length === waiting.length) return refused
    waiting = refused.map(([one]) => one)
  }
}

interface Judged {
  isActive: boolean
  publish: boolean
  lacks: Problem['lacks']
  knowsCalled: boolean
}

/** Files rarely hold the credentials, and the workflows that are called may be at the service already. */
function severityOf({ isActive, publish, lacks, knowsCalled }: Judged): Severity {
  if (publish) return 'fault'
  if (lacks === 'called' && !knowsCalled) return 'note'
  if (isActive) return 'fault'
  return lacks === 'credentials' ? 'note' : 'warning'
}

/** Gives nodes all credentials that they may need. */
async function credentialsFor({ data }: Version) {
  const file = data.activationRequirements
  const requirements = file && (await loadActivationRequirements(file))
  const given = { id: 'given', name: 'given' }
  return (nodes: readonly Fields[]) =>
    nodes.map(node => {
      const groups = requirements ? groupsOf(requirements, String(node.type)) : []
      const names = groups.flatMap(({ credentials = [] }) => credentials.map(({ name }) => name))
      const missing = Object.fromEntries([...names, 'given'].map(name => [name, given]))
      const own = isRecord(node.credentials) ? node.credentials : {}
      const usable = Object.entries(own).filter(([, value]) => isRecord(value) && value.id)
      return { ...node, credentials: { ...missing, ...Object.fromEntries(usable) } }
    })
}

/** The nodes of further packages, and those that are allowed, as an instance has them that installed these. */
function communityPackagesOf(workflows: readonly PlacedWorkflow[], allowNodes: readonly string[]) {
  const types = new Map<string, Set<string>>()
  for (const { type } of workflows.flatMap(({ workflow }) => recordsOf(workflow.nodes) as Node[])) {
    const name = packageOf(type)
    if (name === undefined || (isKnownPackage(name) && !allowNodes.includes(String(type)))) continue
    types.set(name, (types.get(name) ?? new Set()).add(String(type)))
  }
  return Array.from(types, ([packageName, ofPackage]) => ({
    packageName,
    installedVersion: '1.0.0',
    installedNodes: Array.from(ofPackage, type => ({ name: type, type, latestVersion: 1 })),
  }))
}
