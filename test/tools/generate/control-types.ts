import { startInstance } from '../../../src/testing.ts'
import { openapiTypes } from './openapi-types.ts'

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
}

/** The types of what the control API answers, from the OpenAPI document that an instance serves. */
export async function controlTypes(): Promise<string> {
  await using instance = await startInstance({ socket: false })
  const { body } = await instance.request<Document>('GET', '/_control/openapi.json')
  return openapiTypes(JSON.stringify(answersOf(body)))
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
