import { Type } from '@sinclair/typebox'
import { reply } from '../../core/http/reply.ts'
import type { RunReport } from '../../runs/trials/run-report.ts'
import type { RunRequest } from '../../runs/trials/run-request.ts'
import type { TrialContext } from '../../runs/trials/run-trial.ts'
import { type ControlPart, controlOperation } from '../operation.ts'

const anything = Type.Unknown()
const workflow = Type.Object(
  {
    nodes: Type.Array(Type.Object({}, { additionalProperties: true })),
    connections: Type.Object({}, { additionalProperties: true }),
    settings: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { additionalProperties: true },
)

/** The body of `POST /_control/runs`. */
export const RunRequestShape = Type.Object(
  {
    workflow: Type.Union([Type.String(), workflow], {
      description: 'The id or name of a workflow of the instance, or a workflow as it is exported',
    }),
    trigger: Type.Optional(Type.String({ description: 'The node to begin at; the only trigger where left out' })),
    input: Type.Optional(
      Type.Unknown({
        description:
          'What the trigger gets: of a webhook body, files, query, headers and params; of others an item, or a list of items',
      }),
    ),
    mocks: Type.Optional(
      Type.Record(Type.String(), anything, {
        description:
          'Node name, or `Workflow/Node` of a called one → what it puts out: items, outputs, { "error": … } or { "runs": […] }',
      }),
    ),
    http: Type.Optional(
      Type.Array(anything, { description: 'What HTTP requests are answered, or where they are forwarded' }),
    ),
    engine: Type.Optional(
      Type.Union([Type.Literal('built-in'), Type.Literal('installed')], {
        description: 'The built-in engine, or that of the service where the project of the instance has installed it',
      }),
    ),
    credentials: Type.Optional(
      Type.Record(Type.String(), Type.Object({}, { additionalProperties: true }), {
        description: 'Type of credential → its data, for nodes that name none',
      }),
    ),
    usePinnedData: Type.Optional(Type.Boolean({ description: 'Whether pinned data is what its node puts out' })),
    unmocked: Type.Optional(
      Type.Union([Type.Literal('fail'), Type.Literal('pass')], {
        description: 'What a node does that calls a service and has no mock. Default fail',
      }),
    ),
    subWorkflows: Type.Optional(Type.Array(workflow, { description: 'Workflows that it calls' })),
    allowNodes: Type.Optional(
      Type.Array(Type.String(), { description: 'Packages and types of nodes that are taken as they are: n8n-nodes-x' }),
    ),
    dataTables: Type.Optional(
      Type.Array(Type.Object({}, { additionalProperties: true }), {
        description: 'Data tables that it sees, as a fixture has them: id, name, columns and rows',
      }),
    ),
    variables: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'What $vars gives' })),
    now: Type.Optional(Type.String({ description: 'The time at which it runs, with its zone' })),
    timezone: Type.Optional(Type.String({ description: 'The time zone of workflows that name none' })),
  },
  { additionalProperties: false },
)

const items = Type.Array(Type.Array(Type.Object({}, { additionalProperties: true })))
const anyObject = Type.Object({}, { additionalProperties: true })

/** The answer of `POST /_control/runs`. */
export const RunReportShape = Type.Object(
  {
    status: Type.String({
      description:
        'success, error, waiting or canceled; broken where a mock, an answer or a called workflow is missing',
    }),
    error: Type.Optional(anyObject),
    path: Type.Array(Type.String(), { description: 'The nodes that ran, in order' }),
    nodes: Type.Record(
      Type.String(),
      Type.Array(
        Type.Object({
          status: Type.String(),
          received: items,
          output: items,
          parameters: Type.Optional(Type.Array(anyObject)),
          error: Type.Optional(anyObject),
          hints: Type.Array(Type.String()),
        }),
      ),
      { description: 'Each node → its runs' },
    ),
    requests: Type.Array(anyObject, { description: 'What HTTP Request nodes would have sent' }),
    response: Type.Optional(anyObject),
    execution: anyObject,
    notes: Type.Array(Type.String()),
    warnings: Type.Array(Type.String(), { description: 'Why the service may not run the workflow' }),
    unusedMocks: Type.Array(Type.String()),
    unmocked: Type.Array(Type.String()),
    notReached: Type.Record(Type.String(), Type.String(), { description: 'Node that did not run → why' }),
  },
  { additionalProperties: false },
)

/** The most bytes of a workflow with its mocks. */
const LIMIT = 16 * 1024 * 1024

/** Workflows that are tried. */
export function runPart(context: TrialContext) {
  const control = {
    /** Tries a workflow of an instance, or one that is given: nothing is stored, nothing is sent. @throws ApiError */
    runTrial: async (request: RunRequest, isRepeated = false): Promise<RunReport> =>
      // what tries runs is loaded by those alone who do
      (await import('../../runs/trials/run-trial.ts')).runTrial(request, context, isRepeated),
  }
  return {
    control,
    operations: [
      controlOperation({
        id: 'runWorkflow',
        method: 'POST',
        path: '/runs',
        tag: 'Simulation',
        summary: 'Run a workflow as a test does',
        description:
          'Nothing is stored, and nothing is sent but what `http` forwards. A node that calls a service gets its output ' +
          'from `mocks`; HTTP requests are answered by `http`. Works while simulation is off, too.',
        body: {
          schema: RunRequestShape,
          limit: LIMIT,
          example: {
            workflow: {
              nodes: [
                { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
                {
                  name: 'Slack',
                  type: 'n8n-nodes-base.slack',
                  typeVersion: 2.3,
                  parameters: {
                    select: 'channel',
                    channelId: { __rl: true, mode: 'name', value: '#orders' },
                    text: '={{ $json.text }}',
                  },
                },
              ],
              connections: { Start: { main: [[{ node: 'Slack', type: 'main', index: 0 }]] } },
            },
            input: [{ text: 'Hello' }],
            mocks: { Slack: [{ ok: true }] },
          },
        },
        refusals: [404],
        responses: { 200: { description: 'What the run did', schema: RunReportShape } },
        run: async ({ body }) => reply(await control.runTrial(body as unknown as RunRequest)),
      }),
    ],
  } satisfies ControlPart
}
