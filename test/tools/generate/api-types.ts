import { startInstance, type versions } from '../../../src/testing.ts'
import { openapiTypes } from './openapi-types.ts'

/** Schemas whose own names mean something else in a test. */
const NAMES: Record<string, string> = { error: 'ApiError' }

/** The types of a version, from the OpenAPI document that an instance of it serves. */
export async function apiTypesOf(profile: (typeof versions)[number]): Promise<string> {
  await using instance = await startInstance({ profile, socket: false })
  const { text } = await instance.request('GET', '/api/v1/openapi.json')
  const { schemas } = JSON.parse(text).components
  const names = Object.keys(schemas).sort()
  return [
    ...names.map(name => `export type ${typeNameOf(name)} = components['schemas']['${name}']`),
    ANSWERS,
    await openapiTypes(text),
  ].join('\n')
}

const typeNameOf = (schema: string) => NAMES[schema] ?? schema.replace(/^./, first => first.toUpperCase())

const ANSWERS = `
/** The name of an operation, such as \`createWorkflow\`. */
export type OperationId = keyof operations
/** The JSON that a successful call of an operation answers. */
export type Answer<Id extends OperationId> = JsonOf<SuccessOf<operations[Id]['responses']>>
/** The JSON that an operation takes. */
export type RequestBody<Id extends OperationId> = JsonOf<Exclude<operations[Id]['requestBody'], undefined>>

type SuccessOf<Responses> = Responses[Extract<keyof Responses, 200 | 201 | 202>]
type JsonOf<Message> = Message extends { content: { 'application/json': infer Json } } ? Json : undefined
`
