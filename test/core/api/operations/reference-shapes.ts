/** What is wrong with a value, each with its JSON path; empty if nothing is. */
export type Check = (value: unknown, path: string) => string[]

/**
 * The shapes of the published reference, written down a second time: whatever the service's own schemas say, its answers
 * must pass these. A field that the reference does not name is an error, and so is one that is missing without a reason.
 */
export function errorsIn(check: Check, value: unknown): string[] {
  return check(value, 'answer')
}

const is =
  (what: string, holds: (value: unknown) => boolean): Check =>
  (value, path) =>
    holds(value) ? [] : [`${path} must be ${what}, is ${JSON.stringify(value)}`]

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const text = is('text', value => typeof value === 'string')
const number = is('a number', value => typeof value === 'number')
const flag = is('true or false', value => typeof value === 'boolean')
const anything: Check = () => []
const dateTime = is('a date and time', value => typeof value === 'string' && DATE_TIME.test(value))
const map = is('an object', value => typeof value === 'object' && value !== null && !Array.isArray(value))
const oneOf = (...values: unknown[]) => is(`one of ${values.join(', ')}`, value => values.includes(value))

const nullable =
  (check: Check): Check =>
  (value, path) =>
    value === null ? [] : check(value, path)

const either =
  (...checks: Check[]): Check =>
  (value, path) =>
    checks.some(check => check(value, path).length === 0) ? [] : [`${path} is none of what it may be`]

export const listOf =
  (item: Check): Check =>
  (value, path) =>
    Array.isArray(value) ? value.flatMap((entry, at) => item(entry, `${path}/${at}`)) : [`${path} must be an array`]

