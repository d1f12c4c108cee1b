import { describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import type { Download } from 'playwright-core'
import orders from '../../docs/examples/workflows/orders.json' with { type: 'json' }
import type { RecordedExecution } from '../../src/runs/tests/record-case.ts'
import type { RecordingFiles } from '../../src/runs/tests/recording-files.ts'
import { chromiumPath } from './browser.ts'
import { findingsInBothLooks } from './findings.ts'
import { opened, SLOW_MS } from './opened.ts'

const fixture = { workflows: [{ ...orders, id: '1', active: true }] }
const ANSWERS = '[{ "url": "https://api.example.com/customers/*", "json": { "name": "Ann", "tier": "gold" } }]'

describe.skipIf(!chromiumPath)('a workflow is tried on the page', () => {
  const { page, open, heading, button, ask, dialog, toast } = opened({}, { fixture, simulate: true })
  const keys = (...names: string[]) =>
    names.reduce((last, key) => last.then(() => page().keyboard.press(key)), Promise.resolve())
  const outcome = () => page().getByRole('region', { name: 'What the run did' })
  const panel = (name: string) => page().getByRole('complementary', { name: `Node ${name}` })
  const cells = (side: string) => panel('Write text').getByRole('region', { name: side, exact: true }).locator('td, th')

  /** Presses Tab until what has this label, or this text, has the focus. */
  async function tabTo(name: string) {
    for (let presses = 0; presses < 60; presses++) {
      await page().keyboard.press('Tab')
      const names = await page().evaluate(() => {
        const { activeElement: at } = document
        return [at?.getAttribute('aria-label'), at?.closest('label')?.textContent, at?.textContent].map(it =>
          it?.trim(),
        )
      })
      if (names.some(it => it?.startsWith(name))) return
    }
    throw new Error(`Nothing of the name ${name} was reached`)
  }
  const typeInto = async (label: string, text: string) => {
    await tabTo(label)
    await keys('Control+a')
    await page().keyboard.insertText(text)
  }

  test(
    'by keyboard alone: with an input and mocks, drawn on the graph, and saved as a test',
    async () => {
      await open('#/workflows/1/run')
      await page().getByLabel('Input, as JSON').waitFor()
      await typeInto('Input, as JSON', '{"body": {"total": 1200, "customer": 7')
      await page().getByText('This is not JSON: line 1, column 39').waitFor()
      await page().keyboard.insertText('}}')
      await keys('Control+Enter')
      await outcome().getByText('Without a mock: Get customer.').waitFor()
      await outcome().getByText('Failed at “Get customer”').waitFor()
      await typeInto('Notify Slack', '[{ "ok": true }]')
      await typeInto('Answers to HTTP requests', ANSWERS)
      await tabTo('Run')
      await keys('Enter')
      await outcome().getByText('5 nodes ran').waitFor()
      await outcome().getByText('The caller gets 200').waitFor()
      expect(await page().locator('.node.state-success').count()).toBe(5)
      await tabTo('Write text')
      await keys('Enter')
      await panel('Write text').waitFor()
      expect(await cells('Input').allTextContents()).toEqual(['name', 'tier', 'Ann', 'gold'])
      expect(await cells('Output').allTextContents()).toEqual(['text', 'Order of 1200 by Ann (gold)'])
      expect(await findingsInBothLooks(page())).toEqual([])
      expect(await ask('GET', '/api/v1/executions')).toMatchObject({ data: [] })

      await page().evaluate(() => document.querySelector<HTMLElement>('#main')?.focus())
      const [test] = await Promise.all([downloads(2), tabTo('Save as test').then(() => keys('Enter'))])
      const [workflowFile, testFile] = await Promise.all(test.map(textOf))
      expect(test.map(file => file.suggestedFilename())).toEqual([
        'orders.json',
        expect.stringMatching(/^orders-[a-z0-9-]+\.workflow-test\.json$/),
      ])
      expect(JSON.parse(workflowFile ?? '')).toMatchObject({ name: 'Orders', nodes: orders.nodes })
      expect(JSON.parse(testFile ?? '')).toMatchObject({
        workflow: './orders.json',
        cases: [{ mocks: { 'Notify Slack': [{ json: { ok: true } }] }, expect: { status: 'success' } }],
      })
    },
    SLOW_MS,
  )

  test(
    'by a call of its webhook, and the execution is saved as `understudy test record` does it',
    async () => {
      await open('#/workflows/1')
      await heading('Orders').waitFor()
      await page().getByText('/webhook/orders').waitFor()
      await page().locator('.node').first().press('Enter')
      await panel('Webhook').getByRole('button', { name: 'Call Webhook' }).press('Enter')
      await dialog().waitFor()
      await keys('Escape')
      await dialog().waitFor({ state: 'detached' })
      await panel('Webhook').getByRole('button', { name: 'Call Webhook' }).press('Enter')
      await dialog().getByLabel('Body, as JSON').fill('{ "total": 12, "customer": 7 }')
      await dialog().getByRole('button', { name: 'Send', exact: true }).click()
      await dialog().getByText('200').waitFor()
      await dialog().getByRole('button', { name: 'Close' }).click()
      const { data } = await ask('GET', '/api/v1/executions')
      const [{ id }] = data as never as [{ id: string }]
      const execution = (await ask('GET', `/api/v1/executions/${id}?includeData=true`)) as never as RecordedExecution
      const workflowData = await ask('GET', '/api/v1/workflows/1')
      await open(`#/executions/${id}`)
      await heading(`Execution #${id}`).waitFor()
      const [files] = await Promise.all([downloads(2), button('Save as test').click()])
      await toast('Saved the workflow and a test with one case.').waitFor()
      const body = { workflowData, ...execution }
      const { workflow, test } = (await ask('POST', '/page/recordings', body)) as never as RecordingFiles
      expect(await Promise.all(files.map(textOf))).toEqual([workflow.text, test.text])
    },
    SLOW_MS,
  )

  /** The next files that the page saves. */
  function downloads(most: number): Promise<Download[]> {
    return new Promise(resolve => {
      const found: Download[] = []
      const note = (download: Download) => {
        found.push(download)
        if (found.length < most) return
        page().off('download', note)
        resolve(found)
      }
      page().on('download', note)
    })
  }
  const textOf = async (download: Download) => readFile(await download.path(), 'utf8')
})
