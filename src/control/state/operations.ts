import { Type } from '@sinclair/typebox'
import { badRequest, refuseAny } from '../../core/base/errors.ts'
import { runInSlices, runSoon } from '../../core/base/run-in-slices.ts'
import { replySteps } from '../../core/http/list-reply.ts'
import { reply } from '../../core/http/reply.ts'
import { validationErrors } from '../../core/http/validation-errors.ts'
import type { Version } from '../../core/http/version.ts'
import { EXECUTION_STATUSES, type ExecutionStatus } from '../../core/model/execution.ts'
import { Fixture } from '../../core/model/fixture.ts'
import type { RunForm } from '../../core/model/run-data.ts'
import { AnyMap, Enumeration } from '../../core/model/schema.ts'
import type { State, Store } from '../../core/model/state.ts'
import type { SeedContext } from '../../core/seeding/seed-context.ts'
import { readSeveralSteps, refuseTooMany, seedSeveralSteps } from '../../core/seeding/seed-several.ts'
import { runData } from '../../runs/schedules/run-data.ts'
import { forgetGivenKeys, type RevokedKeys } from '../keys/api-keys.ts'
import { type ControlPart, controlOperation } from '../operation.ts'
import { addExecution, type ExecutionInput, ExecutionInputShape } from './add-execution.ts'
import { EXPORTED_PARTS, type ExportedPart, exportedState, exportedTexts, plainState } from './exported-state.ts'
import { revisionsOf } from './reset.ts'

const MAX_SEED_BYTES = 256 * 1024 * 1024
/** Keys and list items: about as many as other bodies may have. */
const MAX_SEED_VALUES = 500_000

export interface StatePartContext extends SeedContext {
  store: Store
  version: Pick<Version, 'showExecution'>
  simulation: { form: RunForm }
}

/** An execution as the API shows it, and its status. */
export type AddedExecution = ReturnType<Version['showExecution']> & { status: ExecutionStatus }

const Counts = AnyMap({
  additionalProperties: Type.Object({ inserted: Type.Integer(), replaced: Type.Integer() }),
  description: 'How many records of each kind were inserted or replaced',
})

/**
 * What an instance holds, as a whole.
 *
 * @param reset of the whole instance
 */
export function statePart(context: StatePartContext, revoked: RevokedKeys, reset: () => Promise<void>) {
  const { store, clock, version, simulation } = context

  async function insert(given: unknown, source: string, check: (state: State) => void = () => {}) {
    const checked = await runInSlices(readSeveralSteps(given, source))
    refuseTooMany(checked, source)
    const counts = await store.updateInSteps(draft => {
      check(draft)
      return seedSeveralSteps(draft, checked, context)
    })
    forgetGivenKeys(store.data, revoked)
    return counts
  }

  const control = {
    /** Inserts the records of a fixture, or of several, or replaces those whose id exists. @throws ApiError */
    seed: (fixture: unknown, source: string) => insert(fixture, source),
    /** The document as a fixture, secrets left out. */
    state: (only?: readonly ExportedPart[]): Fixture => plainState(exportedState(store.data, only)),
    async addExecution(input: ExecutionInput): Promise<AddedExecution> {
      refuseAny(validationErrors(ExecutionInputShape, input, 'execution', { named: true }))
      const added = await store.update(draft => addExecution(draft, input, { clock, form: simulation.form }))
      return { ...version.showExecution(added, store.data, runData), status: added.status }
    },
  }
  return {
    control,
    revisions: () => revisionsOf(store.data),
    /** Inserts records, if `check` throws nothing at that moment. */
    insert,
    operations: [
      controlOperation({
        id: 'seed',
        method: 'POST',
        path: '/seed',
        tag: 'State',
        summary: 'Insert records',
        description:
          'The body is a fixture, an exported workflow, or an array of these. Records whose id exists are replaced. All or ' +
          'nothing. At most 20,000 records, and 500,000 keys and list items.',
        body: {
          schema: Fixture,
          limit: MAX_SEED_BYTES,
          maxValues: MAX_SEED_VALUES,
          isCheckedByRun: true,
          example: { tags: [{ name: 'urgent' }], workflows: [{ name: 'Intake', tags: ['urgent'] }] },
        },
        responses: { 200: { description: 'How many records were inserted or replaced', schema: Counts } },
        refusals: [409],
        run: async ({ body }) => reply(await control.seed(body, 'request/body')),
      }),
      controlOperation({
        id: 'getState',
        method: 'GET',
        path: '/state',
        tag: 'State',
        summary: 'Get the records, as a fixture without secrets',
        query: Type.Object({
          only: Type.Optional(
            Type.String({ description: `Parts, separated by commas: ${EXPORTED_PARTS.join(', ')}. Default: all` }),
          ),
        }),
        responses: { 200: { description: 'A fixture', schema: Fixture } },
        run: ({ query: { only } }) => runSoon(replySteps(exportedTexts(exportedState(store.data, partsOf(only))))),
      }),
      controlOperation({
        id: 'reset',
        method: 'POST',
        path: '/reset',
        tag: 'State',
        summary: 'Reset document, ids, clock, faults and requests to those at the start',
        description: 'Snapshots stay. A revoked key stays revoked.',
        responses: {
          200: {
            description: 'The instance is as it was when it started',
            schema: Type.Object({ status: Type.String() }),
          },
        },
        run: async () => {
          await reset()
          return reply({ status: 'reset' })
        },
      }),
      controlOperation({
        id: 'addExecution',
        method: 'POST',
        path: '/executions',
        tag: 'State',
        summary: 'Add an execution, as if the workflow had run',
        description: "Without `data`, its data is made from the workflow's nodes and connections.",
        body: {
          schema: ExecutionInputShape,
          example: { workflowId: '1', status: 'error', error: 'The order is gone' },
        },
        responses: {
          201: {
            description: 'The execution as the API returns it, with its status',
            schema: Type.Object({ status: Enumeration(EXECUTION_STATUSES) }, { additionalProperties: true }),
          },
        },
        refusals: [409],
        run: async ({ body }) => reply(await control.addExecution(body), 201),
      }),
    ],
  } satisfies ControlPart & { insert: unknown }
}

function partsOf(only: string | undefined): ExportedPart[] | undefined {
  return only?.split(',').map(name => {
    const part = EXPORTED_PARTS.find(part => part === name.trim())
    if (part) return part
    throw badRequest(
      `Query parameter 'only' has an unknown part '${name}'; the parts are: ${EXPORTED_PARTS.join(', ')}`,
    )
  })
}
