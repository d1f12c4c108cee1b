import { describe, expect, test } from 'bun:test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import docOrders from '../../../docs/examples/workflows/orders.json' with { type: 'json' }
import { inARow, noOp, webhook } from '../../runs/schedules/workflows.ts'
import { chromiumPath } from '../browser.ts'
import { findings } from '../findings.ts'
import { opened, SLOW_MS } from '../opened.ts'

const orders = { id: '1', name: 'Orders', active: true, ...inARow(webhook('orders'), noOp('Check'), noOp('Ship')) }
const fixture = { workflows: [orders, { id: '2', name: 'Refunds' }] }

describe.skipIf(!chromiumPath)('rules of the simulation on the page', () => {
  const { page, open, toast, dialog, refused, instance } = opened({}, { fixture, simulate: true })
  const card = () => page().getByRole('region', { name: 'Simulation' })
  const rules = () => card().getByRole('list', { name: 'Rules' }).getByRole('listitem')
  const rule = (text: string) => rules().filter({ hasText: text })
  const field = (name: string) => dialog().getByLabel(name, { exact: true })
  const end = () => dialog().getByLabel('What a run does')
  const call = () => instance().request('GET', '/webhook/orders', undefined, { key: null })
  const openRules = async () => {
    await open('#/simulation')
    await card().getByText('Runs end as their nodes do, at once.').waitFor()
  }
  const focusedLabel = () =>
    page().evaluate(() => {
      const { activeElement: element } = document
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.querySelector('span') : element
      return label?.textContent?.trim()
    })
  const tabTo = async (name: string) => {
    for (let at = 0; at < 80 && (await focusedLabel()) !== name; at++) await page().keyboard.press('Tab')
    expect(await focusedLabel()).toBe(name)
  }
  const type = (text: string) => page().keyboard.type(text)

  test('which one a run used is shown with its execution, also after the rule is gone', async () => {
    const { id } = instance().simulation.add({ workflow: 'Orders', node: 'Check', error: 'No stock', times: 1 })
    expect((await call()).status).toBe(200)
    instance().simulation.remove(id)
    const { body } = await instance().request('GET', '/api/v1/executions')
    await open(`#/executions/${(body as { data: { id: string }[] }).data[0]?.id}`)
    await page().getByText('By a rule: Orders fails at “Check”: No stock').waitFor()
    expect(await findings(page())).toEqual([])
  })

  test(
    'by keyboard alone: one is added, applies to a run, is spent, and is removed',
    async () => {
      await openRules()
      await tabTo('New rule')
      await page().keyboard.press('Enter')
      await dialog().waitFor()
      await tabTo('Workflow, by name or id')
      await type('Orders')
      await tabTo('At the node')
      await type('Check')
      await tabTo('Error message')
      await type('No stock')
      await tabTo('Apply to N runs')
      await type('1')
      await dialog().getByText('Orders fails at “Check”: No stock, for one run.').waitFor()
      expect(await dialog().getByText('POST /_control/simulation/rules').count()).toBe(1)
      await page().keyboard.press('Enter')
      await toast('Added the rule.').waitFor()
      await rule('used 0 of 1').waitFor()
      expect(instance().simulation.rules).toMatchObject([
        { workflow: 'Orders', node: 'Check', error: 'No stock', times: 1 },
      ])

      await call()
      await rule('used 1 of 1').waitFor()
      expect(
        instance()
          .state('executions')
          .executions.map(({ status }) => status),
      ).toEqual(['error'])

      await page().getByRole('button', { name: 'Remove the rule: Orders fails at “Check”: No stock' }).press('Enter')
      await toast('Removed the rule.').waitFor()
      await card().getByText('Runs end as their nodes do, at once.').waitFor()
      expect(instance().simulation.rules).toEqual([])
    },
    SLOW_MS,
  )

  test(
    'each kind of end has its fields, and what is typed is the rule',
    async () => {
      await openRules()
      const add = async (kind: string, fields: Record<string, string>) => {
        await card().getByRole('button', { name: 'New rule' }).click()
        await end().selectOption(kind)
        for (const [name, value] of Object.entries(fields)) await field(name).fill(value)
        await dialog().getByRole('button', { name: 'Add the rule' }).click()
        await dialog().waitFor({ state: 'detached' })
      }
      await add('Waits, then succeeds', {
        'Workflow, by name or id': '1',
        'At the node': 'Ship',
        'Duration, or until a time': '2h',
        'Chance, %': '25',
      })
      await add('Takes long, then succeeds', { 'Workflow, by name or id': 'Orders', 'How long': '5m' })
      await add('Fails', { 'Workflow, by name or id': 'Orders', 'Error message': 'Late', After: '90s' })
      await rules().nth(2).waitFor()
      const given = instance().simulation.rules.map(({ id, hits, left, ...rest }) => rest)
      expect(given).toEqual([
        { workflow: '1', node: 'Ship', wait: '2h', probability: 0.25 },
        { workflow: 'Orders', duration: '5m' },
        { workflow: 'Orders', error: 'Late', duration: '90s' },
      ])
      await rule('1 waits at “Ship” for 2h').getByText('for every run, with a chance of 25 %').waitFor()

      await card().getByRole('button', { name: 'Remove all' }).click()
      await dialog().getByRole('button', { name: 'Remove all rules' }).click()
      await card().getByText('Runs end as their nodes do, at once.').waitFor()
      expect(instance().simulation.rules).toEqual([])
    },
    SLOW_MS,
  )

  test(
    'a refusal is told in the dialog, which stays, and nothing is added',
    async () => {
      refused(400)
      await openRules()
      await card().getByRole('button', { name: 'New rule' }).click()
      await dialog().getByRole('button', { name: 'Add the rule' }).click()
      expect(await field('Workflow, by name or id').evaluate(input => input.matches(':invalid'))).toBe(true)
      await end().selectOption('Takes long, then succeeds')
      await field('Workflow, by name or id').fill('Orders')
      await field('How long').fill('soon')
      await dialog().getByRole('button', { name: 'Add the rule' }).click()
      await dialog().getByRole('alert').getByText('"soon" is not a duration').waitFor()
      expect(await findings(page())).toEqual([])
      expect(instance().simulation.rules).toEqual([])
      await page().keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
    },
    SLOW_MS,
  )

  test(
    'a rule of somebody else shows as it comes, axe finds nothing, and off shows none',
    async () => {
      await openRules()
      instance().simulation.add({ workflow: 'Orders', duration: '5m' })
      instance().simulation.add({ workflow: 'Orders', error: '<b>Bold</b>' })
      await rule('Orders fails: <b>Bold</b>').waitFor()
      expect(await findings(page())).toEqual([])
      instance().simulation.turn(false)
      await rules().first().waitFor({ state: 'detached' })
      expect(await card().getByRole('button', { name: 'New rule' }).count()).toBe(0)
    },
    SLOW_MS,
  )
})

