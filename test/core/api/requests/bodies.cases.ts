import { message, type Step } from '../../../case.ts'
import type { MeasuredCase, OperationId } from '../../../checks/conformance/case.ts'

const NOT_YOURS = (verb: string) =>
  message(`You do not have permission to ${verb} this workflow. Ask the owner to share it with you.`)
const WRONG_TYPE = (type: string) => ({ status: 415, body: message(`unsupported media type ${type}`) })

/** A body that is read where there is one: of activate and publish. */
const optional: MeasuredCase[] = (['activate', 'publish'] as const).flatMap(verb => {
  const operation: OperationId = verb === 'activate' ? 'activateWorkflow' : 'publishWorkflow'
  const ask = (body: string | undefined, type: string | undefined): Step => [
    ...(['POST', `/workflows/{run}nobody/${verb}`, body] as const),
    type === undefined ? {} : { headers: { 'content-type': type } },
  ]
  const kind = (received: string) => ({
    status: 400,
    body: message(`request/body Expected object, received ${received}`),
  })
  const passes = { status: 404, body: NOT_YOURS('activate') }
  return (
    [
      { name: 'no body and no type', ...passes },
      { name: 'an empty body of JSON', sent: '', type: 'application/json', ...passes },
      { name: 'null', sent: 'null', type: 'application/json', ...passes },
      { name: 'an unknown key', sent: '{"foo":1}', type: 'application/json', ...passes },
      { name: 'a text', sent: 'x', type: 'text/plain', ...WRONG_TYPE('text/plain') },
      {
        name: 'a form',
        sent: 'a=1',
        type: 'application/x-www-form-urlencoded',
        ...WRONG_TYPE('application/x-www-form-urlencoded'),
      },
      { name: 'a list', sent: '[1]', type: 'application/json', ...kind('array') },
      { name: 'a number', sent: '5', type: 'application/json', ...kind('number') },
      { name: 'a string', sent: '"x"', type: 'application/json', ...kind('string') },
      {
        name: 'a version that is a number',
        sent: '{"versionId":5}',
        type: 'application/json',
        status: 400,
        body: message('request/body/versionId Expected string, received number'),
      },
    ] as { name: string; sent?: string; type?: string; status: number; body: unknown }[]
  ).map(
    ({ name, sent, type, ...answer }): MeasuredCase => ({
      operation,
      name: `the body: ${name}`,
      ask: ask(sent, type),
      ...answer,
    }),
  )
})

/** Bodies that nobody reads: any type passes. */
const unread: MeasuredCase[] = (
  [
    ['deactivateWorkflow', 'deactivate', NOT_YOURS('deactivate')],
    ['unpublishWorkflow', 'unpublish', NOT_YOURS('deactivate')],
    ['archiveWorkflow', 'archive', message('Workflow not found')],
    ['unarchiveWorkflow', 'unarchive', message('Workflow not found')],
  ] as const
).flatMap(([operation, verb, body]) =>
  ['text/plain', 'application/json', 'application/x-www-form-urlencoded'].map(
    (type): MeasuredCase => ({
      operation,
      name: `a body of type ${type} is not read`,
      status: 404,
      body,
      ask: ['POST', `/workflows/{run}nobody/${verb}`, '{"a":', { headers: { 'content-type': type } }],
    }),
  ),
)

const JSON_TYPE = { headers: { 'content-type': 'application/json' } }
const others: MeasuredCase[] = [
  {
    operation: 'createTag',
    name: 'a byte-order mark before the JSON',
    status: 201,
    ask: ['POST', '/tags', '\uFEFF{"name":"{run}"}', JSON_TYPE],
  },
  {
    operation: 'createTag',
    name: 'the key __proto__ is refused',
    status: 400,
    ask: ['POST', '/tags', '{"name":"{run}","__proto__":1}', JSON_TYPE],
    body: message("request/body Unrecognized key(s) in object: '__proto__'"),
  },
  ...['', 'null'].map(
    (body): MeasuredCase => ({
      operation: 'updateWorkflowTags',
      name: `the body '${body}' is an empty object`,
      status: 400,
      ask: ['PUT', '/workflows/{run}nobody/tags', body, JSON_TYPE],
      body: message('request/body Expected array, received object'),
    }),
  ),
]

export const currentBodyCases: MeasuredCase[] = [...optional, ...unread, ...others]
