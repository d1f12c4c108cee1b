import { expect, test } from 'bun:test'
import { startInstance } from '../../src/testing.ts'

const KEY = `n8n_api_${'0123456789'.repeat(8)}`
const TOKEN = 'eyJhbGciOi.eyJzdWIi.c2ln-_'

test.each([
  [TOKEN, '[redacted]'],
  [`x${TOKEN}`, 'x[redacted]'],
  [`a.b.${TOKEN}.c`, 'a.b.[redacted].c'],
  [`${TOKEN}.${TOKEN}`, '[redacted].[redacted]'],
  [`${TOKEN}/${TOKEN}`, '[redacted]/[redacted]'],
  [`eyJeyJ.${TOKEN}`, '[redacted].c2ln-_'],
  [`eyJ.${TOKEN}`, 'eyJ.[redacted]'],
  ['eyJa.eyJb.', 'eyJa.eyJb.'],
  ['eyJa.eyJ.c', 'eyJa.eyJ.c'],
  ['eyJa.xeyJb.c', 'eyJa.xeyJb.c'],
  ['eyJ.eyJb.c', 'eyJ.eyJb.c'],
  ['eyJa..eyJb.c', 'eyJa..eyJb.c'],
  ['eyJa'.repeat(3000), 'eyJa'.repeat(3000)],
  [`${KEY}/${TOKEN}`, '[redacted]/[redacted]'],
  [KEY.slice(0, -1), KEY.slice(0, -1)],
])('of the path /%.40s keys are left out', async (path, shown) => {
  await using instance = await startInstance({ socket: false })
  await instance.request('GET', `/api/v1/${path}?q=${path}`)
  const { body } = await instance.request('GET', '/_control/requests')
  expect(body).toMatchObject({ requests: [{ path: `/api/v1/${shown}`, query: `q=${shown}` }] })
})
