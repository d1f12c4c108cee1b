// Writes the types that the package exports as `n8n-understudy/api`, a file for each version, from the OpenAPI document
// that an instance of the version serves: bun test/tools/generate/api-types.ts
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startInstance, versions } from '../../../src/testing.ts'
import { openapiTypes } from './openapi-types.ts'

const FOLDER = join(import.meta.dirname, '../../../src/api')

/** Schemas whose own names mean something else in a test. */
const NAMES: Record<string, string> = { error: 'ApiError' }

/** The text of a version's file. */
export async function apiTypesOf(profile: (typeof versions)[number]): Promise<string> {
  await using instance = await startInstance({ profile, socket: false })
  const { text } = await instance.request('GET', '/api/v1/openapi.json')
  const { schemas } = JSON.parse(text).components
  const names = Object.keys(schemas).sort()
  return [
    `// Generated from the OpenAPI document of ${profile} by test/tools/generate/api-types.ts: do not edit.`,
    '',
    ...names.map(name => `export type ${typeNameOf(name)} = components['schemas']['${name}']`),
    ANSWERS,
    await openapiTypes(text),
  ].join('\n')
}

export const apiTypesFile = (profile: string) => join(FOLDER, `${profile}.ts`)

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

if (import.meta.main) {
  mkdirSync(FOLDER, { recursive: true })
  for (const profile of versions) writeFileSync(apiTypesFile(profile), await apiTypesOf(profile))
}
