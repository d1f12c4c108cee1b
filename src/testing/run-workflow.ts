import { type StartOptions, versions, type WorkflowGiven } from '../index.ts'
import { startInstance } from './start-instance.ts'
import { type RunOptions, readWorkflow, type WorkflowRun } from './workflow-run.ts'

/**
 * Runs a workflow once, and returns what each of its nodes did. Nothing is sent but what `http` forwards: nodes that call
 * a service need a mock.
 *
 * @param workflow an exported workflow: a file, or the object
 * @param options with the `profile` to run it as, the newest version where left out, and the hosts beside this machine that
 * requests may be forwarded to
 * @throws ApiError with what is wrong, and where: an unknown node in mocks, an input that the trigger does not take
 *
 * @example
 * const run = await runWorkflow('./orders.json', {
 *   input: { body: { total: 1200 } },
 *   mocks: { 'Notify Slack': [{ ok: true }] },
 * })
 * assert.deepEqual(run.path, ['Webhook', 'Is large', 'Notify Slack'])
 */
export async function runWorkflow(
  workflow: string | URL | WorkflowGiven,
  options: RunOptions & Pick<StartOptions, 'profile' | 'allowForward'> = {},
): Promise<WorkflowRun> {
  const { profile = versions[versions.length - 1], allowForward, ...rest } = options
  const given = await readWorkflow(workflow)
  const instance = await startInstance({
    socket: false,
    ...(profile === undefined ? {} : { profile }),
    ...(allowForward === undefined ? {} : { allowForward }),
  })
  try {
    return await instance.runWorkflow(given, rest)
  } finally {
    await instance.stop()
  }
}
