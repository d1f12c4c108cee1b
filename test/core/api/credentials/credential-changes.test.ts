import { beforeAll, describe, expect, test } from 'bun:test'
import { createClock } from '../../../../src/core/base/clock.ts'
import { createIds } from '../../../../src/core/base/ids.ts'
import {
  type CredentialChange,
  changeCredential,
  checkChangedType,
  createCredential,
  credentialRefusal,
} from '../../../../src/core/features/credentials/rules.ts'
import { type CredentialTypes, loadCredentialTypes } from '../../../../src/core/features/credentials/types.ts'
import { showListedCredential } from '../../../../src/core/versions/v2/presenters/credential.ts'
import { changed, refusalOf, storeOf } from '../memory-draft.ts'

let types: CredentialTypes
beforeAll(async () => {
  types = await loadCredentialTypes(
    new Map(),
    () => import('../../../../data/n8n-2.41/credential-types.json', { with: { type: 'json' } }),
  )
})

const secrets = { seal: JSON.stringify, unseal: JSON.parse, check: () => 'check' }
const context = { clock: createClock(), secrets, ids: createIds('c'), newIds: 'random' as const }
const USER = {
  id: 'u1',
  email: 'o@example.com',
  firstName: null,
  lastName: null,
  role: 'global:owner',
  isPending: false,
}
const user = { ...USER, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
const SLACK = { name: 'Slack', type: 'slackApi', data: { accessToken: 'a' } }

const HALO = {
  hostingType: 'onPremise',
  authUrl: 'nope',
  resourceApiUrl: 'nope',
  client_id: 'a',
  client_secret: 'b',
}

describe('data of a credential', () => {
  test.each<[string, string, Record<string, unknown>]>([
    ['without a condition', 'kafka', {}],
    ['with fields of a condition that is not given', 'postgres', { sshTunnel: true, sshHost: 'x' }],
    ['with headers', 'httpMultipleHeadersAuth', { headers: { values: [] } }],
    [
      'with a URL',
      'oAuth2Api',
      { grantType: 'clientCredentials', clientId: 'a', clientSecret: 'b', authUrl: 'https://x' },
    ],
    ['with an invalid URL, of a type other than OAuth2', 'haloPSAApi', HALO],
  ])('is taken %s', (_says, type, data) => {
    expect(credentialRefusal(types, { type, data }, { checksUrls: true })).toBeUndefined()
  })

  const data = 'request.body.data'
  test.each<[string, string, Record<string, unknown>, string]>([
    ['with null', 'slackApi', { accessToken: null }, `${data} is not of a type(s) string`],
    [
      'of a bad enumeration',
      'oAuth2Api',
      { grantType: 'nope', clientId: 'a', clientSecret: 'b' },
      `${data} is not one of enum values: authorizationCode,clientCredentials,pkce`,
    ],
    [
      'with a URL that is none',
      'oAuth2Api',
      { grantType: 'clientCredentials', clientId: 'a', clientSecret: 'b', accessTokenUrl: 'nope' },
      'OAuth url is not a valid URL.',
    ],
  ])('is refused %s', (_says, type, given, text) => {
    expect(credentialRefusal(types, { type, data: given }, { checksUrls: true })?.message).toStartWith(text)
  })

  test('is taken with an invalid URL where URLs are not checked', () => {
    const given = { grantType: 'clientCredentials', clientId: 'a', clientSecret: 'b', accessTokenUrl: 'nope' }
    expect(credentialRefusal(types, { type: 'oAuth2Api', data: given })).toBeUndefined()
  })

  test('asks for what a condition that is given demands', () => {
    const given = { clientId: 'a', clientSecret: 'b' }
    const asks = (useDynamicClientRegistration: boolean) =>
      credentialRefusal(types, {
        type: 'acuitySchedulingOAuth2Api',
        data: { ...given, useDynamicClientRegistration },
      })?.message
    expect(asks(true)).toContain('requires property "serverUrl"')
    expect(credentialRefusal(types, { type: 'googleApi', data: {} })?.message).toBe(
      `${data} requires property "email",${data} requires property "privateKey"`,
    )
  })
})

describe('a credential', () => {
  const withOne = async () => {
    const store = storeOf({ users: [user] })
    return { store, made: await changed(store, draft => createCredential(draft, SLACK, user, context)) }
  }
  const change = async (given: CredentialChange, id?: string) => {
    const { store, made } = await withOne()
    return changed(store, draft => {
      checkChangedType(types, given)
      return changeCredential(draft, id ?? made.id, given, { ...context, types })
    })
  }

  test.each<[string, CredentialChange, object]>([
    ['nothing', {}, SLACK],
    ['its name, which may be empty', { name: '' }, { ...SLACK, name: '' }],
    ['its data', { data: { accessToken: 'b' } }, { ...SLACK, data: { accessToken: 'b' } }],
    [
      'a part of its data',
      { data: { signatureSecret: 's' }, isPartialData: true },
      { ...SLACK, data: { accessToken: 'a', signatureSecret: 's' } },
    ],
    ['the same type alone', { type: 'slackApi' }, SLACK],
    ...['abc', 'n'.repeat(128)].map((name): [string, CredentialChange, object] => [
      `a part under a name of ${name.length} letters`,
      { name, data: {}, isPartialData: true },
      { ...SLACK, name },
    ]),
    [
      'another type with data',
      { type: 'httpBasicAuth', data: { user: 'u' } },
      { ...SLACK, type: 'httpBasicAuth', data: { user: 'u' } },
    ],
  ])('changes %s', async (_says, given, expected) => {
    const { name, type, data } = await change(given)
    expect({ name, type, data: JSON.parse(data) }).toEqual(expected as never)
  })

  test.each<{ says: string; given: CredentialChange; text: string; id?: string }>([
    {
      says: 'an unknown type before the id',
      given: { type: 'nopeApi' },
      text: '400 req.body.type is not a known type',
      id: 'nope',
    },
    { says: 'an empty type', given: { type: '' }, text: '400 req.body.type is not a known type' },
    { says: 'an unknown id', given: { name: 'x' }, text: '404 Credential not found', id: 'nope' },
    { says: 'sharing', given: { isGlobal: true }, text: '403 You are not licensed for sharing credentials' },
    {
      says: 'being resolvable',
      given: { isResolvable: true },
      text: '403 End-user credentials are not available in personal projects',
    },
    {
      says: 'another type alone',
      given: { type: 'httpBasicAuth' },
      text: '400 req.body.data is required when changing credential type. The existing data cannot be used with the new type.',
    },
    {
      says: 'data that lacks something',
      given: { data: {} },
      text: '400 request.body.data requires property "accessToken"',
    },
    {
      says: 'an unknown part',
      given: { name: 's', data: { foo: 1 }, isPartialData: true },
      text: '400 request.body.data is not allowed to have the additional property "foo"',
    },
    {
      says: 'a part under a short name',
      given: { name: 's', data: {}, isPartialData: true },
      text: '400 Credential name must be 3 to 128 characters long.',
    },
    {
      says: 'a part under a long name',
      given: { name: 'n'.repeat(129), data: {}, isPartialData: true },
      text: '400 Credential name must be 3 to 128 characters long.',
    },
  ])('does not change to $says', async ({ given, text, id }) => {
    const said = await change(given, id).then(
      () => undefined,
      error =>
        refusalOf(() => {
          throw error
        }),
    )
    expect(said).toBe(text)
  })

  test('has an id that is given once', async () => {
    const { store } = await withOne()
    await changed(store, draft => {
      expect(createCredential(draft, { ...SLACK, id: 'mine' }, user, context).id).toBe('mine')
      expect(refusalOf(() => createCredential(draft, { ...SLACK, id: 'mine' }, user, context))).toBe(
        '409 A credential with this ID already exists',
      )
    })
  })
})

test('a credential whose owner is not in the document is listed in a project without a name', async () => {
  const store = storeOf()
  const made = await changed(store, draft => createCredential(draft, SLACK, user, context))
  expect(showListedCredential(store.data, made).shared).toEqual([
    {
      id: expect.any(String),
      name: '',
      role: 'credential:owner',
      createdAt: made.createdAt,
      updatedAt: made.updatedAt,
    },
  ])
})
