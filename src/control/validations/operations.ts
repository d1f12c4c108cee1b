import { Type } from '@sinclair/typebox'
import { badRequest } from '../../core/base/errors.ts'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'

import { reply } from '../../core/http/reply.ts'
import type { State } from '../../core/model/state.ts'
import type { Node, WorkflowRecord } from '../../core/model/workflow.ts'
import type { Finding, PlacedWorkflow } from '../../runs/checks/finding.ts'
import { reportOf, type ValidationReport } from '../../runs/checks/report.ts'
import { storedWorkflow, type WorkflowGiven } from '../../runs/trials/run-request.ts'
import { type ControlPart, controlOperation } from '../operation.ts'

/** What finds faults in workflows, with an instance of its own. */
export type FindFaults = (
  workflows: readonly PlacedWorkflow[],
  asked: {
    /** The newest where left out. */
    profile: string | undefined
    records: readonly Record<string, unknown>[]
    publish: boolean
    allowNodes: readonly string[]
  },
) => Promise<{ profile: string; findings: Finding[]; notChecked: string }>

export interface ValidationContext {
  store: { data: State }
  findFaults: FindFaults
}

/** Workflows to check: each by its id or name in the instance, or as it is exported. */
export interface ValidationRequest {
  workflows: readonly (string | WorkflowGiven)[]
  /** The version to ask; the newest where left out. */
  profile?: string
  /** Whether all of them are to be published: what the version refuses then is a fault. */
  publish?: boolean
  /** Packages of nodes that are taken as they are: `n8n-nodes-x`. */
  allowNodes?: readonly string[]
}

async function validate(
  { workflows, profile, publish = false, allowNodes = [] }: ValidationRequest,
  { store, findFaults }: ValidationContext,
): Promise<ValidationReport> {
  const ids = new Set<string>()
  const placed = workflows.map((given, at): PlacedWorkflow => {
    const workflow: unknown = typeof given === 'string' ? shownWorkflow(storedWorkflow(given, store.data)) : given
    const own = isRecord(workflow) && ['string', 'number'].includes(typeof workflow.id) ? String(workflow.id) : ''
    const id = own === '' || ids.has(own) ? `validated-${at}` : own
    ids.add(id)
    return {
      place: `workflows/${at}`,
      // what is no object is found to be none
      workflow: (isRecord(workflow) ? { ...workflow, id } : workflow) as Record<string, unknown>,
    }
  })
  const sound = placed.filter(({ workflow }) => isRecord(workflow))
  const nodes = sound.reduce((sum, { workflow }) => sum + recordsOf(workflow.nodes).length, 0)
  if (nodes > MAX_NODES)
    throw badRequest(`workflows: they have ${nodes} nodes; at most ${MAX_NODES} are checked at once`)
  const records = [{ credentials: credentialsOf(sound, store.data) }, { workflows: calledOf(sound, store.data) }]
  const { findings, ...report } = await findFaults(placed, { profile, records, publish, allowNodes })
  return reportOf(findings, report)
}

/** As it is shown to clients. */
const shownWorkflow = ({ id, name, active, nodes, connections, settings }: WorkflowRecord) => ({
  id,
  name,
  active,
  nodes,
  connections,
  settings,
})

const EXECUTE_WORKFLOW = /\.(executeWorkflow|toolWorkflow)$/
/** The most workflows of the instance that are looked at because others call them. */
const MAX_CALLED = 100

/** The workflows of the instance that those which are checked call: a version asks whether these are published. */
function calledOf(placed: readonly PlacedWorkflow[], { workflows }: State): Record<string, unknown>[] {
  const checked = new Set(placed.map(({ workflow }) => String(workflow.id)))
  const called = new Map<string, Record<string, unknown>>()
  for (const { workflow } of placed) {
    for (const { type, parameters } of recordsOf(workflow.nodes) as Node[]) {
      if (typeof type !== 'string' || !EXECUTE_WORKFLOW.test(type)) continue
      const found = workflows.get(idIn(parameters?.workflowId) ?? '')
      if (found && !checked.has(found.id) && called.size < MAX_CALLED) called.set(found.id, shownWorkflow(found))
    }
  }
  return [...called.values()]
}

/** An id alone, or as a resource locator has it. */
function idIn(given: unknown): string | undefined {
  const value = isRecord(given) ? given.value : given
  return typeof value === 'string' ? value : undefined
}

/** The credentials that nodes name, without what is in them. */
function credentialsOf(placed: readonly PlacedWorkflow[], { credentials }: State) {
  const ids = new Set<string>()
  for (const { workflow } of placed)
    for (const { credentials: named } of recordsOf(workflow.nodes) as Node[])
      for (const one of Object.values(isRecord(named) ? named : {}))
        if (isRecord(one) && typeof one.id === 'string') ids.add(one.id)
  return [...ids].flatMap(id => {
    const found = credentials.get(id)
    return found ? [{ id, name: found.name, type: found.type, data: {}, isStandIn: true }] : []
  })
}

