import { refusals } from '../../base/errors.ts'

/** What callers of webhooks, forms and waiting executions are refused with. */
export const callRefusals = refusals({
  webhookNotRegistered: [404, (call: string) => `The requested webhook "${call}" is not registered.`],
  webhookMethodWrong: [
    404,
    (method: string, registered: readonly string[]) =>
      `This webhook is not registered for ${method} requests. Did you mean to make a ${listed(registered)} request?`,
  ],
  callerAddressBarred: [403, 'IP is not allowed to access the webhook!'],
  formCallerAddressBarred: [403, 'IP is not allowed to access this form!'],
  callerIsBot: [403, 'Authorization data is wrong!'],
  formCallerUnknown: [401, ''],

  callNotAuthorized: [401, 'Authorization is required!'],
  callPasswordWrong: [403, 'Authorization data is wrong!'],
  callHeaderWrong: [403, 'Authorization data is wrong!'],
  callTokenMissing: [401, 'No token provided'],
  callTokenMalformed: [403, 'jwt malformed'],
  callTokenUnsigned: [403, 'jwt signature is required'],
  callTokenSignatureWrong: [403, 'invalid signature'],
  callTokenAlgorithmWrong: [403, 'invalid algorithm'],
  callTokenExpired: [403, 'jwt expired'],
  callTokenNotActive: [403, 'jwt not active'],
  callTokenKeyUnfit: [403, 'the key of the credential does not fit its algorithm'],
  callAuthenticationUnknown: [500, (kind: unknown) => `The authentication ${JSON.stringify(kind)} is not simulated`],
  callCredentialMissing: [500, 'No authentication data defined on node!'],
  callCredentialMadeUp: [
    500,
    'The data of the credential is made up, since it was cloned without it: give it the real one',
  ],

  /** What its webhook answers cannot be read. */
  callOptionInvalid: [500, (why: string) => why],
  callNotStarted: [500, 'Workflow Webhook Error: Workflow could not be started!'],
  callBodyMalformed: [422, 'Failed to parse request body'],
  callFormBoundaryMissing: [400, 'The submitted form data could not be parsed.'],
  callFormInvalid: [400, 'The submitted form data could not be parsed.'],
  callFormPartsTooMany: [413, (most: number) => `The form has more than ${most} parts`],
  formTypeWrong: [415, 'Expected multipart/form-data'],
  formNotFound: [404, 'This form was not found: its workflow must be active.'],

  respondNodeMissing: [500, 'No Respond to Webhook node found in the workflow'],
  respondNodeUnused: [500, 'Unused Respond to Webhook node found in the workflow'],
  respondNodeUnsupported: [
    500,
    'The "Respond to Webhook" node is not supported in workflows initiated by the "n8n Form Trigger"',
  ],
  formNotStarted: [500, 'Workflow Form Error: Workflow could not be started!'],
  answerRunFailed: [500, 'Error in workflow'],
  /** It failed before the node that was to answer. */
  runNotAnswered: [500, 'Error in workflow'],
  /** It did not begin, and its last node was to answer. */
  answerRunRefused: [500, 'There was a problem executing the workflow'],
  runNotBegun: [400, (why: string) => why],
  answerRunCanceled: [500, 'There was a problem executing the workflow'],
  answerItemMissing: [500, 'No item to return was found'],
  answerFileItemMissing: [500, 'No item was found to return'],
  answerFilesMissing: [500, 'No binary data was found to return'],
  answerFileMissing: [500, (name: string) => `The binary property '${name}' which should be returned does not exist`],
  answerStatusNotInteger: [
    500,
    (given: unknown) => `Invalid status code: ${JSON.stringify(given)}. Status code must be an integer.`,
  ],
  answerStatusOutside: [
    500,
    (given: unknown) =>
      `Invalid status code: ${JSON.stringify(given)}. Status code must be greater than 99 and less than 1000.`,
  ],
  answerHeadersTooMany: [500, (most: number) => `There are more than ${most} response headers`],
  answerHeadersTooLarge: [500, (most: number) => `The response headers take more than ${most} bytes`],
  answerFileNotStored: [500, (name: string) => `The file '${name}' is not stored any more`],

  waitingExecutionNotFound: [404, (id: string) => `The execution "${id}" does not exist.`],
  waitingTokenInvalid: [401, 'Invalid token'],
  // the service leaves out the second quote of these two
  waitingExecutionRuns: [409, (id: string) => `The execution "${id} is running already.`],
  waitingExecutionEnded: [409, (id: string) => `The execution "${id} has finished already.`],
  waitingWebhookNotFound: [
    404,
    (id: string) =>
      `The workflow for execution "${id}" does not contain a waiting webhook with a matching path/method.`,
  ],
})

function listed(methods: readonly string[]): string {
  const [last = '', ...others] = methods.toReversed()
  return others.length > 0 ? `${others.toReversed().join(', ')} or ${last}` : last
}

/** Further texts about a call, beside its refusal. */
export const callHints = {
  productionWebhook:
    "The workflow must be active for a production URL to run successfully. You can activate the workflow using the toggle in the top-right of the editor. Note that unlike test URL calls, production URL calls aren't shown on the canvas (only in the executions list)",
  testWebhook:
    "Click the 'Execute workflow' button on the canvas, then try again. (In test mode, the webhook only works for one call after you click this button)",
  formWithoutRespondNode:
    'Insert a Respond to Webhook node to your workflow to respond to the form submission or choose another option for the “Respond When” parameter',
  formRespondNodeUnsupported:
    'To configure your response, add an "n8n Form" node and set the "Page Type" to "Form Ending"',
  encodingUnknown: (charset: string) => `Unknown encoding: ${charset}`,
  bodyEnds: 'Unexpected end of JSON input',
  bodyInvalid: (line: string, column: string) => {
    const place = line === '1' ? ` at position ${Number(column) - 1}` : ''
    return `Expected property name or '}' in JSON${place} (line ${line} column ${column})`
  },
}

/** What calls and forms are answered where their workflow says nothing else. */
export const callAnswers = {
  started: 'Workflow was started',
  formSubmitted: 'Form Submitted',
  formRecorded: 'Your response has been recorded',
  formNotLoaded: 'Problem loading form',
  formNotSubmitted: 'Problem submitting response',
  formRetry: 'Please try again or contact support.',
}
