import { describe, expect, test } from 'bun:test'
import { inARow, noOp, webhook } from '../runs/schedules/workflows.ts'
import { chromiumPath } from './browser.ts'
import { opened } from './opened.ts'

const order = { ...webhook('orders/:id', { httpMethod: 'POST' }), webhookId: 'shop' }
const returns = { ...order, parameters: { ...order.parameters, path: 'returns' } }
const published = { versionId: 'first', ...inARow(order, noOp('Check')) }
/** Edited since it was published. */
const orders = { versionId: 'second', ...inARow(returns, noOp('Check')), activeVersion: published }
const fixture = { workflows: [{ id: '1', name: 'Orders', active: true, ...orders }] }

describe.skipIf(!chromiumPath)('a webhook called on the page', () => {
  const { page, open, button, dialog, press, ask } = opened({}, { fixture, simulate: true, profile: 'n8n-2.41' })

  test('takes a text for each open part of its path, and headers', async () => {
    await open('#/workflows/1')
    await button(`Call ${order.name}`).click()
    await dialog().getByLabel('In place of :id').fill('a 7')
    await dialog()
      .getByLabel(/^Headers/)
      .fill('x-shop: one\nno header')
    await press('Send')
    await dialog().getByText('Line 2 of the headers is not like “name: value”.').waitFor()
    await dialog()
      .getByLabel(/^Headers/)
      .fill('cookie: a=1')
    await press('Send')
    await dialog().getByText('A browser lets no page send the header “cookie”').waitFor()
    await dialog()
      .getByLabel(/^Headers/)
      .fill('x-shop: one')
    await press('Send')
    await dialog().getByText('Answered').waitFor()
    const { data } = await ask('GET', '/api/v1/executions?includeData=true')
    const text = JSON.stringify(data)
    expect(text).toContain('"id":"a 7"')
    expect(text).toContain('"x-shop":"one"')
  })

  test('is that of the published version, and the page says so', async () => {
    await open('#/workflows/1')
    await page().getByText('Once published, the edited one is called by POST /webhook/returns.').waitFor()
    expect(await page().locator('.addresses code').allTextContents()).toEqual([
      expect.stringContaining('/webhook/shop/orders/:id'),
    ])
  })
})