/** An object of exactly these fields; those of `optional` may be missing. */
const shape =
  (required: Record<string, Check>, optional: Record<string, Check> = {}): Check =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} must be an object`]
    const fields: Record<string, Check> = { ...required, ...optional }
    return [
      ...Object.keys(required).flatMap(field => (Object.hasOwn(value, field) ? [] : [`${path} lacks ${field}`])),
      ...Object.entries(value).flatMap(([field, inner]) =>
        Object.hasOwn(fields, field) ? (fields[field]?.(inner, `${path}/${field}`) ?? []) : [`${path} has a ${field}`],
      ),
    ]
  }

const id = text

/** 2.4 */
export const tag = shape({ id, name: text, createdAt: dateTime, updatedAt: dateTime })

/** 2.2 */
const node = shape(
  {},
  {
    id,
    name: text,
    webhookId: text,
    disabled: flag,
    notesInFlow: flag,
    notes: text,
    type: text,
    typeVersion: number,
    executeOnce: flag,
    alwaysOutputData: flag,
    retryOnFail: flag,
    maxTries: number,
    waitBetweenTries: number,
    continueOnFail: flag,
    onError: text,
    position: listOf(number),
    parameters: map,
    credentials: map,
    createdAt: dateTime,
    updatedAt: dateTime,
  },
)

/** 2.3 */
const settings = shape(
  {},
  {
    saveExecutionProgress: flag,
    saveManualExecutions: flag,
    saveDataErrorExecution: oneOf('all', 'none'),
    saveDataSuccessExecution: oneOf('all', 'none'),
    executionTimeout: is('a number up to 3600', value => typeof value === 'number' && value <= 3600),
    errorWorkflow: text,
    timezone: text,
    executionOrder: text,
  },
)

/** 2.1 */
export const workflow = shape({
  id,
  name: text,
  active: flag,
  createdAt: dateTime,
  updatedAt: dateTime,
  nodes: listOf(node),
  connections: map,
  settings,
  staticData: nullable(either(text, map)),
  tags: listOf(tag),
})

/** 2.5, without `data`, which is writeOnly */
export const credential = shape({ id, name: text, type: text, createdAt: dateTime, updatedAt: dateTime })

/** 2.5; `allOf` where a type has conditions */
export const credentialSchema = shape(
  {
    type: oneOf('object'),
    additionalProperties: oneOf(false),
    properties: (value, path) =>
      Object.entries(Object(value)).flatMap(([name, property]) =>
        shape({ type: text }, { enum: listOf(anything) })(property, `${path}/${name}`),
      ),
    required: listOf(text),
  },
  { allOf: listOf(map) },
)

const MODES = ['cli', 'error', 'integrated', 'internal', 'manual', 'retry', 'trigger', 'webhook']

/** 2.6; `stoppedAt` is not nullable, so a running execution lacks it */
const executionWith = (required: Record<string, Check>) =>
  shape(
    {
      id: number,
      finished: flag,
      mode: oneOf(...MODES),
      retryOf: nullable(number),
      retrySuccessId: nullable(number),
      startedAt: dateTime,
      workflowId: number,
      waitTill: nullable(dateTime),
      ...required,
    },
    { stoppedAt: dateTime },
  )
export const execution = executionWith({})
export const executionWithData = executionWith({ data: map })

/** 2.7; the names are not nullable, so a pending user lacks them */
const userWith = (required: Record<string, Check>) => {
  const name = is('at most 32 characters', value => typeof value === 'string' && value.length <= 32)
  return shape(
    {
      id,
      email: is('an e-mail address', value => typeof value === 'string' && /^\S+@\S+$/.test(value)),
      isPending: flag,
      createdAt: dateTime,
      updatedAt: dateTime,
      ...required,
    },
    { firstName: name, lastName: name },
  )
}
export const user = userWith({})
export const userWithRole = userWith({ role: text })

/** 2.8 */
export const pageOf = (item: Check) => shape({ data: listOf(item), nextCursor: nullable(text) })

/** 2.9; additional properties allowed */
export const importResult: Check = (value, path) => {
  const { variables, credentials, workflows, tags } = Object(value)
  return shape({
    variables: shape({ added: listOf(text), changed: listOf(text) }),
    credentials: listOf(shape({ id, name: text, type: text })),
    workflows: listOf(shape({ id, name: text })),
    tags: shape({
      tags: listOf(shape({ id, name: text })),
      mappings: listOf(shape({ workflowId: id, tagId: id })),
    }),
  })({ variables, credentials, workflows, tags }, path)
}

/** 2.10 */
const location: Check = (value, path) => {
  const kinds: Record<string, Check> = {
    credential: shape({ kind: text, id, name: text }),
    node: shape({ kind: text, workflowId: id, workflowName: text, nodeId: text, nodeName: text, nodeType: text }),
    community: shape({ kind: text, nodeType: text, packageUrl: text }),
  }
  const { kind } = Object(value)
  return kinds[kind]?.(value, path) ?? [`${path} is of the unknown kind ${kind}`]
}
const report = shape({
  risk: oneOf('credentials', 'database', 'nodes', 'filesystem', 'instance'),
  sections: listOf(shape({ title: text, description: text, recommendation: text, location: listOf(location) })),
})
export const audit = shape(
  {},
  Object.fromEntries(
    ['Credentials', 'Database', 'Filesystem', 'Nodes', 'Instance'].map(name => [`${name} Risk Report`, report]),
  ),
)

/** 2.11 */
export const error = shape({ message: text }, { code: text, description: text })

/** The shape of what an operation answers, by its method and path below `/api/v1` with the query. */
export function shapeOf(method: string, url: string): Check | undefined {
  const [path = '', query = ''] = url.split('?')
  const details = query.includes('includeData=true')
  const roles = query.includes('includeRole=true')
  const shapes: [RegExp, Check][] = [
    [/^POST \/audit$/, audit],
    [/^GET \/credentials\/schema\/[^/]+$/, credentialSchema],
    [/^(POST|DELETE) \/credentials(\/[^/]+)?$/, credential],
    [/^GET \/executions$/, pageOf(details ? executionWithData : execution)],
    [/^(GET|DELETE) \/executions\/[^/]+$/, details ? executionWithData : execution],
    [/^GET \/tags$/, pageOf(tag)],
    [/^(GET|POST|PUT|DELETE) \/tags(\/[^/]+)?$/, tag],
    [/^GET \/workflows$/, pageOf(workflow)],
    [/^(GET|PUT) \/workflows\/[^/]+\/tags$/, listOf(tag)],
    [/^(GET|POST|PUT|DELETE) \/workflows(\/[^/]+)?(\/(de)?activate)?$/, workflow],
    [/^GET \/users$/, pageOf(roles ? userWithRole : user)],
    [/^GET \/users\/[^/]+$/, roles ? userWithRole : user],
    [/^POST \/source-control\/pull$/, importResult],
  ]
  const called = `${method} ${path.toLowerCase()}`
  return shapes.find(([pattern]) => pattern.test(called))?.[1]
}
