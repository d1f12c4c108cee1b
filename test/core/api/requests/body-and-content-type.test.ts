import { describe, expect, jest, test } from 'bun:test'
import { deflateSync, gzipSync } from 'node:zlib'
import type { RequestOptions } from '../../../../src/testing.ts'
import type { Case, Step } from '../../../case.ts'
import { playCases } from '../cases.ts'
import { field, minimal, PROFILES, startWorld } from '../world.ts'

const as = (type: string): RequestOptions => ({ headers: { 'content-type': type } })
const JSON_TYPE = as('application/json')

/** The operations with a required body. */
const REQUIRED: [method: string, path: string, body: unknown, status: number][] = [
  ['POST', '/workflows', minimal(), 200],
  ['PUT', '/workflows/1', minimal(), 200],
  ['PUT', '/workflows/1/tags', [], 200],
  ['POST', '/tags', { name: 'x' }, 201],
  ['PUT', '/tags/1', { name: 'x' }, 200],
  ['POST', '/credentials', { name: 'x', type: 'githubApi', data: {} }, 200],
]
const REFUSED_TYPES = [
  'application/octet-stream',
  'text/json',
  'application/vnd.api+json',
  'application/jsonp',
  'json',
  '*/*',
]

const TAKEN_TYPES = [
  'APPLICATION/JSON',
  ' application/json ;x=1',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json; charset="utf-8"',
  'application/json; charset=utf8',
  'application/json; charset = utf-8',
]

const MALFORMED: [name: string, body: string | Uint8Array][] = [
  ['half an object', '{"a":'],
  ['a key without quotes', '{name:1}'],
  ['blanks only', ' \n'],
  ['a byte order mark', '\uFEFF{"name":"x"}'],
  ['two values', '{} {}'],
  ['a trailing comma', '{"name":"x",}'],
  ['a comment', '{"name":"x"} // tag'],
  ['single quotes', "{'name':'x'}"],
  ['NaN', '{"name":NaN}'],
  ['a control character in a text', '{"name":"a\nb"}'],
  ['half an escape', '{"name":"\\u12"}'],
  ['Latin-1', Uint8Array.from(Buffer.from('{"name":"é"}', 'latin1'))],
  ['a lone surrogate in UTF-8', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)],
  ['UTF-16', Uint8Array.from(Buffer.from('{"name":"x"}', 'utf16le'))],
  ['NUL bytes', Uint8Array.of(0, 0, 0)],
]

