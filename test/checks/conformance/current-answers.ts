import { type Expected, message } from '../../case.ts'
import { expected, type MeasuredCase, type OperationId } from './case.ts'
import { like } from './match.ts'

const refused = (status: number, text: string): Expected => ({ status, body: message(text) })
const FORBIDDEN = refused(403, 'Forbidden')
const NO_ID = refused(400, 'request/params/executionId must be a positive integer')
const BAD_STATUS = (given: string) =>
  refused(
    400,
    `request/query/status Invalid enum value. Expected 'canceled' | 'crashed' | 'error' | 'new' | 'running' | 'success' | 'unknown' | 'waiting', received '${given}'`,
  )
const TRUE_OR_FALSE = (name: string, given: string) =>
  refused(400, `request/query/${name} Invalid enum value. Expected 'true' | 'false', received '${given}'`)
const NOT_YOURS = (verb: string) =>
  refused(404, `You do not have permission to ${verb} this workflow. Ask the owner to share it with you.`)
const NEGATIVE = refused(400, 'request/query/limit Param `limit` must be a non-negative integer')
const UNKNOWN_IDS = ['{run}nobody', '%20', 'a%2Fb']
const each = (names: readonly string[], answer: (name: string) => Expected | null) =>
  Object.fromEntries(names.map(name => [name, answer(name)]))

/**
 * What the current version answers to cases that were measured on 1.41, by operation and name. `null`: the case holds in
 * 1.41 alone, and what the current version does is said by a case of its own.
 */
