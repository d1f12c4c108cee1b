/**
 * The types of the API's records, operations and paths in the version that is simulated by default. Those of each
 * version are `n8n-understudy/api/<version>`, by the name that `profile` takes.
 *
 * @example
 * import type { Answer, Workflow } from 'n8n-understudy/api'
 * const { body } = await instance.request<Answer<'getWorkflows'>>('GET', '/api/v1/workflows')
 */
export type * from './generated/api/contract.ts'
