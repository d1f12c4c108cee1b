import { Type } from '@sinclair/typebox'
import { pageReply } from '../../../http/list-reply.ts'
import { operation } from '../../../http/operation.ts'
import { listOf, refusals } from '../../../http/response-schemas.ts'
import { AnyMap, Enumeration } from '../../../model/schema.ts'
import { operationRefusals } from '../../operation-refusals.ts'
import { oldPageParameters, wholePage } from '../dialect/old-page.ts'
import { guardWorkflow } from '../guards.ts'

const shared = { dialect: 'old', tag: 'Evaluation' } as const
const runParams = Type.Object({ id: Type.String(), runId: Type.String() })

/** Evaluations need a licence that no instance here has, so there are no test runs. */
export const testRunOperations = [
  operation({
    ...shared,
    id: 'getTestRuns',
    method: 'GET',
    path: '/workflows/:id/test-runs',
    summary: "Retrieve a workflow's test runs; there are none here",
    scope: 'testRun:list',
    guard: guardWorkflow('id', 'workflow:read'),
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({
      status: Type.Optional(Enumeration(['new', 'running', 'completed', 'error', 'cancelled'])),
      ...oldPageParameters,
    }),
    readPage: wholePage,
    responses: { 200: { description: 'An empty page', schema: listOf(AnyMap()) }, ...refusals(404) },
    run: () => pageReply([], null),
  }),
  operation({
    ...shared,
    id: 'createTestRun',
    method: 'POST',
    path: '/workflows/:id/test-runs',
    summary: 'Start a test run; needs a licence that no instance here has',
    scope: 'testRun:create',
    guard: guardWorkflow('id', 'workflow:update'),
    params: Type.Object({ id: Type.String() }),
    responses: refusals(403, 404),
    run: () => {
      throw operationRefusals.evaluationsNotLicensed()
    },
  }),
  operation({
    ...shared,
    id: 'getTestRun',
    method: 'GET',
    path: '/workflows/:id/test-runs/:runId',
    summary: 'Retrieve a test run; there are none here',
    scope: 'testRun:read',
    guard: guardWorkflow('id', 'workflow:read'),
    params: runParams,
    responses: refusals(404),
    run: () => {
      throw operationRefusals.testRunNotFound()
    },
  }),
  operation({
    ...shared,
    id: 'cancelTestRun',
    method: 'POST',
    path: '/workflows/:id/test-runs/:runId/cancel',
    summary: 'Cancel a test run; needs a licence that no instance here has',
    scope: 'testRun:cancel',
    guard: guardWorkflow('id', 'workflow:update'),
    params: runParams,
    responses: refusals(403, 404),
    run: () => {
      throw operationRefusals.evaluationsNotLicensed()
    },
  }),
  operation({
    ...shared,
    id: 'getTestCases',
    method: 'GET',
    path: '/workflows/:id/test-runs/:runId/test-cases',
    summary: "Retrieve a test run's cases; there are none here",
    scope: 'testRun:read',
    guard: guardWorkflow('id', 'workflow:read'),
    params: runParams,
    query: Type.Object(oldPageParameters),
    responses: refusals(404),
    run: () => {
      throw operationRefusals.testRunNotFound()
    },
  }),
]