playCases([
  ...REQUIRED.flatMap(([method, path, body, status]): Case[] => {
    const text = JSON.stringify(body)
    const asked = (sent: unknown, options?: RequestOptions): Step => [method, path, sent, options]
    return [
      ...REFUSED_TYPES.map(
        (type): Case => ({
          name: `${method} ${path} refuses ${type}`,
          ask: asked(text, as(type)),
          status: 415,
          body: { message: `unsupported media type ${type.split(';')[0]}` },
        }),
      ),
      {
        name: `${method} ${path} refuses a body without a content type`,
        ask: asked(text),
        status: 415,
        body: { message: 'unsupported media type undefined' },
      },
      {
        name: `${method} ${path} refuses another charset`,
        ask: asked(text, as('application/json; charset=latin1')),
        status: 415,
        body: { message: 'unsupported media type application/json; charset=latin1' },
      },
      ...TAKEN_TYPES.map(
        (type): Case => ({ name: `${method} ${path} takes ${type}`, ask: asked(text, as(type)), status }),
      ),
    ]
  }),
  {
    name: 'takes the last of two values with one key',
    ask: ['POST', '/tags', '{"name":"one","name":"two"}', JSON_TYPE],
    status: 201,
    body: expect.objectContaining({ name: 'two' }),
  },
  ...['__proto__', 'constructor', 'toString'].map(
    (key): Case => ({
      name: `refuses the key ${key}`,
      ask: ['POST', '/tags', `{"name":"x","${key}":{"a":1}}`, JSON_TYPE],
      status: 400,
      body: { message: 'request/body must NOT have additional properties' },
    }),
  ),

  { name: 'audits without a content type, and reads no body then', ask: ['POST', '/audit', 'not JSON'], status: 200 },
  { name: 'audits with a content type and no body', ask: ['POST', '/audit', undefined, JSON_TYPE], status: 200 },
  ...['', 'null', '{}', '{"other":1}'].map(
    (text): Case => ({
      name: `audits with the body ${text}`,
      ask: ['POST', '/audit', text, JSON_TYPE],
      status: 200,
    }),
  ),
  {
    name: 'audits with a form type and nothing in it',
    ask: [
      'POST',
      '/audit',
      '',
      { headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' } },
    ],
    status: 200,
  },
  ...['activate', 'deactivate'].flatMap(verb =>
    [
      as('text/plain'),
      as('application/x-www-form-urlencoded'),
      as('multipart/form-data; boundary=b'),
      JSON_TYPE,
      undefined,
    ].map(
      (options): Case => ({
        name: `lets ${verb} have a body of type ${options?.headers?.['content-type'] ?? 'none'}`,
        ask: ['POST', `/workflows/1/${verb}`, '{}', options],
        status: 200,
      }),
    ),
  ),
  {
    name: 'lets activate have no body and a JSON type',
    ask: ['POST', '/workflows/1/activate', undefined, JSON_TYPE],
    status: 200,
  },
])

describe.each(PROFILES)('in profile %s', profile => {
  test.each(MALFORMED)('refuses %s as a body with 400', async (_name, body) => {
    await using instance = await startWorld(profile)
    const answer = await instance.request('POST', '/api/v1/tags', body, JSON_TYPE)
    expect([answer.status, field(answer, 'message')]).toEqual([400, expect.stringContaining('The request body')])
  })

  test('tells nothing of a malformed body: it may hold a secret', async () => {
    await using instance = await startWorld(profile)
    const answer = await instance.request('POST', '/api/v1/credentials', '{"data":{"password":"hunter2"', JSON_TYPE)
    expect([answer.status, answer.text.includes('hunter2')]).toEqual([400, false])
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ] as const)('unpacks a body in %s', async (encoding, pack) => {
    await using instance = await startWorld(profile)
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const body = Uint8Array.from(pack('{"name":"packed"}'))
    const answer = await instance.request('POST', '/api/v1/tags', body, { headers })
    expect([answer.status, field(answer, 'name')]).toEqual([201, 'packed'])
  })

  test.each([
    { encoding: 'gzip', body: 'not gzip', status: 400, message: 'The request body is not valid gzip' },
    {
      encoding: 'gzip',
      body: Uint8Array.from(gzipSync('{"name":"half"}').subarray(0, 20)),
      status: 400,
      message: 'The request body is not valid gzip',
    },
    { encoding: 'deflate', body: 'not deflate', status: 400, message: 'The request body is not valid deflate' },
    { encoding: 'br', body: 'anything', status: 415, message: 'unsupported media type content encoding br' },
    { encoding: 'zip', body: 'anything', status: 415, message: 'unsupported media type content encoding zip' },
  ])('refuses a body in $encoding that is none', async ({ encoding, body, status, message }) => {
    await using instance = await startWorld(profile)
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const answer = await instance.request('POST', '/api/v1/tags', body, { headers })
    expect([answer.status, field(answer, 'message')]).toEqual([status, message])
  })

  test.each([
    [' \n', 'The request body is not valid JSON: it is blank'],
    ['\uFEFF{"name":"x"}', 'The request body is not valid JSON: it starts with a byte order mark'],
    [Uint8Array.of(0x22, 0xff, 0x22), 'The request body is not valid UTF-8'],
    [`[${'0,'.repeat(524_288)}0]`, 'The request body has more than 524288 keys and list items'],
    [`[${'0,'.repeat(524_287)}0]`, 'request/body must be object'],
  ])('says of a body what is wrong: %#', async (body, message) => {
    await using instance = await startWorld(profile)
    const answer = await instance.request('POST', '/api/v1/tags', body, JSON_TYPE)
    expect([answer.status, field(answer, 'message')]).toEqual([400, message])
  })

  test.each([
    [999, 999],
    [1000, 1000],
    [1001, 1000],
  ])('tells of %i wrong nodes %i', async (wrong, told) => {
    await using instance = await startWorld(profile)
    const nodes = Array.from({ length: wrong }, () => ({ color: 'red' }))
    const answer = await instance.request('POST', '/api/v1/workflows', minimal({ nodes }))
    expect(String(field(answer, 'message')).split(', ')).toHaveLength(told)
  })
})

test.each([
  ['of 1,000 bytes', { 'content-length': '1000' }, 5014],
  ['of a megabyte', { 'content-length': '1000000' }, 4999],
  ['of a size that nobody says', {}, 4999],
])('a body %s that never comes is given up, and not before it is time', async (_, length, inTime) => {
  await using instance = await startWorld()
  const reading = Promise.withResolvers<void>()
  const body = new ReadableStream({ pull: () => reading.resolve() }, { highWaterMark: 0 })
  const headers = { 'x-n8n-api-key': instance.apiKey, 'content-type': 'application/json', ...length }
  let isAnswered = false
  jest.useFakeTimers()
  try {
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    const answered = instance.fetch('/api/v1/tags', init).finally(() => {
      isAnswered = true
    })
    await reading.promise
    jest.advanceTimersByTime(inTime)
    for (let turns = 0; turns < 100; turns++) await Promise.resolve()
    expect(isAnswered).toBe(false)
    jest.advanceTimersByTime(1)
    jest.useRealTimers()
    const answer = await answered
    expect([answer.status, await answer.json()]).toEqual([408, { message: 'The request body did not come in time' }])
  } finally {
    jest.useRealTimers()
  }
})
