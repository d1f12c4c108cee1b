import { describe, expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download } from 'playwright-core'
import orders from '../../../docs/examples/workflows/orders.json' with { type: 'json' }
import type { RecordedExecution } from '../../../src/runs/tests/recorded-shape.ts'
import type { RecordingFiles } from '../../../src/runs/tests/recording-files.ts'
import { runCli, temporaryFolder } from '../../commands/run-cli.ts'
import { inARow, noOp, webhook } from '../../runs/schedules/workflows.ts'
import { chromiumPath } from '../browser.ts'
import { findingsInBothLooks } from '../findings.ts'
import { opened, SLOW_MS } from '../opened.ts'

const bills = {
  ...inARow(
    { ...webhook('bills', { httpMethod: 'POST' }), typeVersion: 2, name: 'Bills' },
    { ...noOp('Keep'), typeVersion: 1 },
  ),
  id: '2',
  name: 'Bills',
}
const silent = {
  ...inARow(
    { ...webhook('silent'), typeVersion: 2, name: 'Called' },
    { ...noOp('Slack'), type: 'n8n-nodes-base.slack', typeVersion: 2.3 },
  ),
  id: '3',
  name: 'Silent',
}
const fixture = { workflows: [{ ...orders, id: '1', active: true }, bills, silent] }
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
      expect(test.map(file => file.suggestedFilename())).toEqual(['orders.json', 'orders.workflow-test.json'])
      expect(JSON.parse(workflowFile ?? '')).toMatchObject({ name: 'Orders', nodes: orders.nodes })
      expect(JSON.parse(testFile ?? '')).toMatchObject({
        workflow: './orders.json',
        cases: [
          {
            name: 'ends at "Notify Slack"',
            input: { body: { total: 1200, customer: 7 } },
            mocks: { 'Notify Slack': [{ ok: true }] },
            http: JSON.parse(ANSWERS),
            expect: {
              status: 'success',
              requests: [{ node: 'Get customer', method: 'GET', url: 'https://api.example.com/customers/7' }],
              response: { status: 200, body: { ok: true } },
              nodes: { 'Notify Slack': { parameters: { text: 'Order of 1200 by Ann (gold)' } } },
            },
          },
        ],
      })
      expect(testFile).not.toContain('"headers": {}')
      expect(testFile).not.toContain(new URL(page().url()).host)
      expect(await passesAsTest([workflowFile ?? '', testFile ?? ''])).toBe('1 passed, 0 failed')
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

  test('with its input and mocks still there after a reload, and gone with the key', async () => {
    await open('#/workflows/1/run')
    await page().getByLabel('Input, as JSON').fill('{ "body": { "total": 1200 } }')
    await page().getByRole('textbox', { name: 'Notify Slack' }).fill('[{ "ok": true }]')
    await page().getByLabel('Nodes without a mock').check()
    await page().reload()
    await page().getByLabel('Input, as JSON').waitFor()
    expect(await page().getByLabel('Input, as JSON').inputValue()).toBe('{ "body": { "total": 1200 } }')
    expect(await page().getByRole('textbox', { name: 'Notify Slack' }).inputValue()).toBe('[{ "ok": true }]')
    expect(await page().getByLabel('Nodes without a mock').isChecked()).toBe(true)
    await button('Forget the key').click()
    await page().getByLabel('API key').waitFor()
    expect(await page().evaluate(() => sessionStorage.length)).toBe(0)
  })

  test('and nodes that did not run have no tick: what they were given, and why, is shown', async () => {
    await open('#/workflows/1/run')
    await page().getByLabel('Input, as JSON').fill('{ "body": { "total": 1200, "customer": 7 } }')
    await page().getByLabel('Answers to HTTP requests').fill(ANSWERS)
    await page().getByLabel('Nodes without a mock').check()
    await button('Run').click()
    await outcome().getByText('4 nodes ran').waitFor()
    await outcome().getByText('1 node not simulated').waitFor()
    expect(await page().locator('.node.state-success').count()).toBe(4)
    const slack = page().getByRole('button', { name: 'Notify Slack, Slack, not simulated' })
    const canvas = (await page().locator('.graph').boundingBox()) ?? { x: 0, width: 0 }
    const box = (await slack.boundingBox()) ?? { x: 0, width: Infinity }
    expect([box.x >= canvas.x, box.x + box.width <= canvas.x + canvas.width]).toEqual([true, true])
    await slack.press('Enter')
    await panel('Notify Slack').getByText('Not simulated: "Notify Slack" calls a service.').waitFor()
    await outcome().getByText('HTTP requests that were not sent').click()
    await outcome().getByText('Get customer: answered by answer 1').waitFor()

    await page().getByRole('textbox', { name: 'Notify Slack' }).fill('[{ "ok": true }]')
    await button('Run').click()
    await outcome().getByText('5 nodes ran').waitFor()
    await page().getByRole('button', { name: 'Notify Slack, Slack, success' }).press('Enter')
    const given = await panel('Notify Slack')
      .getByRole('region', { name: 'Evaluated parameters of Notify Slack' })
      .textContent()
    expect(JSON.parse(given ?? '')).toMatchObject({ text: 'Order of 1200 by Ann (gold)' })
    expect(await findingsInBothLooks(page())).toEqual([])
  })

  test('with files in fields of the call, which survive a reload where there is space', async () => {
    await open('#/workflows/2/run')
    const chooser = page().locator('input[type=file][aria-label="A file to send"]')
    await chooser.setInputFiles([
      { name: 'bill.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') },
      { name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(1_200_000) },
    ])
    await page().getByLabel('Field of bill.csv').fill('bill')
    await page().getByLabel('Input, as JSON').fill('{ "body": { "total": "12" } }')
    await button('Run').click()
    await outcome().getByText('2 nodes ran').waitFor()
    await page()
      .getByRole('button', { name: /^Bills, Webhook/ })
      .press('Enter')
    await panel('Bills').getByRole('button', { name: 'JSON', exact: true }).first().click()
    const shown = panel('Bills').getByRole('region', { name: 'Output of the node' })
    const text = (await shown.textContent()) ?? ''
    expect(text).toContain('"fileName": "bill.csv"')
    expect(text).toContain('"fileName": "large.bin"')
    await chooser.setInputFiles([{ name: 'more.bin', mimeType: 'text/plain', buffer: Buffer.alloc(3_200_000) }])
    await toast('The files of a run may have 4 MB together.').waitFor()
    expect(await page().getByLabel('Field of more.bin').count()).toBe(0)

    await page().reload()
    await page().getByText('Choose it again: it was').waitFor()
    expect(await page().getByLabel('Field of bill.csv').inputValue()).toBe('bill')
    await button('Run').click()
    await page().getByRole('alert').getByText('was too large to be kept over the reload: choose it again').waitFor()
    await page().getByLabel('Field of large.bin').fill('large')
    await chooser.setInputFiles([{ name: 'large.bin', mimeType: 'text/plain', buffer: Buffer.from('small') }])
    await page().getByText('Choose it again: it was').waitFor({ state: 'detached' })
    expect(await page().getByLabel('Field of large.bin').inputValue()).toBe('large')
    await button('Remove the file large.bin').click()
    await page().reload()
    await page().getByLabel('Field of bill.csv').waitFor()
    await button('Run').click()
    await outcome().getByText('2 nodes ran').waitFor()
    const [saved] = await Promise.all([downloads(2), button('Save as test').click()])
    const [workflowFile, testFile] = await Promise.all(saved.map(textOf))
    expect(JSON.parse(testFile ?? '').cases[0].input).toEqual({
      body: { total: '12' },
      files: {
        bill: { base64: Buffer.from('a,b\n1,2\n').toString('base64'), fileName: 'bill.csv', mimeType: 'text/csv' },
      },
    })
    expect(await passesAsTest([workflowFile ?? '', testFile ?? ''])).toBe('1 passed, 0 failed')
  })

  test('a run that is broken is not offered as a test', async () => {
    await open('#/workflows/1/run')
    await page().getByLabel('Input, as JSON').fill('{ "body": { "total": 1200, "customer": 7 } }')
    await button('Run').click()
    await outcome().getByText('Without a mock: Get customer.').waitFor()
    expect(await button('Save as test').count()).toBe(0)
  })

  test('a mock of a node that the service would not run is named', async () => {
    await open('#/workflows/3/run')
    await page().getByRole('textbox', { name: 'Slack' }).fill('[{ "ok": true }]')
    await button('Run').click()
    await outcome().getByText('"Slack" needs the parameter "select", which is missing or empty.').waitFor()
  })

  /** What `understudy test` says of a workflow and a test of it. */
  async function passesAsTest([workflow = '', tests = '']: string[]) {
    await using folder = await temporaryFolder()
    await Promise.all([
      writeFile(join(folder.path, JSON.parse(tests).workflow), workflow),
      writeFile(join(folder.path, 'saved.workflow-test.json'), tests),
    ])
    const { out } = await runCli(['test', folder.path])
    return out.trim().split('\n').at(-1)
  }

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
