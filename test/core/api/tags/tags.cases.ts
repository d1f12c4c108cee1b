import { message, type Step } from '../../../case.ts'
import { expected, type MeasuredCase, type OperationId } from '../../../checks/conformance/case.ts'
import { date, holding, id, like } from '../../../checks/conformance/match.ts'

const TAG = '{run} tag'
const create = (name: unknown): Step => ['POST', '/tags', { name }]
const made = (name: string) => ({ name, id, createdAt: date, updatedAt: date })
const whole = (name: string) => ({ createdAt: date, updatedAt: date, id: '{tag}', name })
const given: Step[] = [['POST', '/tags', { name: TAG }, { keep: 'tag' }]]
const two: Step[] = [...given, ['POST', '/tags', { name: '{run} two' }, { keep: 'two' }]]
const put = (name: unknown): Step => ['PUT', '/tags/{tag}', { name }]
const TAKEN = { status: 409, body: message('Tag already exists') }
const UNKNOWN = { status: 404, body: message('Not Found') }

const refusedBody = (
  operation: OperationId,
  [method, path]: Step,
  name: string,
  body: unknown,
  text: string,
  current = text,
): MeasuredCase => ({
  operation,
  name: `${name} is refused`,
  given: method === 'PUT' ? given : [],
  ask: [method, path, body],
  status: 400,
  body: message(text),
  answers: { 'n8n-2.41': { status: 400, body: message(current) } },
})

/** What is wrong with a body, the text of version 1.41, and that of the current one where it is another. */
const BODIES: { name: string; body: unknown; text: string; current?: string }[] = [
  { name: 'no name', body: {}, text: "request/body must have required property 'name'" },
  {
    name: 'a name that is a number',
    body: { name: 5 },
    text: 'request/body/name must be string',
    current: expected('/name', 'string', 5),
  },
  {
    name: 'a name that is null',
    body: { name: null },
    text: 'request/body/name must be string',
    current: expected('/name', 'string', null),
  },
  {
    name: 'an unknown field',
    body: { name: 'x', color: 'red' },
    text: 'request/body must NOT have additional properties',
    current: "request/body Unrecognized key(s) in object: 'color'",
  },
  { name: 'an id', body: { name: 'x', id: 'abc' }, text: 'request/body/id is read-only' },
  {
    name: 'a date of creation',
    body: { name: 'x', createdAt: '2020-01-01T00:00:00.000Z' },
    text: 'request/body/createdAt is read-only',
  },
  {
    name: 'a date of change',
    body: { name: 'x', updatedAt: '2020-01-01T00:00:00.000Z' },
    text: 'request/body/updatedAt is read-only',
  },
  {
    name: 'everything at once',
    body: { id: 'abc', color: 'x' },
    text: "request/body must have required property 'name', request/body must NOT have additional properties, request/body/id is read-only",
    current: 'request/body/id is read-only',
  },
]

const createTag: MeasuredCase[] = [
  { name: 'a tag', ask: create(TAG), status: 201, body: made(TAG) },
  { name: 'a name is trimmed', ask: create(`  ${TAG}  `), status: 201, body: made(TAG) },
  { name: 'a name of 24 characters', ask: create('{run}xxxxxxxxxxxxxxxxxx'), status: 201 },
  { name: 'a name of 24 characters among blanks', ask: create(' {run}xxxxxxxxxxxxxxxxxx '), status: 201 },
  {
    name: 'a name of 24 characters, each a pair of surrogates',
    ask: create('🚀'.repeat(18).concat('{run}')),
    status: 201,
  },
  { name: 'a name of 25 characters is refused', ask: create('{run}xxxxxxxxxxxxxxxxxxx'), ...TAKEN },
  { name: 'an empty name is refused', ask: create(''), ...TAKEN },
  { name: 'a blank name is refused', ask: create('   '), ...TAKEN },
  { name: 'a name that is taken is refused', given, ask: create(TAG), ...TAKEN },
  { name: 'a name that is taken, among blanks, is refused', given, ask: create(` ${TAG} `), ...TAKEN },
  {
    name: 'a name that is taken in other letter case',
    given,
    ask: create('{run} TAG'),
    status: 201,
    body: made('{run} TAG'),
  },
  ...['{run},b', '<b>{run}</b>', '{run} тег 🚀', '{run}\nb'].map(name => ({
    name: `the name ${JSON.stringify(name)} is taken as it is`,
    ask: create(name),
    status: 201,
    body: made(name),
  })),
].map(it => ({ operation: 'createTag', ...it }))

