import { Type } from '@sinclair/typebox'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import { reply } from '../../core/http/reply.ts'
import type { Version } from '../../core/http/version.ts'
import type { State } from '../../core/model/state.ts'
import type { Node, WorkflowRecord } from '../../core/model/workflow.ts'
import type { FixtureSource } from '../../core/seeding/fixture-files.ts'
import type { Finding, PlacedWorkflow } from '../../runs/checks/finding.ts'
import { reportOf, type ValidationReport } from '../../runs/checks/report.ts'
import { storedWorkflow, type WorkflowGiven } from '../../runs/trials/run-request.ts'
import { type ControlPart, controlOperation } from '../operation.ts'

/** What finds faults in workflows, with an instance of its own. */
export type FindFaults = (
  version: Version,
  sources: readonly FixtureSource[],
  workflows: readonly PlacedWorkflow[],
) => Promise<{ findings: Finding[]; notChecked: string }>

export interface ValidationContext {
  store: { data: State }
  version: Version
  findFaults: FindFaults
}

/** Workflows to check: each by its id or name in the instance, or as it is exported. */
export interface ValidationRequest {
  workflows: readonly (string | WorkflowGiven)[]
}

async function validate(
  { workflows }: ValidationRequest,
  { store, version, findFaults }: ValidationContext,
): Promise<ValidationReport> {
  const placed = workflows.map((given, at): PlacedWorkflow => {
    const workflow = typeof given === 'string' ? shownWorkflow(storedWorkflow(given, store.data)) : given
    return {
      place: `workflows/${at}`,
      number: at,
      workflow: { ...workflow, name: workflow.name ?? 'Workflow', id: String(workflow.id ?? `validated-${at}`) },
    }
  })
  const value = { workflows: withCalled(placed, store.data), credentials: credentialsOf(placed, store.data) }
  const { findings, notChecked } = await findFaults(version, [{ source: 'request', value }], placed)
  return reportOf(findings, { profile: version.name, notChecked })
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

/** The workflows that are checked, and those of the instance that they call: a version asks whether these are published. */
function withCalled(placed: readonly PlacedWorkflow[], { workflows }: State): Record<string, unknown>[] {
  const all = new Map(placed.map(({ workflow }) => [String(workflow.id), workflow]))
  for (const { nodes } of all.values()) {
    for (const { type, parameters } of recordsOf(nodes) as Node[]) {
      if (typeof type !== 'string' || !EXECUTE_WORKFLOW.test(type)) continue
      const called = workflows.get(idIn(parameters?.workflowId) ?? '')
      if (called && !all.has(called.id) && all.size < placed.length + MAX_CALLED)
        all.set(called.id, shownWorkflow(called))
    }
  }
  return [...all.values()]
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

const workflow = Type.Object(
  {
    nodes: Type.Array(Type.Object({}, { additionalProperties: true })),
    connections: Type.Object({}, { additionalProperties: true }),
  },
  { additionalProperties: true },
)

const MAX_WORKFLOWS = 100

/** The body of `POST /_control/validations`. */
export const ValidationRequestShape = Type.Object(
  {
    workflows: Type.Array(
      Type.Union([Type.String(), workflow], {
        description: 'The id or name of a workflow of the instance, or a workflow as it is exported',
      }),
      { minItems: 1, maxItems: MAX_WORKFLOWS, description: `At most ${MAX_WORKFLOWS}` },
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
        '`creation`, `publication`, `structure`, `node-type`, `time-zone`, `webhook`, `expression`, `code`, `reference`, ' +
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
