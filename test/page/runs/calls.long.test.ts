import { describe, expect, test } from 'bun:test'
import { inARow, noOp, webhook } from '../../runs/schedules/workflows.ts'
import { chromiumPath } from '../browser.ts'
import { opened } from '../opened.ts'

const order = { ...webhook('orders/:id', { httpMethod: 'POST' }), webhookId: 'shop' }
const returns = { ...order, parameters: { ...order.parameters, path: 'returns' } }
const published = { versionId: 'first', ...inARow(order, noOp('Check')) }
/** Edited since it was published. */
const orders = { versionId: 'second', ...inARow(returns, noOp('Check')), activeVersion: published }
const fixture = { workflows: [{ id: '1', name: 'Orders', active: true, ...orders }] }

describe.skipIf(!chromiumPath)('a webhook without a webhookId on the page', () => {
  const { webhookId: _, ...own } = { ...order, name: 'My Hook' }
  const workflows = [{ id: 'w1', name: 'Orders', active: true, ...inARow(own, noOp('Check')) }]
  const { page, open } = opened({}, { fixture: { workflows }, simulate: true, profile: 'n8n-1.123' })

  test('has the address below its workflow', async () => {
    await open('#/workflows/w1')
    await page().locator('.addresses code').first().waitFor()
    expect(await page().locator('.addresses code').allTextContents()).toEqual([
      expect.stringContaining('/webhook/w1/my%2520hook/orders/:id'),
    ])
  })
})

describe.skipIf(!chromiumPath)('a webhook called on the page', () => {
  const { page, open, button, dialog, press, ask, instance, toast, refused } = opened(
    {},
    { fixture, simulate: true, profile: 'n8n-2.41' },
  )

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

  test('fails by a fault rule for its path', async () => {
    refused(400)
    await open('#/workflows/1')
    await page()
      .getByRole('link', { name: `Make a fault of ${order.name}` })
      .click()
    await page().getByText('POST /webhook/shop/orders/:id answers 503, for one request.').waitFor()
    await button('Add the rule').click()
    await toast('Added the rule.').waitFor()
    const send = () => instance().request('POST', '/webhook/shop/orders/7', {}, { key: null })
    expect([(await send()).status, (await send()).status]).toEqual([503, 200])
    await page().getByText('used 1 of 1').waitFor()

    await page().getByRole('region', { name: 'New rule' }).getByRole('textbox', { name: 'Path' }).fill('/no-such-path')
    await button('Add the rule').click()
    await toast('nothing is served at').waitFor()
    expect((await ask('GET', '/_control/faults')).rules).toHaveLength(1)
  })

  test('is that of the published version, and the page says so', async () => {
    await open('#/workflows/1')
    await page().getByText('Once published, the edited one is called by POST /webhook/returns.').waitFor()
    expect(await page().locator('.addresses code').allTextContents()).toEqual([
      expect.stringContaining('/webhook/shop/orders/:id'),
    ])
  })
})