const ANSWERS: Partial<Record<OperationId, Record<string, Expected | null>>> = {
  createCredential: {
    ...each(['without its data', 'an empty name', 'no field where none is required'], () => null),
    ...each(['an empty text where one is required', 'an unknown key is echoed', 'shares are not echoed'], () => null),
    'an id is refused': { status: 200, body: like({ id: 'x' }) },
    'an empty object is refused': refused(400, "request/body must have required property 'name'"),
    'a name that is a number is refused': refused(400, expected('/name', 'string', 5)),
    'a type that is null is refused': refused(400, expected('/type', 'string', null)),
    'data that is null is refused': refused(400, expected('/data', 'object', null)),
    'data that is a list is refused': refused(400, expected('/data', 'object', [])),
  },
  deleteCredential: { 'without its id': null, 'a member asks for DELETE /credentials/co: 404': FORBIDDEN },
  getCredentialSchema: { 'of httpBasicAuth': null, 'of httpHeaderAuth': null },
  getExecutions: {
    '?limit=-1: 8 7 5 4 3 2 1': NEGATIVE,
    ...each(['items have nine fields', 'with data: the workflow as it ran, too'], () => null),
    'when only a running one is left, there is another page, and it is empty': {
      status: 200,
      body: { data: [like({ id: '2' })], nextCursor: null },
    },
    ...each(
      ['running', 'canceled', 'crashed'].map(status => `the status ${status} is no filter`),
      () => ({
        status: 200,
        body: { data: [], nextCursor: null },
      }),
    ),
    'the status failed is no filter': BAD_STATUS('failed'),
    'the status x is no filter': BAD_STATUS('x'),
    'includeData=1 is refused': TRUE_OR_FALSE('includeData', '1'),
    'includeData=TRUE is refused': TRUE_OR_FALSE('includeData', 'TRUE'),
    'includeData=yes is refused': TRUE_OR_FALSE('includeData', 'yes'),
  },
  getExecution: {
    ...each(['one that succeeded', 'one that failed and was tried again', 'one that waits'], () => null),
    ...each(['one that was canceled', 'one that runs', 'one that tries again', 'with data'], () => null),
    ...each(
      ['0', '-1', '1.5', '0x999', '%20'].map(id => `the unknown id ${id}`),
      () => NO_ID,
    ),
    ...each(
      ['abc', 'null', '1abc'].map(id => `the id ${id} is refused`),
      () => NO_ID,
    ),
    'faults of query and path in one message': NO_ID,
  },
  deleteExecution: {
    'one is answered with its id as a number': null,
    'one that runs': refused(400, 'Cannot delete a running execution'),
    ...each(
      ['0', '-1', '1.5', '0x999', '%20'].map(id => `the unknown id ${id}`),
      () => NO_ID,
    ),
    'includeData is refused': refused(404, 'Not Found'),
  },
  pull: each(
    ['{"force":"yes"}', '{"force":null}', '{"variables":[]}', '[1]']
      .map(body => `${body} is refused`)
      .concat('without a repository'),
    () => refused(403, licence('feat:sourceControl')),
  ),
  deleteTag: { 'workflows lose it': { status: 200, body: like({ tags: [] }) } },
  createWorkflow: {
    'the least: what was sent, and what the service added, without tags': null,
    'nodes without an id, or with an empty one, are given one': null,
    'static data as the text {"a":1} is echoed': { status: 200, body: like({ staticData: { a: 1 } }) },
    ...each(
      ['[1]', '5', 'null'].map(text => `static data as the text ${text} is echoed`),
      () => ({
        status: 200,
        body: like({ staticData: null }),
      }),
    ),
  },
  getWorkflows: {
    '?tags=mike,nobody: B a': { status: 200, body: { data: [], nextCursor: null } },
    '?limit=-1: B a b c': NEGATIVE,
    '?cursor=eyJsaW1pdCI6IjIiLCJvZmZzZXQiOiIxIn0%3D: a b': {
      status: 200,
      body: like({ data: [like({ id: 'a' }), like({ id: 'b' })] }),
    },
    'what was made is found by its name': { status: 200, body: like({ data: [like({ id: '{id}' })] }) },
    ...each(
      ['abc', '1', 'TRUE'].map(value => `active=${value} is refused`),
      name => TRUE_OR_FALSE('active', name.slice('active='.length, -' is refused'.length)),
    ),
    'a name given twice is refused': refused(400, 'request/query/name Expected string, received array'),
  },
  getWorkflow: {
    'a workflow': null,
    'static data given as the text [1] is read': { status: 200, body: like({ staticData: null }) },
    'static data given as the text 5 is read': { status: 200, body: like({ staticData: null }) },
    'an activated schedule has its static data': {
      status: 200,
      body: like({
        active: true,
        triggerCount: 1,
        staticData: { 'node:Daily': { recurrenceRules: [null], recurrenceRuleSignatures: [null] } },
      }),
    },
    'a member asks for GET /workflows/o: 404': FORBIDDEN,
  },
  updateWorkflow: {
    'static data as the text [1] is read': { status: 200, body: like({ staticData: null }) },
    'static data as the text 5 is read': { status: 200, body: like({ staticData: null }) },
    ...each(
      UNKNOWN_IDS.map(id => `the unknown id ${id}`),
      () => NOT_YOURS('update'),
    ),
    'everything is replaced, and tags are not answered': {
      status: 200,
      body: like({ name: '{run} new', settings: { timezone: 'Europe/Paris' }, tags: [] }),
    },
    'static data that is left out is kept': { status: 200, body: like({ staticData: { a: 1 } }) },
    'static data that is null is cleared': { status: 200, body: like({ staticData: null }) },
    'a member asks for PUT /workflows/o: 404': FORBIDDEN,
  },
  deleteWorkflow: {
    'a workflow, without its tags': null,
    'an active workflow is answered active': refused(
      409,
      'Cannot delete a published workflow. Unpublish it before deleting.',
    ),
    'a member asks for DELETE /workflows/o: 404': FORBIDDEN,
  },
  activateWorkflow: {
    ...each(
      UNKNOWN_IDS.map(id => `the unknown id ${id}`),
      () => NOT_YOURS('activate'),
    ),
    ...each(['an error trigger', 'a trigger for other workflows'].map(isRefused), () => ({ status: 200 })),
    ...each(['a cron expression that is none', 'a schedule without parameters'].map(isRefused), () => ({
      status: 200,
      body: like({ active: true }),
    })),
    [isRefused('a node of no type')]: null,
    'a schedule: the answer is as before, but active': {
      status: 200,
      body: like({ active: true, staticData: null, triggerCount: 0 }),
    },
    'a second time changes nothing': { status: 200, body: like({ active: true, triggerCount: 1 }) },
    'a path that is taken is refused': refused(409, 'There is a conflict with one of the webhooks.'),
    'a query parameter is refused': { status: 200 },
    'a member asks for POST /workflows/o/activate: 404': FORBIDDEN,
  },
  deactivateWorkflow: {
    ...each(
      UNKNOWN_IDS.map(id => `the unknown id ${id}`),
      () => NOT_YOURS('deactivate'),
    ),
    'a member asks for POST /workflows/o/deactivate: 404': FORBIDDEN,
  },
  getWorkflowTags: { 'a member asks for GET /workflows/o/tags: 404': FORBIDDEN },
  updateWorkflowTags: {
    '["{one}"] is refused': refused(400, expected('/0', 'object', '')),
    '[null] is refused': refused(400, expected('/0', 'object', null)),
    '[{"id":5}] is refused': refused(400, expected('/0/id', 'string', 5)),
    '[{"id":"{one}","name":"x"}] is refused': refused(400, "request/body/0 Unrecognized key(s) in object: 'name'"),
    '{} is refused': refused(400, expected('', 'array', {})),
    '5 is refused': refused(400, expected('', 'array', 5)),
    'a member asks for PUT /workflows/o/tags: 404': FORBIDDEN,
  },
  getUsers: {
    ...each(['all, in the order in which they came', 'with their roles', 'two of them'], () => null),
    ...each(['the last two', 'limit=0: all'], () => null),
    'not to a member': { status: 200 },
  },
  getUser: {
    ...each(
      ['11111111-1111-4111-8111-111111111111', 'olga@example.com', 'OLGA@example.com', 'olga%40example.com'].map(
        id => `by ${id}`,
      ),
      () => null,
    ),
    ...each(['with the role', 'one who is invited'], () => null),
  },
}

/** The refusal of what the licence does not have. */
export function licence(feature: string) {
  return `Your license does not allow for ${feature}. To enable ${feature}, please upgrade to a license that supports this feature.`
}

function isRefused(name: string) {
  return `${name} is refused`
}

/** A case of 1.41 with what the current version answers to it. */
export function withCurrentAnswer(it: MeasuredCase): MeasuredCase {
  const answer = ANSWERS[it.operation]?.[it.name]
  if (answer === undefined) return it
  return answer === null ? { ...it, in: ['n8n-1.41'] } : { ...it, answers: { 'n8n-2.41': answer } }
}

/** Every operation and name above, so that a test can tell one that fits no case. */
export const NAMED_ANSWERS = Object.entries(ANSWERS).flatMap(([operation, answers]) =>
  Object.keys(answers).map(name => `${operation}: ${name}`),
)
