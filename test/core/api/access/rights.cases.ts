import { message } from '../../../case.ts'
import { type MeasuredCase, type OperationId, workflow } from '../../../checks/conformance/case.ts'
import { licence } from '../../../checks/conformance/current-answers.ts'
import { holding, like } from '../../../checks/conformance/match.ts'
import { found, MEMBER, row } from './people.cases.ts'

const FORBIDDEN = { status: 403, body: message('Forbidden') }
const SWITCHED_OFF = ['executeCommand', 'localFileTrigger', 'e2eTest', 'dynamicCredentialCheck']
  .map(name => `n8n-nodes-base.${name}`)
  .join(', ')
const auditAndPull: MeasuredCase[] = [
  row('pull', 'a member', ['POST', '/source-control/pull', {}, MEMBER], FORBIDDEN),
  ...['application/json', 'text/plain'].map(type =>
    row(
      'pull',
      `any body of type ${type}`,
      ['POST', '/source-control/pull', '{"force":', { headers: { 'content-type': type } }],
      {
        status: 403,
        body: message(licence('feat:sourceControl')),
      },
    ),
  ),
  row(
    'generateAudit',
    'the nodes that are switched off',
    ['POST', '/audit', { additionalOptions: { categories: ['instance'] } }],
    {
      status: 200,
      body: like({
        'Instance Risk Report': like({
          sections: holding(like({ settings: like({ nodes: { nodesExclude: SWITCHED_OFF, nodesInclude: 'none' } }) })),
        }),
      }),
    },
  ),
  row('generateAudit', 'a member', ['POST', '/audit', {}, MEMBER], FORBIDDEN),
]

const unknownWorkflow = { status: 404, body: message('Workflow with ID "nope" not found.') }
const rights: MeasuredCase[] = (
  [
    ['getWorkflow', 'GET', '/workflows/ID'],
    ['updateWorkflow', 'PUT', '/workflows/ID', workflow('x')],
    ['deleteWorkflow', 'DELETE', '/workflows/ID'],
    ['activateWorkflow', 'POST', '/workflows/ID/activate'],
    ['deactivateWorkflow', 'POST', '/workflows/ID/deactivate'],
    ['publishWorkflow', 'POST', '/workflows/ID/publish'],
    ['unpublishWorkflow', 'POST', '/workflows/ID/unpublish'],
    ['archiveWorkflow', 'POST', '/workflows/ID/archive'],
    ['unarchiveWorkflow', 'POST', '/workflows/ID/unarchive'],
    ['getWorkflowHistory', 'GET', '/workflows/ID/history'],
    ['getWorkflowTags', 'GET', '/workflows/ID/tags'],
    ['updateWorkflowTags', 'PUT', '/workflows/ID/tags', []],
  ] as [OperationId, string, string, unknown?][]
).flatMap(([operation, method, path, body]) => [
  row(operation, 'a member, of an unknown one', [method, path.replace('ID', 'nope'), body, MEMBER], unknownWorkflow),
  row(operation, "a member, of another's", [method, path.replace('ID', 'o'), body, MEMBER], FORBIDDEN),
])

const members: MeasuredCase[] = [
  row(
    'updateWorkflow',
    'a member: the workflow comes before the body',
    ['PUT', '/workflows/nope', {}, MEMBER],
    unknownWorkflow,
  ),
  row('deleteCredential', 'a member, of an unknown one', ['DELETE', '/credentials/nope', undefined, MEMBER], {
    status: 404,
    body: message('Credential with ID "nope" not found.'),
  }),
  row('getExecution', "a member, of another's", ['GET', '/executions/1', undefined, MEMBER], {
    status: 404,
    body: message('Not Found'),
  }),
  row(
    'getExecutions',
    'a member sees those of the own workflows',
    ['GET', '/executions', undefined, MEMBER],
    found('4'),
  ),
]

/** Audit and pull, and who may what. */
export const currentRightsCases: MeasuredCase[] = [...auditAndPull, ...rights, ...members]
