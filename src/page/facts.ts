import { type TSchema, Type } from '@sinclair/typebox'
import { refuseAny } from '../core/base/errors.ts'
import { isRecord } from '../core/base/is-record.ts'
import type { Caller } from '../core/http/api-key.ts'
import { readJson, requireJson } from '../core/http/body.ts'
import type { Context } from '../core/http/context.ts'
import { type GuardContext, mayControl, requireKnownHost, requireOwner } from '../core/http/guard.ts'
import { reply } from '../core/http/reply.ts'
import type { Runnable, Surface } from '../core/http/surface.ts'
import { validationErrors } from '../core/http/validation-errors.ts'
import { dialectOf, type Version } from '../core/http/version.ts'
import type { ExecutionRecord } from '../core/model/execution.ts'
import { personalProjectId } from '../core/model/project.ts'
import type { RecordedExecution } from '../runs/tests/recorded-shape.ts'
import type { TryRun } from '../runs/tests/recording-files.ts'
import type { RunRequest, WorkflowGiven } from '../runs/trials/run-request.ts'

/** Where the page has its files, and asks for facts. */
export const PAGE_BASE = '/page'

type FactsContext = Context &
  GuardContext & {
    version: Version
    clock: { iso(): string; readonly mode: string }
    loadCredentialTypes(): Promise<{ names(): string[] }>
    /** Runs workflows as tests do; without it a recording holds what the execution holds. */
    control?: { runTrial: TryRun } | undefined
    simulation: { readonly url: string; readonly zone: string }
  }

interface FactCall extends Caller {
  /** What was sent, where the fact takes a body. */
  body?: unknown
}

type Fact = Runnable<FactCall, FactsContext>

/** What the page shows the holder of a key that the API does not answer. */
export const pageFacts = (context: FactsContext): Surface<Fact, Caller> => ({
  base: PAGE_BASE,
  operations: FACTS,
  context,
  checks: ({ body }) => ({
    admit(request) {
      requireKnownHost(request, context.settings)
      return context.authenticate(request.headers)
    },
    receive: (request, caller) => (body ? readBody(request, caller, body, context) : caller),
  }),
})

async function readBody(
  request: Request,
  caller: Caller,
  { schema }: { schema: TSchema },
  context: GuardContext,
): Promise<FactCall> {
  requireJson(request.headers)
  const body = (await readJson(request))?.value ?? {}
  refuseAny(validationErrors(schema, body, 'request/body', { named: true }))
  // it is run, forwards included, with the variables of the instance, as the control API does
  if (isRecord(body) && body.request !== undefined) requireOwner(request, context)
  return { ...caller, body }
}

const ROLES = ['global:owner', 'global:admin', 'global:member']

const FACTS: Fact[] = [
  {
    id: 'getMe',
    method: 'GET',
    path: '/me',
    tag: 'Page',
    summary: 'Whose key it is, what it may do, the version and the time',
    responses: { 200: { description: 'The user of the key' } },
    run(caller, context) {
      const { user, key } = caller
      const { version, clock } = context
      const { id, email, firstName, lastName, role } = user
      const scopes = key.scopes ?? version.keys.scopesOf(role) ?? null
      return reply({
        user: { id, email, firstName, lastName, role },
        personalProjectId: personalProjectId(user),
        mayControl: mayControl({ user, key }),
        scopes,
        operations: version.operations
          .filter(operation => dialectOf(version, operation).allows(operation, caller, context))
          .map(({ id }) => id),
        scopesOf: scopes && Object.fromEntries(ROLES.map(it => [it, version.keys.scopesOf(it) ?? []])),
        version: version.name,
        areWebhooksBelowWorkflow: version.webhooksBelowWorkflow === true,
        clock: { now: clock.iso(), isFrozen: clock.mode === 'frozen' },
      })
    },
  },
  {
    id: 'getPersonalProject',
    method: 'POST',
    path: '/personal-project',
    tag: 'Page',
    summary: 'The id of the personal project that a user of this id has, also in another instance',
    body: { schema: Type.Object({ userId: Type.String({ maxLength: 256 }) }) },
    responses: { 200: { description: 'The id' } },
    run: ({ body }) => reply({ id: personalProjectId({ id: (body as { userId: string }).userId }) }),
  },
  {
    id: 'listCredentialTypes',
    method: 'GET',
    path: '/credential-types',
    tag: 'Page',
    summary: 'The names of the types of credentials',
    responses: { 200: { description: 'All of them' } },
    run: async (_caller, { loadCredentialTypes }) => reply({ names: (await loadCredentialTypes()).names() }),
  },
  {
    id: 'listRunNodeTypes',
    method: 'GET',
    path: '/run-node-types',
    tag: 'Page',
    summary: 'The types of nodes that run; any other needs a mock',
    responses: { 200: { description: 'All of them' } },
    async run() {
      const { NODE_LIST } = await import('../runs/nodes/node-list.ts')
      return reply({ names: Object.keys(NODE_LIST) })
    },
  },
  {
    id: 'recordExecution',
    method: 'POST',
    path: '/recordings',
    tag: 'Page',
    summary: 'An execution with its data, as a test of its workflow',
    body: {
      schema: Type.Object(
        {
          id: Type.Union([Type.String(), Type.Number()]),
          data: Type.Object({}),
          workflowData: Type.Object({}),
          request: Type.Optional(
            Type.Object(
              {},
              {
                additionalProperties: true,
                description: 'Of a run that was tried: its input, mocks and answers as typed',
              },
            ),
          ),
        },
        { additionalProperties: true },
      ),
    },
    responses: { 200: { description: 'The files of the workflow and of the test' } },
    async run({ body }, { control, simulation, store }) {
      const { recordingFiles, runFiles } = await import('../runs/tests/recording-files.ts')
      const { request, ...execution } = body as RecordedExecution & { request?: RunRequest }
      const { workflows, variables, executions } = store.data
      if (!request || !control) {
        const { calledExecutions } = await import('../runs/tests/called-executions.ts')
        const called = await calledExecutions(execution, async id => storedExecution(executions.get(id)))
        return reply(await recordingFiles(execution, control?.runTrial, called))
      }
      const named = variablesOf(execution.workflowData, [...variables.values()])
      const given = { ...request, variables: { ...named, ...request.variables } }
      return reply(
        await runFiles(execution, Object.keys(given.variables).length > 0 ? given : request, {
          runTrial: control.runTrial,
          url: simulation.url,
          zone: simulation.zone,
          workflows: [...workflows.values()] as never as WorkflowGiven[],
        }),
      )
    },
  },
]

/** An execution with its data, as a service answers it; `undefined` where it has none. */
function storedExecution(record: ExecutionRecord | undefined): RecordedExecution | undefined {
  const { id, status, startedAt, data, workflowData } = record ?? {}
  if (id === undefined || !isRecord(data?.value) || !isRecord(workflowData?.value)) return undefined
  return {
    id,
    status: String(status),
    startedAt: String(startedAt),
    data: data.value,
    workflowData: workflowData.value,
  }
}

/** The variables of the instance that a workflow names: the test has them without the instance. */
function variablesOf(workflow: unknown, variables: readonly { key: string; value: string }[]): Record<string, string> {
  const text = JSON.stringify(workflow)
  const named = variables.filter(({ key }) => text.includes(`$vars.${key}`) || text.includes(`$vars[`))
  return Object.fromEntries(named.map(({ key, value }) => [key, value]))
}
