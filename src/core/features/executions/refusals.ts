import { refusals } from '../../base/errors.ts'

export const executionRefusals = refusals({
  executionToRetryNotFound: [404, (id: string) => `The execution with the ID "${id}" does not exist.`],
  executionSucceeded: [409, 'The execution succeeded, so it cannot be retried.'],
  executionToStopNotFound: [404, 'Failed to find execution to stop'],
  executionNotStoppable: [
    409,
    (id: string, status: string) =>
      `Only running or waiting executions can be stopped and ${id} is currently ${status}`,
  ],
  executionIsRunning: [400, 'Cannot delete a running execution'],
  executionWorkflowNotFound: [404, 'Workflow not found or not accessible'],
})
