import assert from 'node:assert/strict'
import { startInstance } from '../../../src/testing.ts'

const headers = (key: string) => ({ 'X-N8N-API-KEY': key, 'content-type': 'application/json' })

/** The control API on any runtime: facts that one could break. */
export const controlFacts: Record<string, () => Promise<void>> = {
  'answers no key with scopes at the control API': async () => {
    await using instance = await startInstance({ profile: 'n8n-2.41' })
    const user = 'owner@example.com'
    const body = JSON.stringify({ user, scopes: ['tag:list'] })
    const made = await fetch(`${instance.url}/_control/keys`, { method: 'POST', headers: headers('owner-key'), body })
    const { apiKey } = await made.json()
    assert.equal((await fetch(`${instance.url}/api/v1/tags`, { headers: headers(apiKey) })).status, 200)
    const read = await fetch(`${instance.url}/_control/state`, { headers: headers(apiKey) })
    assert.equal(read.status, 403)
    const everything = JSON.stringify({ user })
    const more = await fetch(`${instance.url}/_control/keys`, {
      method: 'POST',
      headers: headers(apiKey),
      body: everything,
    })
    assert.equal(more.status, 403)
    await Promise.all([read.text(), more.text()])
  },
  'ends a stream of events when its key is revoked': async () => {
    await using instance = await startInstance()
    const ask = (method: string, path: string, key: string, sent?: object) =>
      fetch(`${instance.url}/_control${path}`, {
        method,
        headers: headers(key),
        ...(sent ? { body: JSON.stringify(sent) } : {}),
      })
    const user = 'owner@example.com'
    const { apiKey, id } = await (await ask('POST', '/keys', 'owner-key', { user })).json()
    const streams = await Promise.all([ask('GET', '/events', apiKey), ask('GET', '/requests?stream', apiKey)])
    const texts = streams.map(stream => stream.text())
    await (await ask('DELETE', `/keys/${id}`, 'owner-key')).text()
    await (await fetch(`${instance.url}/api/v1/tags`, { headers: headers('owner-key') })).text()
    for (const text of await Promise.all(texts)) assert.ok(!text.includes('/api/v1/tags'), text)
  },
  'lets others ask while a pattern is looked for in 50 MB, and refuses one of 25,000 parts': async () => {
    const id = 'T'.repeat(16)
    const rows = Array.from({ length: 1000 }, () => ({ a: 'a'.repeat(50_000) }))
    const dataTables = [{ id, name: 't', columns: [{ name: 'a', type: 'string' as const }], rows }]
    await using instance = await startInstance({ profile: 'n8n-2.41', licence: 'all', fixture: { dataTables } })
    const change = (value: string) =>
      fetch(`${instance.url}/api/v1/data-tables/${id}/rows/update`, {
        method: 'PATCH',
        headers: headers('owner-key'),
        body: JSON.stringify({
          filter: { filters: [{ columnName: 'a', condition: 'ilike', value }] },
          data: { a: 'x' },
        }),
      })
    const refused = await change(`${'%a'.repeat(24_998)}%b%`)
    assert.equal(refused.status, 400)
    assert.match((await refused.json()).message, /up to 19 parts between the % of like and ilike/)
    const order: string[] = []
    const changing = change(`%${'A'.repeat(40)}b%`).then(async answer => {
      assert.equal(answer.status, 200)
      await answer.text()
      order.push('pattern')
    })
    for (let asked = 0; asked < 3; asked++)
      await (await fetch(`${instance.url}/api/v1/tags`, { headers: headers('owner-key') })).text()
    order.push('others')
    await changing
    assert.deepEqual(order, ['others', 'pattern'])
  },
}
