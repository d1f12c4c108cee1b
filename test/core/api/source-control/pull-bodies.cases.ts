import type { Fixture } from '../../../../src/index.ts'
import { message } from '../../../case.ts'
import type { MeasuredCase } from '../../../checks/conformance/case.ts'

const NO_REPOSITORY = 'Source Control is not connected to a repository'

const BODIES: [body: unknown, refusal: string][] = [
  [{}, NO_REPOSITORY],
  [{ force: true, autoPublish: 'published' }, NO_REPOSITORY],
  [{ force: 'x' }, 'request/body/force Expected boolean, received string'],
  [[1], 'request/body Expected object, received array'],
  [{ variables: {} }, "request/body Unrecognized key(s) in object: 'variables'"],
  [
    { autoPublish: 'sometimes' },
    "request/body/autoPublish Invalid enum value. Expected 'none' | 'all' | 'published', received 'sometimes'",
  ],
]

/** A pull with a licence; what one without is answered stands beside the answers of 1.41. */
export const currentPullCases: MeasuredCase[] = BODIES.map(([body, refusal]) => ({
  operation: 'pull',
  name: `${JSON.stringify(body)} with a licence`,
  fixture: { licence: 'all' } as Fixture,
  ask: ['POST', '/source-control/pull', body],
  status: 400,
  body: message(refusal),
}))
