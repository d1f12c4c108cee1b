import { startInstance } from '../../../src/testing.ts'
import { openapiTypes } from './openapi-types.ts'

interface Operation {
  operationId: string
  requestBody?: unknown
  responses: Record<string, unknown>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
}

/** The types of what the control API answers, from the OpenAPI document that an instance serves. */
export async function controlTypes(): Promise<string> {
  await using instance = await startInstance({ socket: false })
  const { body } = await instance.request<Document>('GET', '/_control/openapi.json')
  return openapiTypes(JSON.stringify(answersOf(body)))
}

/** Operations that ask, though they take a body. */
const ASKING = ['runWorkflow', 'validateWorkflows']

/** What is answered to questions; refusals have one form, and what is sent is checked by the instance. */
const answersOf = ({ paths, ...document }: Document) => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) => {
      const asked = Object.entries(methods).filter(
        ([method, { operationId }]) => method === 'get' || ASKING.includes(operationId),
      )
      const answers = asked.map(([method, { requestBody, ...operation }]) => [
        method,
        { ...operation, responses: { 200: operation.responses[200] } },
      ])
      return answers.length > 0 ? [[path, Object.fromEntries(answers)]] : []
    }),
  ),
})
