import { expect, test } from 'bun:test'
import { renderPage } from '../../../src/core/docs/page.ts'
import { startInstance } from '../../../src/testing.ts'

const overview = {
  info: { title: 'The <API>', description: 'It & "more"', version: '1' },
  tags: [{ name: 'One' }, { name: 'Two & three' }],
  paths: {
    '/ones/{id}': { get: { tags: ['One'], summary: 'Gets <one>' }, delete: { tags: ['One'] } },
    '/twos': { post: { tags: ['Two & three'], summary: 'Makes two' } },
    '/others': { get: { summary: 'Has no tag' } },
  },
}
const documents = [
  { title: 'API', url: '/api/v1/openapi.json' },
  { title: 'Control API', url: '/_control/openapi.json' },
]

test.each(['/', undefined])('the page, with a way back to %p, is the snapshot: bun run generate writes it', back => {
  expect(renderPage(overview, documents, { startScript: '/api/v1/docs/start.js', back })).toMatchSnapshot()
})

test('it is served with its policy, and names both documents', async () => {
  await using instance = await startInstance({ socket: false })
  const { status, headers, text } = await instance.request('GET', '/api/v1/docs')
  expect([status, headers.get('content-type'), headers.get('referrer-policy')]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-referrer',
  ])
  expect(headers.get('content-security-policy')).toStartWith("default-src 'none'; script-src 'self' 'sha256-")
  const addresses = [
    '"url":"/api/v1/openapi.json"',
    '"url":"/_control/openapi.json"',
    '"/api/v1/docs/start.js"',
    '<a href="/">',
  ]
  for (const address of addresses) expect(text).toContain(address)
})
