import { expect, test } from 'bun:test'
import { credentialFields } from '../../../src/core/model/credential.ts'
import { type FieldsOf, sentAsTheyAre } from '../../../src/core/model/field.ts'
import { RECORD_FIELDS } from '../../../src/core/model/record-fields.ts'
import { tagFields } from '../../../src/core/model/tag.ts'
import { VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import { startInstance } from '../../../src/testing.ts'

const CURRENT = VERSION_NAMES.at(-1) ?? 'contract'
const DATA = { httpHeaderAuth: { name: 'a', value: 'b' }, httpBasicAuth: { user: 'a', password: 'b' } }

type CredentialField = keyof typeof credentialFields
const exampleOf = (field: CredentialField, at: 0 | 1) => credentialFields[field].examples[at]

const whole = {
  name: exampleOf('name', 0),
  type: exampleOf('type', 0),
  data: DATA.httpHeaderAuth,
}

test.each(sentAsTheyAre(credentialFields, 'create'))(
  'POST /credentials stores %s as it is sent, as its table says, and GET shows it',
  async field => {
    await using instance = await startInstance({ profile: CURRENT, socket: false })
    const value = exampleOf(field, 1)
    const body = { ...whole, [field]: value, ...(field === 'type' ? { data: DATA.httpBasicAuth } : {}) }
    const { status, text } = await instance.request('POST', '/api/v1/credentials', body)
    expect([status, text]).toEqual([200, text])
    expect(instance.state().credentials).toMatchObject([{ [field]: value }])
    const { id } = JSON.parse(text)
    expect((await instance.request('GET', `/api/v1/credentials/${id}`)).body).toMatchObject({ [field]: value })
  },
)

test.each(sentAsTheyAre(credentialFields, 'update'))(
  'PATCH /credentials stores %s as it is sent, as its table says, and a change without it keeps it',
  async field => {
    await using instance = await startInstance({ profile: CURRENT, socket: false })
    const { body } = await instance.request<{ id: string }>('POST', '/api/v1/credentials', whole)
    const path = `/api/v1/credentials/${body.id}`
    const value = exampleOf(field, 1)
    const change = { [field]: value, ...(field === 'type' ? { data: DATA.httpBasicAuth } : {}) }
    const { status, text } = await instance.request('PATCH', path, change)
    expect([status, text]).toEqual([200, text])
    expect(instance.state().credentials).toMatchObject([{ name: whole.name, type: whole.type, [field]: value }])
    await instance.request('PATCH', path, {})
    expect(instance.state().credentials).toMatchObject([{ [field]: value }])
  },
)

test('the words that requests and promotions read are in the tables that they read, and in no other', () => {
  const saying = Object.entries(RECORD_FIELDS).filter(([, fields]) =>
    Object.values(fields).some(field => 'promoted' in field || JSON.stringify(field).includes('as sent')),
  )
  expect(saying.map(([kind]) => kind)).toEqual(['workflows', 'credentials'])
  // @ts-expect-error no request reads it
  const written: FieldsOf<{ name: string }> = { name: { ...tagFields.name, written: { create: 'as sent' } } }
  // @ts-expect-error no promotion reads it
  const promoted: FieldsOf<{ name: string }> = { name: { ...tagFields.name, promoted: 'sent' } }
  expect([written.name, promoted.name]).toMatchObject([{ written: { create: 'as sent' } }, { promoted: 'sent' }])
})
