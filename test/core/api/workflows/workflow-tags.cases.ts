import { message, type Step } from '../../../case.ts'
import { type MeasuredCase, workflow } from '../../../checks/conformance/case.ts'
import { date, like } from '../../../checks/conformance/match.ts'

const tag = (name: string, keep: string): Step => ['POST', '/tags', { name: `{run} ${name}` }, { keep }]
const given: Step[] = [tag('one', 'one'), tag('two', 'two'), ['POST', '/workflows', workflow('{run}'), { keep: 'id' }]]
const replace = (...ids: string[]): Step => ['PUT', '/workflows/{id}/tags', ids.map(id => ({ id }))]
const READ: Step = ['GET', '/workflows/{id}/tags']
const one = { id: '{one}', name: '{run} one', createdAt: date, updatedAt: date }
const two = { id: '{two}', name: '{run} two', createdAt: date, updatedAt: date }
const SOME_MISSING = { status: 404, body: message('Some tags not found') }

const updates: Omit<MeasuredCase, 'operation'>[] = [
  { name: 'one tag', ask: replace('{one}'), status: 200, body: [one] },
  { name: 'two tags, in the order of their making', ask: replace('{two}', '{one}'), status: 200, body: [one, two] },
  { name: 'the same again', given: [...given, replace('{one}')], ask: replace('{one}'), status: 200, body: [one] },
  { name: 'others instead', given: [...given, replace('{one}')], ask: replace('{two}'), status: 200, body: [two] },
  { name: 'none instead', given: [...given, replace('{one}')], ask: replace(), status: 200, body: [] },
  { name: 'an unknown one is refused', ask: replace('{run}nobody'), ...SOME_MISSING },
  { name: 'a known and an unknown one are refused', ask: replace('{one}', '{run}nobody'), ...SOME_MISSING },
  { name: 'the same one twice is refused', ask: replace('{one}', '{one}'), ...SOME_MISSING },
  {
    name: 'the workflow is looked for before the tags',
    ask: ['PUT', '/workflows/{run}nobody/tags', [{ id: '{run}nobody' }]],
    status: 404,
    body: message('Not Found'),
  },
  ...(
    [
      [['{one}'], 'request/body/0 must be object'],
      [[null], 'request/body/0 must be object'],
      [[{}], "request/body/0 must have required property 'id'"],
      [[{ id: 5 }], 'request/body/0/id must be string'],
      [[{ id: '{one}', name: 'x' }], 'request/body/0 must NOT have additional properties'],
      [{}, 'request/body must be array'],
      [5, 'request/body must be array'],
    ] as [unknown, string][]
  ).map(([body, text]) => ({
    name: `${JSON.stringify(body)} is refused`,
    ask: ['PUT', '/workflows/{id}/tags', body] as Step,
    status: 400,
    body: message(text),
  })),
]

export const workflowTagCases: MeasuredCase[] = [
  ...updates.map((it): MeasuredCase => ({ operation: 'updateWorkflowTags', given, ...it })),
  { operation: 'getWorkflowTags', name: 'none', given, ask: READ, status: 200, body: [] },
  {
    operation: 'getWorkflowTags',
    name: 'those that it was given',
    given: [...given, replace('{two}', '{one}')],
    ask: READ,
    status: 200,
    body: [one, two],
  },
  {
    operation: 'getWorkflow',
    name: 'its tags are changed, its updatedAt is not',
    fixture: {
      tags: [{ id: 't', name: 't' }],
      workflows: [{ id: 'w', name: 'x', updatedAt: '2020-01-01T00:00:00.000Z' }],
    },
    given: [['PUT', '/workflows/w/tags', [{ id: 't' }]]],
    ask: ['GET', '/workflows/w'],
    status: 200,
    body: like({ updatedAt: '2020-01-01T00:00:00.000Z', tags: [like({ id: 't' })] }),
  },
]
