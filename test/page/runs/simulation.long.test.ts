import { describe, expect, test } from 'bun:test'
import type { Node } from '../../../src/testing.ts'
import { inARow, noOp, webhook } from '../../runs/schedules/workflows.ts'
import { chromiumPath } from '../browser.ts'
import { findings } from '../findings.ts'
import { opened, SLOW_MS } from '../opened.ts'

/** That of the browser. */
const TIMEZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
const NODES = ['Hook', 'Check the stock', 'Ship']
const [hook, ...others] = [webhook('orders', { httpMethod: 'POST' }), ...NODES.slice(1).map(noOp)]
const formFields = {
  values: [
    { fieldLabel: 'Name', requiredField: true },
    { fieldLabel: 'Size', fieldType: 'dropdown', fieldOptions: { values: [{ option: 'small' }, { option: 'large' }] } },
    { fieldLabel: 'Extras', fieldType: 'checkbox', fieldOptions: { values: [{ option: 'bow' }, { option: 'card' }] } },
  ],
}
const form: Node = {
  name: 'Form',
  type: 'n8n-nodes-base.formTrigger',
  typeVersion: 2,
  parameters: { path: 'order', formTitle: 'Order', formFields },
}
const nightly: Node = {
  name: 'Nightly',
  type: 'n8n-nodes-base.scheduleTrigger',
  typeVersion: 1,
  parameters: { rule: { interval: [{ field: 'days', triggerAtHour: 3 }] } },
}
const fixture = {
  workflows: [
    { id: '3', name: 'Backup', active: true, ...inARow(nightly, noOp('Save')) },
    { id: '1', name: 'Orders', active: true, ...inARow(hook, ...others) },
    { id: '2', name: 'Forms', active: true, ...inARow(form, noOp('Done')) },
  ],
}

describe.skipIf(!chromiumPath)('simulated runs on the page', () => {
  const { page, open, heading, row, toast, instance, copied } = opened({}, { fixture, timezone: TIMEZONE })
  const simulation = () => page().getByRole('region', { name: 'Simulation' })
  const switchThat = (checked: boolean) => simulation().getByRole('switch', { name: 'Simulate runs', checked })
  const order = async () => (await instance().request('POST', '/webhook/orders', { total: 12 }, { key: null })).status
  const node = (name: string) => page().locator('.node').filter({ hasText: name })

  test(
    'are switched on by keyboard, come into the list without a reload, light their graph up, and are switched off',
    async () => {
      expect(await order()).toBe(404)
      await open('#/simulation')
      await switchThat(false).press('Enter')
      await toast('Simulation on.').waitFor()
      await switchThat(true).waitFor()
      await simulation().getByText('On', { exact: true }).waitFor()
      const triggers = page().getByRole('region', { name: 'What starts runs' })
      await triggers.getByText(/Backup · Nightly.*03:00:00.*in/).waitFor()
      await triggers.getByRole('button', { name: 'Copy the URL of Hook' }).press('Enter')
      expect(await copied()).toBe(`${instance().url}/webhook/orders`)
      expect(await triggers.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/form/order')
      expect(await findings(page())).toEqual([])

      await open('#/executions')
      await page().getByText('No workflow has run yet.').waitFor()
      await page().evaluate(() => Object.assign(window, { isLoadedOnce: true }))
      expect(await order()).toBe(200)
      await row(/Success Orders/).waitFor()
      expect(await page().evaluate(() => 'isLoadedOnce' in window)).toBe(true)

      await row(/Success Orders/)
        .getByRole('link', { name: 'Orders' })
        .click()
      await page()
        .locator('.node.state-success')
        .nth(NODES.length - 1)
        .waitFor()
      for (const name of NODES) expect(await node(name).getAttribute('class')).toContain('state-success')

      await open('#/simulation')
      await heading('Simulation').waitFor()
      await switchThat(true).press('Enter')
      await toast('Simulation off.').waitFor()
      await switchThat(false).waitFor()
      expect(await order()).toBe(404)
    },
    SLOW_MS,
  )

  test(
    'show where they fail, and a switch by somebody else shows as it happens',
    async () => {
      await open('#/simulation')
      await switchThat(false).waitFor()
      for (const on of [true, false, true]) {
        instance().simulation.turn(on)
        await switchThat(on).waitFor()
      }
      instance().simulation.add({ workflow: 'Orders', node: 'Check the stock', error: 'No stock' })
      await open('#/executions')
      await page().getByText('No workflow has run yet.').waitFor()
      expect(await order()).toBe(200)
      await row(/Error Orders/)
        .getByRole('link', { name: 'Orders' })
        .click()
      await page().getByText('Failed at “Check the stock”').waitFor()
      const states = []
      for (const name of NODES) states.push(/state-\w+/.exec((await node(name).getAttribute('class')) ?? '')?.[0])
      expect(states).toEqual(['state-success', 'state-error', 'state-idle'])
    },
    SLOW_MS,
  )

  test(
    'begin where somebody fills in a form in the browser',
    async () => {
      instance().simulation.turn(true)
      await open('form/order')
      expect(await findings(page())).toEqual([])
      await page().getByRole('button', { name: 'Submit' }).click()
      expect(
        await page()
          .getByLabel('Name *')
          .evaluate(input => input.matches(':invalid')),
      ).toBe(true)
      await page().getByLabel('Name *').fill('Anna')
      await page().getByLabel('Size').selectOption('large')
      await page().getByLabel('card').check()
      await page().getByRole('button', { name: 'Submit' }).press('Enter')
      await page().getByText('Your response has been recorded').waitFor()
      const [{ data } = {}] = instance().state('executions').executions
      expect(JSON.stringify(data)).toContain('"Name":"Anna","Size":"large","Extras":["card"]')
    },
    SLOW_MS,
  )
})