describe.skipIf(!chromiumPath)('what stands for a service, by rules that are made on the page', () => {
  const { page, open, dialog, refused, instance } = opened(
    {},
    { fixture: { workflows: [{ ...docOrders, id: '1', active: true }] } as never, simulate: true },
  )
  const field = (name: string) => dialog().getByLabel(name, { exact: true })
  const call = () => instance().request('POST', '/webhook/orders', { total: 1200, customer: 7 }, { key: null })
  const add = async (kind: string, fields: Record<string, string>) => {
    await page().getByRole('region', { name: 'Simulation' }).getByRole('button', { name: 'New rule' }).click()
    await dialog().getByLabel('What a run does').selectOption(kind)
    await field('Workflow, by name or id').fill('Orders')
    for (const [name, value] of Object.entries(fields)) await field(name).fill(value)
    await dialog().getByRole('button', { name: 'Add the rule' }).click()
  }
  const URL_FIELD = 'URL, with * for any text'

  test(
    'a request is forwarded to an app on this machine, and a node has the output that is given',
    async () => {
      const asked: (string | undefined)[] = []
      const app = createServer((request, response) => {
        asked.push(request.url)
        response.setHeader('content-type', 'application/json').end('{ "name": "Ann", "tier": "gold" }')
      })
      await new Promise<void>(resolve => app.listen(0, '127.0.0.1', resolve))
      const target = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
      await open('#/simulation')
      await add('forward', { [URL_FIELD]: 'https://api.example.com/*', 'Forward to': target })
      await dialog().waitFor({ state: 'detached' })
      await page().getByText(`Orders has https://api.example.com/* forwarded to ${target}`).waitFor()
      await add('output', { 'At the node': 'Notify Slack', 'Output, as JSON': '[{ "sent": true }]' })
      await dialog().waitFor({ state: 'detached' })
      await page().getByText('Orders has a given output at “Notify Slack”').waitFor()
      const { body } = await call()
      app.closeAllConnections()
      app.close()
      expect(asked).toEqual(['/customers/7'])
      expect(body).toEqual({ sent: true })
      await page().getByText('used by one request').waitFor()
    },
    SLOW_MS,
  )

  test(
    'a request is answered, as often as is said',
    async () => {
      await open('#/simulation')
      await add('http', { [URL_FIELD]: 'https://api.example.com/*', Status: '503', 'Apply to N requests': '1' })
      await dialog().waitFor({ state: 'detached' })
      await page().getByText('Orders gets 503 for https://api.example.com/*').waitFor()
      expect(instance().simulation.rules).toMatchObject([
        { workflow: 'Orders', http: { url: 'https://api.example.com/*', status: 503 }, times: 1 },
      ])
      expect((await call()).status).toBe(500)
      await page().getByText('used 1 of 1').waitFor()
    },
    SLOW_MS,
  )

  test(
    'no rule leads off this machine, and none is made by a page of another origin',
    async () => {
      refused(400)
      await open('#/simulation')
      await add('forward', { [URL_FIELD]: 'https://api.example.com/*', 'Forward to': 'http://example.com' })
      await dialog().getByRole('alert').waitFor()
      expect(await dialog().getByRole('alert').textContent()).toContain('example.com')
      const rule = { workflow: 'Orders', http: { url: 'https://api.example.com/*', forward: 'http://127.0.0.1:3000' } }
      const other = await instance().request('POST', '/_control/simulation/rules', rule, {
        headers: { origin: 'http://127.0.0.1:3000' },
      })
      expect(other.status).toBe(403)
      expect(instance().simulation.rules).toEqual([])
    },
    SLOW_MS,
  )
})

describe.skipIf(!chromiumPath)('rules of the simulation on a small dark page', () => {
  const { page, open, dialog, instance } = opened({ colorScheme: 'dark', width: 390 }, { fixture, simulate: true })

  test(
    'axe finds nothing, neither in the list nor in the question, and nothing is wider than the page',
    async () => {
      instance().simulation.add({ workflow: 'Orders', node: 'Check', error: 'x'.repeat(200), times: 1 })
      await open('#/simulation')
      const card = page().getByRole('region', { name: 'Simulation' })
      await card.getByText('for one run').waitFor()
      const isWide = () => page().evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect(await isWide()).toBe(false)
      expect(await findings(page())).toEqual([])
      await card.getByRole('button', { name: 'New rule' }).click()
      await dialog().waitFor()
      expect(await isWide()).toBe(false)
      expect(await findings(page())).toEqual([])
    },
    SLOW_MS,
  )
})
