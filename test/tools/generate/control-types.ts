// Writes the types of what the control API answers, for the page, from the OpenAPI document that an instance serves:
// bun test/tools/generate/control-types.ts
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startInstance } from '../../../src/testing.ts'
import { openapiTypes } from './openapi-types.ts'

export const CONTROL_TYPES = join(import.meta.dirname, '../../../src/page/client/instance/control-types.ts')

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
}

/** The text of the file. */
export async function controlTypes(): Promise<string> {
  await using instance = await startInstance({ profile: 'n8n-2.41', socket: false })
  const { body } = await instance.request<Document>('GET', '/_control/openapi.json')
  return [
    '// Generated from the OpenAPI document of the control API by test/tools/generate/control-types.ts: do not edit.',
    await openapiTypes(JSON.stringify(answersOf(body))),
  ].join('\n')
}

/** What is answered to questions; refusals have one form, and what is sent is checked by the instance. */
const answersOf = ({ paths, ...document }: Document) => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries(paths).flatMap(([path, { get }]) =>
      get ? [[path, { get: { ...get, responses: { 200: get.responses[200] } } }]] : [],
    ),
  ),
})

if (import.meta.main) writeFileSync(CONTROL_TYPES, await controlTypes())