const updateTag: MeasuredCase[] = [
  {
    name: 'another name',
    ask: put('{run} new'),
    status: 200,
    body: { id: '{tag}', name: '{run} new', updatedAt: date },
  },
  { name: 'another name is trimmed', ask: put(' {run} new '), status: 200, body: like({ name: '{run} new' }) },
  { name: 'the same name changes nothing', ask: put(TAG), status: 200, body: { id: '{tag}', name: TAG } },
  { name: 'the name of another tag is refused', given: two, ask: put('{run} two'), ...TAKEN },
  { name: 'an empty name is refused', ask: put(''), ...TAKEN },
  { name: 'a name of 25 characters is refused', ask: put('{run}xxxxxxxxxxxxxxxxxxx'), ...TAKEN },
  { name: 'an unknown tag', ask: ['PUT', '/tags/{run}nobody', { name: 'x' }] as Step, ...UNKNOWN },
  {
    name: 'an unknown tag and a name that is taken',
    ask: ['PUT', '/tags/{run}nobody', { name: TAG }] as Step,
    ...UNKNOWN,
  },
  {
    name: 'the body is looked at before the tag',
    ask: ['PUT', '/tags/{run}nobody', {}] as Step,
    status: 400,
    body: message("request/body must have required property 'name'"),
  },
].map(it => ({ operation: 'updateTag', given, ...it }))

const others: MeasuredCase[] = [
  { operation: 'getTag', name: 'a tag', given, ask: ['GET', '/tags/{tag}'], status: 200, body: whole(TAG) },
  {
    operation: 'getTag',
    name: 'a slash behind the path',
    given,
    ask: ['GET', '/tags/{tag}/'],
    status: 200,
    body: whole(TAG),
  },
  ...['{run}nobody', '%20', 'a%2Fb', "'%20OR%201=1--", '1'].map(
    (unknown): MeasuredCase => ({
      operation: 'getTag',
      name: `the unknown id ${unknown}`,
      ask: ['GET', `/tags/${unknown}`],
      ...UNKNOWN,
    }),
  ),
  { operation: 'deleteTag', name: 'a tag', given, ask: ['DELETE', '/tags/{tag}'], status: 200, body: whole(TAG) },
  {
    operation: 'deleteTag',
    name: 'a tag twice',
    given: [...given, ['DELETE', '/tags/{tag}']],
    ask: ['DELETE', '/tags/{tag}'],
    ...UNKNOWN,
  },
  {
    operation: 'getTag',
    name: 'a deleted tag',
    given: [...given, ['DELETE', '/tags/{tag}']],
    ask: ['GET', '/tags/{tag}'],
    ...UNKNOWN,
  },
  { operation: 'deleteTag', name: 'an unknown tag', ask: ['DELETE', '/tags/{run}nobody'], ...UNKNOWN },
  {
    operation: 'deleteTag',
    name: 'a body is not read',
    ask: ['DELETE', '/tags/{run}nobody', { a: 1 }],
    ...UNKNOWN,
  },
  {
    operation: 'getTags',
    name: 'new tags are listed',
    given: two,
    ask: ['GET', '/tags?limit=250'],
    status: 200,
    body: like({ data: holding(whole(TAG), like({ id: '{two}', name: '{run} two' })) }),
  },
  {
    operation: 'getTags',
    name: 'in the order in which they were made',
    fixture: { tags: ['z', 'a', 'M'].map(name => ({ id: name, name })) },
    given: [create('b')],
    ask: ['GET', '/tags'],
    status: 200,
    body: { data: [...['z', 'a', 'M'].map(name => like({ id: name, name })), like({ name: 'b' })], nextCursor: null },
  },
]

export const tagCases: MeasuredCase[] = [
  ...createTag,
  ...updateTag,
  ...others,
  ...BODIES.flatMap(({ name, body, text, current }) => [
    refusedBody('createTag', ['POST', '/tags'], name, body, text, current),
    refusedBody('updateTag', ['PUT', '/tags/{tag}'], name, body, text, current),
  ]),
]
