import { Kind, type TObject, type TSchema } from '@sinclair/typebox'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { Version } from '../../core/http/version.ts'
import { FIXTURE_COLLECTIONS } from '../../core/model/fixture.ts'
import { PASSED_OVER } from '../../core/seeding/fixture.ts'
import type { FixtureSource } from '../../core/seeding/fixture-files.ts'
import type { Finding, PlacedWorkflow } from './finding.ts'

type Fields = Record<string, unknown>

/**
 * Asks an instance of a version, in memory, to create each workflow and to activate it. The texts are the version's own.
 * It holds what else the fixtures have: credentials, tags, and workflows that are called.
 *
 * @throws ApiError for an invalid fixture
 */
export async function checkAcceptance(
  version: Version,
  sources: readonly FixtureSource[],
  { workflows, startInMemory }: { workflows: readonly PlacedWorkflow[]; startInMemory: StartInMemory },
): Promise<Finding[]> {
  const service = await openService(version, sources, startInMemory)
  try {
    const numbered = workflows.map(({ workflow }, number) => ({ number, workflow }))
    const refused: Finding[] = []
    for (const one of numbered) refused.push(...(await checkCreation(service, one)))
    const created = numbered.filter(({ number }) => !refused.some(found => found.workflow === number))
    return [...refused, ...(await checkActivation(service, created))]
  } finally {
    await service.stop()
  }
}

/** An instance of a version, with fixtures, whose owner has a key. */
export type StartInMemory = (
  version: Version,
  fixtures: readonly { source: string; value: unknown }[],
  apiKey: string,
) => Promise<AskedService>

interface AskedService {
  fetch(path: string, init: RequestInit): Promise<Response>
  apiKeyHeader: string
  control:
    | {
        history: { all(): { warnings?: readonly string[] }[] }
        state(collections: ['workflows']): { workflows?: readonly { id?: unknown }[] }
      }
    | undefined
  stop(): Promise<void>
}

async function openService(version: Version, sources: readonly FixtureSource[], startInMemory: StartInMemory) {
  const fixtures = sources.map(({ source, value }) => ({ source, value: allInactive(value) }))
  const instance = await startInMemory(version, fixtures, OWNER_KEY)
  return {
    version,
    stop: instance.stop,
    /** What a request is refused with, with what the log warns of; `undefined` where it is not. */
    async refusalOf(path: string, body?: unknown): Promise<string | undefined> {
      const response = await instance.fetch(`/api/v1${path}`, {
        method: 'POST',
        headers: {
          [instance.apiKeyHeader]: OWNER_KEY,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const answer: unknown = await response.json().catch(() => undefined)
      const warnings = instance.control?.history.all().at(-1)?.warnings ?? []
      if (response.ok) return undefined
      const { message, description } = isRecord(answer) ? answer : {}
      const texts = [message, description, ...warnings].filter(text => typeof text === 'string' && text !== '')
      return texts.join('; ').replaceAll('\n', ' ')
    },
    idsOf: () => new Set(instance.control?.state(['workflows']).workflows?.map(({ id }) => String(id))),
  }
}

type Service = Awaited<ReturnType<typeof openService>>

const OWNER_KEY = 'owner-key'

/** The workflows of a fixture, none of them active yet. */
function allInactive(value: unknown): unknown {
  if (!isRecord(value) || !Array.isArray(value.workflows)) return value
  const workflows = value.workflows.map(workflow => {
    if (!isRecord(workflow)) return workflow
    const { active, activeVersionId, activeVersion, ...rest } = workflow
    return rest
  })
  return { ...value, workflows }
}

/** A workflow with its number among those that are checked. */
interface NumberedWorkflow {
  number: number
  workflow: Fields
}

async function checkCreation(
  { version, refusalOf }: Service,
  { number, workflow }: NumberedWorkflow,
): Promise<Finding[]> {
  const refusal = await refusalOf('/workflows', bodyOf(version, workflow))
  if (refusal === undefined) return []
  const message = `${version.name} does not create it: ${refusal}`
  return [{ workflow: number, path: '', rule: 'creation', severity: 'fault', message }]
}

/** What a client sends of an export: all but what the service alone sets. A key that no version shows is sent. */
function bodyOf({ operations }: Version, workflow: Fields): Fields {
  const { body } = operations.find(({ id }) => id === 'createWorkflow') ?? {}
  const taken = propertiesOf(body?.schema)
  const shown = propertiesOf(operations.find(({ id }) => id === 'getWorkflow')?.responses[200]?.schema)
  const isDropped = (key: string) =>
    Object.hasOwn(taken, key) ? taken[key]?.[Kind] === 'ReadOnly' : Object.hasOwn(shown, key) || EXPORTED.has(key)
  const sent = Object.entries(workflow).filter(([key, value]) => value !== null && !isDropped(key))
  return { settings: {}, ...Object.fromEntries(sent) }
}

const propertiesOf = (schema: TSchema | undefined): TObject['properties'] =>
  isRecord(schema?.properties) ? (schema.properties as TObject['properties']) : {}

const EXPORTED = new Set([...Object.keys(FIXTURE_COLLECTIONS.workflows.properties), ...PASSED_OVER])

/** Activates those that are active in the files, called ones first; then tries each of the others. */
async function checkActivation({ version, refusalOf, idsOf }: Service, workflows: readonly NumberedWorkflow[]) {
  const findings: Finding[] = []
  const add = ({ number }: NumberedWorkflow, severity: Finding['severity'], message: string) =>
    findings.push({ workflow: number, path: '', rule: 'publication', severity, message })
  const ids = idsOf()
  const isHeld = ({ workflow }: NumberedWorkflow) => ids.has(String(workflow.id))
  const activate = ({ workflow }: NumberedWorkflow) =>
    refusalOf(`/workflows/${encodeURIComponent(String(workflow.id))}/activate`)
  let waiting = workflows.filter(one => isHeld(one) && one.workflow.active === true)
  let refused: [NumberedWorkflow, string][] = []
  do {
    refused = []
    for (const one of waiting) {
      const refusal = await activate(one)
      if (refusal !== undefined) refused.push([one, refusal])
    }
    if (refused.length === waiting.length) break
    waiting = refused.map(([one]) => one)
  } while (waiting.length > 0)
  for (const [one, refusal] of refused) add(one, 'fault', `${version.name} does not activate it: ${refusal}`)
  for (const one of workflows.filter(one => isHeld(one) && one.workflow.active !== true)) {
    const refusal = await activate(one)
    if (refusal === undefined) await refusalOf(`/workflows/${encodeURIComponent(String(one.workflow.id))}/deactivate`)
    else add(one, 'note', `${version.name} would not activate it, and it is not active: ${refusal}`)
  }
  return findings
}

/** The workflows of fixtures, each with an id, so that it can be asked for. */
export function placedWorkflows(sources: readonly FixtureSource[]): PlacedWorkflow[] {
  return sources.flatMap(({ source, value, file }) =>
    recordsOf(isRecord(value) ? value.workflows : []).map((workflow, at) => ({
      place: `${source}/workflows/${at}`,
      file,
      number: at,
      workflow,
    })),
  )
}