const MAX_WORKFLOWS = 100
/** Stored workflows are larger than a request. */
const MAX_NODES = 20_000

/** The body of `POST /_control/validations`. */
export const ValidationRequestShape = Type.Object(
  {
    workflows: Type.Array(
      Type.Unknown({
        description:
          'The id or name of a workflow of the instance, or a workflow as it is exported. Anything else is a fault of its own',
      }),
      { minItems: 1, maxItems: MAX_WORKFLOWS, description: `At most ${MAX_WORKFLOWS}, with ${MAX_NODES} nodes in all` },
    ),
    profile: Type.Optional(
      Type.String({ description: 'The version that is asked, by the name of its profile; the newest where left out' }),
    ),
    publish: Type.Optional(
      Type.Boolean({
        description:
          'Whether they are to be published: what the version refuses is a fault then, and of a workflow that is not active a warning or a note else',
      }),
    ),
    allowNodes: Type.Optional(
      Type.Array(Type.String(), { description: 'Packages of nodes that are taken as they are, such as `n8n-nodes-x`' }),
    ),
  },
  { additionalProperties: false },
)

const count = (of: string) => Type.Integer({ minimum: 0, description: `Number of ${of}` })

const finding = Type.Object(
  {
    workflow: Type.Integer({ minimum: 0, description: 'Its number in `workflows`, from 0' }),
    path: Type.String({ description: 'A JSON pointer into the workflow, such as `/nodes/2/parameters/text`' }),
    node: Type.Optional(Type.String({ description: 'The name of the node' })),
    rule: Type.String({
      description:
        '`fixture`, `creation`, `publication`, `structure`, `node-type`, `time-zone`, `webhook`, `expression`, `code`, `reference`, ' +
        '`unreached`, `needs-mock`, `unknown-parameter`, `value`, `kind`, `range`, `required`, `conditions`, `port`, ' +
        '`sub-node`, `credential`, `response`, `schedule`, `json` or `data-flow`',
    }),
    severity: Type.String({ description: '`fault`, `warning` or `note`' }),
    message: Type.String(),
    value: Type.Optional(Type.Unknown({ description: 'What stands there' })),
    expected: Type.Optional(Type.Unknown({ description: 'What would be right: allowed values, names, or a text' })),
    didYouMean: Type.Optional(Type.String({ description: 'The nearest of those' })),
    fix: Type.Optional(
      Type.Array(Type.Object({ op: Type.String(), path: Type.String() }, { additionalProperties: true }), {
        description: 'A JSON patch of the workflow that mends it, where that is safe',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The answer of `POST /_control/validations`. */
export const ValidationReportShape = Type.Object(
  {
    valid: Type.Boolean({ description: 'Whether there is no fault' }),
    profile: Type.String({ description: 'The version that was asked to create and activate them' }),
    faults: count('faults'),
    warnings: count('warnings'),
    notes: count('notes'),
    findings: Type.Array(finding, { description: 'In the order of the workflows; the first 1,000' }),
    leftOut: count('findings that are not in the list'),
    notChecked: Type.String({ description: 'What was not looked at' }),
  },
  { additionalProperties: false },
)

/** The most bytes of all workflows. */
const LIMIT = 4 * 1024 * 1024

/** Workflows that are checked. */
export function validationPart(context: ValidationContext) {
  const control = {
    /** Checks workflows without running them. Nothing is stored. @throws ApiError */
    validate: (request: ValidationRequest) => validate(request, context),
  }
  return {
    control,
    operations: [
      controlOperation({
        id: 'validateWorkflows',
        method: 'POST',
        path: '/validations',
        tag: 'Simulation',
        summary: 'Check workflows without running them',
        description:
          'What the version refuses to create or activate, in its words; webhooks that two of the workflows take; expressions ' +
          'and code that cannot be compiled; names of missing nodes; nodes that no run reaches; nodes that a test mocks; ' +
          'parameters, values, ports and sub-nodes that a type of node does not have; fields that are not there. ' +
          'Nothing is stored.',
        body: {
          schema: ValidationRequestShape,
          limit: LIMIT,
          example: {
            workflows: [
              {
                name: 'Greeting',
                nodes: [
                  {
                    name: 'Start',
                    type: 'n8n-nodes-base.manualTrigger',
                    typeVersion: 1,
                    position: [0, 0],
                    parameters: {},
                  },
                  {
                    name: 'Slack',
                    type: 'n8n-nodes-base.slack',
                    typeVersion: 2,
                    position: [200, 0],
                    parameters: { text: '={{ $node["Begin"].json.text }}' },
                  },
                ],
                connections: { Start: { main: [[{ node: 'Slack', type: 'main', index: 0 }]] } },
                settings: {},
              },
            ],
          },
        },
        refusals: [404],
        responses: { 200: { description: 'What was found', schema: ValidationReportShape } },
        run: async ({ body }) => reply(await control.validate(body as unknown as ValidationRequest)),
      }),
    ],
  } satisfies ControlPart
}
