import type { Fixture } from '../../../../src/index.ts'
import { message, type Step } from '../../../case.ts'
import { type MeasuredCase, manual, schedule, workflow } from '../../../checks/conformance/case.ts'
import { including, like, text } from '../../../checks/conformance/match.ts'

const made = (...nodes: object[]): Step => ['POST', '/workflows', workflow('{run} flow', { nodes }), { keep: 'id' }]
const ACTIVATE: Step = ['POST', '/workflows/{id}/activate']
const DEACTIVATE: Step = ['POST', '/workflows/{id}/deactivate']
const READ: Step = ['GET', '/workflows/{id}']
const of = (type: string, more: object = {}) => manual({ type: `n8n-nodes-base.${type}`, ...more })
const hook = (path: string, more: object = {}) =>
  of('webhook', { name: 'Hook', webhookId: 'taken', parameters: { path, httpMethod: 'GET', ...more } })
const cron = (expression: string) =>
  schedule({ parameters: { rule: { interval: [{ field: 'cronExpression', expression }] } } })
const KEPT = { 'node:Daily': { recurrencyRules: [] } }

const REFUSED: [name: string, nodes: object[]][] = [
  ['no node', []],
  ['a manual trigger', [manual()]],
  ['a start node', [of('start')]],
  ['an error trigger', [of('errorTrigger')]],
  ['a trigger for other workflows', [of('executeWorkflowTrigger')]],
  ['a disabled trigger', [schedule({ disabled: true })]],
  ['a node of an unknown type', [of('doesNotExist')]],
  ['a node of an unknown type beside a trigger', [of('doesNotExist'), schedule()]],
  ['a node of no type', [{ id: 'x' }]],
  ['a cron expression that is none', [cron('not cron')]],
  [
    'a trigger without its credentials',
    [of('githubTrigger', { parameters: { owner: 'a', repository: 'b', events: ['push'] } })],
  ],
  ['a schedule without parameters', [schedule({ parameters: undefined })]],
]

const OLD = '2020-01-01T00:00:00.000Z'
const fixture = {
  workflows: [
    { id: 'w', name: 'Old', nodes: [schedule()], updatedAt: OLD },
    { id: 'h', name: 'Hooked', active: true, nodes: [hook('taken')] },
    { id: 'i', name: 'Same hook', nodes: [hook('taken')] },
    { id: 'p', name: 'Other method', nodes: [hook('taken', { httpMethod: 'POST' })] },
  ],
} as Fixture

export const activationCases: MeasuredCase[] = [
  ...REFUSED.map(
    ([name, nodes]): MeasuredCase => ({
      operation: 'activateWorkflow',
      name: `${name} is refused`,
      given: [made(...nodes)],
      ask: ACTIVATE,
      status: 400,
      body: { message: text },
    }),
  ),
  {
    operation: 'activateWorkflow',
    name: 'a schedule: the answer is as before, but active',
    given: [made(schedule())],
    ask: ACTIVATE,
    status: 200,
    body: like({ active: true, staticData: null, triggerCount: 0, tags: [] }),
  },
  {
    operation: 'getWorkflow',
    name: 'an activated schedule has its static data',
    given: [made(schedule()), ACTIVATE],
    ask: READ,
    status: 200,
    body: like({ active: true, staticData: KEPT, triggerCount: 1 }),
  },
  {
    operation: 'activateWorkflow',
    name: 'a second time changes nothing',
    given: [made(schedule()), ACTIVATE],
    ask: ACTIVATE,
    status: 200,
    body: like({ active: true, staticData: KEPT, triggerCount: 1 }),
  },
  {
    operation: 'activateWorkflow',
    name: 'a cron expression',
    given: [made(cron('0 4 1 1 *'))],
    ask: ACTIVATE,
    status: 200,
  },
  { operation: 'activateWorkflow', name: 'a webhook', given: [made(hook('{run}'))], ask: ACTIVATE, status: 200 },
  {
    operation: 'activateWorkflow',
    name: 'the answer shows the old updatedAt',
    fixture,
    ask: ['POST', '/workflows/w/activate'],
    status: 200,
    body: like({ active: true, updatedAt: OLD }),
  },
  {
    operation: 'activateWorkflow',
    name: 'a path that is taken is refused',
    fixture,
    ask: ['POST', '/workflows/i/activate'],
    status: 400,
    body: { message: including('is already taken') },
  },
  {
    operation: 'activateWorkflow',
    name: 'a path that is taken with another method is free',
    fixture,
    ask: ['POST', '/workflows/p/activate'],
    status: 200,
  },
  {
    operation: 'activateWorkflow',
    name: 'a path is free again once its workflow is inactive',
    fixture,
    given: [['POST', '/workflows/h/deactivate']],
    ask: ['POST', '/workflows/i/activate'],
    status: 200,
  },
  {
    operation: 'activateWorkflow',
    name: 'any body is passed over',
    given: [made(schedule())],
    ask: [...ACTIVATE.slice(0, 2), { foo: 1 }] as unknown as Step,
    status: 200,
  },
  {
    operation: 'activateWorkflow',
    name: 'a query parameter is refused',
    given: [made(schedule())],
    ask: ['POST', '/workflows/{id}/activate?a=1'],
    status: 400,
    body: message("Unknown query parameter 'a'"),
  },
  {
    operation: 'deactivateWorkflow',
    name: 'an active one',
    given: [made(schedule()), ACTIVATE],
    ask: DEACTIVATE,
    status: 200,
    body: like({ active: false, triggerCount: 1 }),
  },
  {
    operation: 'deactivateWorkflow',
    name: 'an inactive one stays as it is',
    fixture,
    ask: ['POST', '/workflows/w/deactivate'],
    status: 200,
    body: like({ active: false, updatedAt: OLD }),
  },
  {
    operation: 'updateWorkflow',
    name: 'an active one stays active',
    given: [made(schedule()), ACTIVATE],
    ask: ['PUT', '/workflows/{id}', workflow('{run} new', { nodes: [schedule()] })],
    status: 200,
    body: like({ active: true, name: '{run} new' }),
  },
  {
    operation: 'updateWorkflow',
    name: 'an active one that could not start is refused',
    given: [made(schedule()), ACTIVATE],
    ask: ['PUT', '/workflows/{id}', workflow('{run} new')],
    status: 400,
    answers: { 'n8n-2.41': { status: 400, isSaved: true } },
  },
  {
    operation: 'updateWorkflow',
    name: 'an active one that loses its webhook is refused',
    fixture,
    ask: ['PUT', '/workflows/h', workflow('new')],
    status: 400,
    answers: { 'n8n-2.41': { status: 400, isSaved: true } },
    insteadOf: 'it is refused and saved all the same',
  },
]
