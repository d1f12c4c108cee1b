import { beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import shipped from '../../../../data/credential-types.json'
import { readCredentialTypes } from '../../../../src/core/features/credentials/type-file.ts'
import {
  type CredentialTypes,
  checkCredentialType,
  isOddTypeName,
  loadCredentialTypes,
  validateCredentialData,
} from '../../../../src/core/features/credentials/types.ts'
import { n8n141 } from '../../../../src/core/versions/v1/n8n-1.41.ts'

const SHIPPED = n8n141.data.credentialTypes
let types: CredentialTypes
beforeAll(async () => {
  types = await loadCredentialTypes(undefined, SHIPPED)
})

function schemaOf(name: string, among = types) {
  const schema = among.schemaOf(name)
  if (!schema) throw new Error(`no type ${name}`)
  return schema
}

const ODD = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf']

describe('a credential type', () => {
  test.each([
    ['githubApi', undefined],
    ['nopeApi', 'req.body.type is not a known type'],
    ['GithubApi', 'req.body.type is not a known type'],
    ['github', 'req.body.type is not a known type'],
    ['', 'req.body.type is not a known type'],
    ...ODD.map(name => [name, 'Unknown credential type'] as const),
  ])('named %p is refused with %p', (name, refusal) => {
    expect(checkCredentialType(types, name)?.message).toBe(refusal)
    expect(isOddTypeName(name)).toBe(ODD.includes(name))
  })

  test.each(ODD)('named %s has no schema', name => {
    expect(types.schemaOf(name)).toBeUndefined()
  })

  test('answers its schema with its parts in order', () => {
    expect(JSON.stringify(types.schemaOf('kafka'))).toBe(
      '{"additionalProperties":false,"type":"object","properties":{"clientId":{"type":"string"},"brokers":{"type":"string"},"ssl":{"type":"boolean"},"authentication":{"type":"boolean"},"username":{"type":"string"},"password":{"type":"string"},"saslMechanism":{"type":"string","enum":["plain","scram-sha-256","scram-sha-512"]}},"allOf":[{"if":{"properties":{"authentication":{"enum":[true]}}},"then":{"allOf":[{"required":["username"]},{"required":["password"]},{"required":["saslMechanism"]}]},"else":{"allOf":[{"not":{"required":["username"]}},{"not":{"required":["password"]}},{"not":{"required":["saslMechanism"]}}]}}],"required":[]}',
    )
  })
})

/** What `jsonschema` says of a group of conditions: `[subschema n]` does not match, then what its parts say. */
const group = (index: number, count: number, ...parts: string[]) => [
  `does not match allOf schema [subschema ${index}] with ${count} error[s]:`,
  ...parts,
]
const missing = (first: number, ...fields: string[]) =>
  fields.flatMap((field, index) => group(first + index, 1, `requires property "${field}"`))
const prohibited = (index: number) => group(index, 1, 'is of prohibited type [object Object]')

const TUNNEL = ['sshHost', 'sshPort', 'sshPostgresPort', 'sshUser', 'sshPassword', 'privateKey', 'passphrase']
const NO_SSL = group(0, 2, ...missing(0, 'ssl'))
const NO_TUNNEL = group(1, 16, ...missing(0, 'sshAuthenticateWith', ...TUNNEL))
const ENDPOINTS = ['rekognition', 'lambda', 'sns', 'ses', 'sqs', 's3'].map(name => `${name}Endpoint`)

describe('credential data', () => {
  const postgres = { host: 'h', database: 'd', user: 'u', password: 'p', port: 5432 }

  test.each<[string, string, Record<string, unknown>]>([
    ['all fields', 'githubApi', { accessToken: 'tok', user: 'u', server: 'https://api.github.com' }],
    ['no field of a type that requires none', 'freshdeskApi', {}],
    ['empty text', 'slackApi', { accessToken: '' }],
    ['what a type requires', 'slackOAuth2Api', { clientId: 'a', clientSecret: 'b' }],
    ['anything in a json field', 'httpCustomAuth', { json: 5 }],
    ['an object in a json field', 'httpCustomAuth', { json: { a: [null] } }],
    ['anything in a notice field', 'airtableTokenApi', { accessToken: 'x', notice: false }],
    [
      'a group that its condition turns off',
      'postgres',
      { ...postgres, allowUnauthorizedCerts: true, sshTunnel: false },
    ],
    ['a group that its condition turns on', 'kafka', { username: 'u', password: 'p', saslMechanism: 'plain' }],
  ])('may be %s (%s)', (_says, type, data) => {
    expect(validateCredentialData(types, schemaOf(type), data)?.message).toBeUndefined()
  })

  test.each<[string, string, Record<string, unknown>, string[]]>([
    ['a missing field', 'slackApi', {}, ['requires property "accessToken"']],
    ['two missing fields', 'slackOAuth2Api', {}, ['requires property "clientId"', 'requires property "clientSecret"']],
    [
      'an unknown field',
      'slackApi',
      { accessToken: 'x', foo: 1 },
      ['is not allowed to have the additional property "foo"'],
    ],
    [
      'unknown fields before a missing one',
      'slackApi',
      { foo: 1, bar: 2 },
      [
        'is not allowed to have the additional property "foo"',
        'is not allowed to have the additional property "bar"',
        'requires property "accessToken"',
      ],
    ],
    ['a number for text', 'slackApi', { accessToken: 5 }, ['is not of a type(s) string']],
    ['null for text', 'slackApi', { accessToken: null }, ['is not of a type(s) string']],
    ['text for a number', 'ftp', { host: 'h', port: '21' }, ['is not of a type(s) number']],
    [
      'an unknown choice',
      'oAuth2Api',
      { grantType: 'nope', clientId: 'a', clientSecret: 'b' },
      ['is not one of enum values: authorizationCode,clientCredentials,pkce', 'requires property "accessTokenUrl"'],
    ],
    [
      'fields given although their condition is false',
      'oAuth2Api',
      {
        grantType: 'clientCredentials',
        clientId: 'a',
        clientSecret: 'b',
        accessTokenUrl: 'https://x',
        authUrl: 'https://y',
        scope: '',
        authQueryParameters: '',
        authentication: 'header',
      },
      group(0, 4, ...prohibited(0), ...prohibited(1)),
    ],
    ['conditions that are not given', 'postgres', postgres, [...NO_SSL, ...NO_TUNNEL]],
    ['no data where there are conditions', 'postgres', {}, [...NO_SSL, ...NO_TUNNEL]],
    [
      'a wrong type before conditions',
      'postgres',
      { ...postgres, port: '5432' },
      ['is not of a type(s) number', ...NO_SSL, ...NO_TUNNEL],
    ],
    [
      'half of a conditional group',
      'postgres',
      { sshTunnel: true, sshAuthenticateWith: 'password', sshHost: 'x' },
      [...NO_SSL, ...group(1, 12, ...missing(2, ...TUNNEL.slice(1)))],
    ],
    [
      'two conditional groups',
      'aws',
      { region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' },
      [...group(0, 2, ...missing(0, 'sessionToken')), ...group(1, 12, ...missing(0, ...ENDPOINTS))],
    ],
    [
      'a missing condition, which counts as true',
      'kafka',
      {},
      group(0, 6, ...missing(0, 'username', 'password', 'saslMechanism')),
    ],
    [
      'a field that every object has',
      'slackApi',
      { accessToken: 'x', constructor: 1 },
      ['is not allowed to have the additional property "constructor"'],
    ],
    [
      'a field named __proto__',
      'slackApi',
      JSON.parse('{"accessToken":"x","__proto__":{"a":1}}'),
      ['is not allowed to have the additional property "__proto__"'],
    ],
  ])('is refused for %s (%s)', (_says, type, data, faults) => {
    const refusal = faults.map(fault => `request.body.data ${fault}`).join(',')
    expect(validateCredentialData(types, schemaOf(type), data)?.message).toBe(refusal)
  })

  test.each(Object.keys(shipped))('of type %s may hold no unknown field', name => {
    expect(validateCredentialData(types, schemaOf(name), { nope: 1 })?.message).toContain('"nope"')
  })

  test('of any form is taken or refused in the known words, and left as it is', () => {
    const data = fc.dictionary(fc.constantFrom('host', 'port', 'ssl', 'sshTunnel', 'nope', '__proto__'), fc.jsonValue())
    fc.assert(
      fc.property(data, data => {
        const before = JSON.stringify(data)
        const refusal = validateCredentialData(types, schemaOf('postgres'), data)
        expect(refusal?.message ?? 'request.body.data ').toStartWith('request.body.data ')
        expect(JSON.stringify(data)).toBe(before)
      }),
    )
  })
})

describe('a file of credential types', () => {
  const acme =
    '{"acmeApi":{"properties":{"key":{"type":"string"},"where":{"type":"string","enum":["eu","us"]}},"required":["key"]}}'

  test('adds types, which are then like any other', async () => {
    const more = await loadCredentialTypes(readCredentialTypes(acme, 'acme.json'), SHIPPED)
    expect(checkCredentialType(more, 'acmeApi')).toBeUndefined()
    expect(JSON.stringify(more.schemaOf('acmeApi'))).toStartWith(
      '{"additionalProperties":false,"type":"object","properties"',
    )
    expect(validateCredentialData(more, schemaOf('acmeApi', more), { where: 'moon' })?.message).toBe(
      'request.body.data is not one of enum values: eu,us,request.body.data requires property "key"',
    )
    expect(more.schemaOf('slackApi')).toEqual(types.schemaOf('slackApi'))
    expect(types.schemaOf('acmeApi')).toBeUndefined()
  })

  test('may say what a type is about', async () => {
    const remarks = { title: 'Acme', description: 'The API of Acme', default: {} }
    const file = JSON.stringify({ acmeApi: { ...remarks, properties: { key: { type: 'string' } } } })
    const more = await loadCredentialTypes(readCredentialTypes(file, 'acme.json'), SHIPPED)
    expect(more.schemaOf('acmeApi')).toMatchObject(remarks)
  })

  test('replaces a type of the same name, with conditions as the shipped ones have', async () => {
    const file = JSON.stringify({ slackApi: schemaOf('kafka') })
    const more = await loadCredentialTypes(readCredentialTypes(file, 'more.json'), SHIPPED)
    expect(more.schemaOf('slackApi')).toEqual(schemaOf('kafka'))
  })

  const property = (value: unknown) => JSON.stringify({ a: { properties: { p: value } } })

  test.each<[string, string]>([
    ['{', 'more.json: not JSON'],
    ['[]', 'more.json: must hold an object'],
    ['null', 'more.json: must hold an object'],
    ['{"__proto__":{"properties":{}}}', 'more.json: __proto__: not a possible name'],
    ['{"constructor":{"properties":{}}}', 'more.json: constructor: not a possible name'],
    ['{"":{"properties":{}}}', 'not a possible name'],
    ['{"a":5}', 'more.json: a: must be a data schema'],
    ['{"a":{}}', 'more.json: a.properties: must be an object'],
    ['{"a":{"properties":{},"oneOf":[]}}', 'more.json: a.oneOf: not known here'],
    ['{"a":{"properties":{},"additionalProperties":true}}', 'more.json: a.additionalProperties: must be false'],
    ['{"a":{"properties":{},"type":"array"}}', 'more.json: a.type: must be "object"'],
    ['{"a":{"properties":{},"required":"p"}}', 'more.json: a.required: must be an array'],
    ['{"a":{"properties":{},"required":["p"]}}', 'more.json: a.required.0: no property is named "p"'],
    ['{"a":{"properties":{"toString":{"type":"string"}}}}', 'more.json: a.properties.toString: not a possible name'],
    [property('string'), 'more.json: a.properties.p: must be an object'],
    [property({}), 'more.json: a.properties.p.type: must be a string'],
    [property({ type: 'string', enum: 'x' }), 'more.json: a.properties.p.enum: must be an array'],
    [property({ type: 'string', $ref: '#/x' }), 'more.json: a.properties.p.$ref: not known here'],
    ['{"a":{"properties":{},"allOf":{}}}', 'more.json: a.allOf: must be an array'],
    ['{"a":{"properties":{},"allOf":[{"if":5}]}}', 'more.json: a.allOf.0.if: must be a condition'],
    ['{"a":{"properties":{},"allOf":[{"$ref":"x"}]}}', 'more.json: a.allOf.0.$ref: not known here'],
    ['{"a":{"properties":{},"allOf":[{"then":{"required":[5]}}]}}', 'more.json: a.allOf.0.then.required.0: must be'],
  ])('is refused: %s', (text, message) => {
    expect(() => readCredentialTypes(text, 'more.json')).toThrow(message)
  })
})
