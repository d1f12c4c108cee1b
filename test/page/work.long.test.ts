import { describe, expect, test } from 'bun:test'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import demo from '../../data/demo.json' with { type: 'json' }
import { chromiumPath } from './browser.ts'
import { jsonEditor } from './json-editor.ts'
import { opened } from './opened.ts'

describe.skipIf(!chromiumPath)('what is done on the page', () => {
  const { page, open, heading, toast, dialog, press, button, row, ask, copied, instance, refused } = opened({
    width: 1440,
    height: 900,
  })
  const choose = async (action: string) => {
    await page().getByText('Actions', { exact: true }).click()
    await button(action).click()
  }
  const editor = jsonEditor(page)

  test('a workflow is made, renamed, tagged, duplicated and deleted, each as the public API does it', async () => {
    await button('New workflow').click()
    await dialog().getByLabel('Name').fill('Orders')
    await dialog().getByText('POST /api/v1/workflows').waitFor()
    await press('Copy as curl')
    expect(await copied()).toContain(`-d '{"name":"Orders"`)
    expect(await copied()).not.toContain(instance().apiKey)
    await press('Create workflow')
    await heading('Orders').waitFor()
    const id = page().url().split('/').at(-2) ?? ''

    await choose('Rename')
    await dialog().getByLabel('Name').fill('Orders, hourly')
    await press('Rename workflow')
    await heading('Orders, hourly').waitFor()
    await choose('Tags')
    await dialog().getByRole('checkbox', { name: 'sales' }).check()
    await press('Set the tags')
    await page().locator('.facts').getByText('sales').waitFor()
    expect(await ask('GET', `/api/v1/workflows/${id}`)).toMatchObject({
      name: 'Orders, hourly',
      tags: [{ name: 'sales' }],
    })

    await choose('Duplicate')
    await press('Duplicate workflow')
    await heading('Orders, hourly copy').waitFor()
    await choose('Delete')
    await press('Delete workflow')
    await heading('Workflows').waitFor()
    await row(/Orders, hourly/).waitFor()
    expect(await row(/copy/).count()).toBe(0)
  })

  test('the JSON of a workflow is edited, and a refusal is shown at its place', async () => {
    refused(400)
    await open('#/workflows/7/json')
    await button('Edit').click()
    await editor.change(text => text.replace('"name": "RSS digest",', '"name": "RSS digest"'))
    await button('Save the workflow').click()
    await page().getByRole('button', { name: 'Line 3, column 3' }).waitFor()
    await editor.change(text =>
      JSON.stringify(JSON.parse(text.replace('"name": "RSS digest"', '"name": "RSS digest",'))),
    )
    await button('Format').click()
    await button('Search').click()
    await page().keyboard.type('typeVersion')
    await page().locator('json-field').getByRole('button', { name: 'next' }).click()
    expect(await page().locator('json-field .cm-searchMatch-selected').textContent()).toBe('typeVersion')
    await page().keyboard.press('Escape')
    await editor.change(text =>
      text.replace('"name": "RSS digest",', '"name": "News", "extra": 1,').replace('"position"', '"positions"'),
    )
    await button('Save the workflow').click()
    const marks = page().getByRole('alert').getByRole('listitem')
    await marks
      .filter({ hasText: 'request/body must NOT have additional properties' })
      .getByText('Line 1, column 1')
      .waitFor()
    await marks.filter({ hasText: 'nodes/0' }).getByText('Line 4, column 5').first().waitFor()
    await editor.change(text => text.replace(', "extra": 1', '').replace('"positions"', '"position"'))
    await button('Save the workflow').click()
    await heading('News').waitFor()
    expect(await ask('GET', '/api/v1/workflows/7')).toMatchObject({ name: 'News' })
  })

  test('what is being edited is not pulled away when a client changes the same workflow', async () => {
    await open('#/workflows/7/json')
    await button('Edit').click()
    await editor.change(text => text.replace('RSS digest', 'Mine'))
    const { nodes, connections } = await ask('GET', '/api/v1/workflows/7')
    await ask('PUT', '/api/v1/workflows/7', { name: 'Theirs', nodes, connections, settings: {} })
    await heading('Theirs').waitFor()
    await page().getByText('changed by another client').waitFor()
    expect(await editor.text()).toContain('"name": "Mine"')
    await button('Save the workflow').click()
    await heading('Mine').waitFor()
  })

  test('files are dropped anywhere: one is shown before it is put in, all or nothing', async () => {
    refused(409)
    await open('#/tags')
    await heading('Tags').waitFor()
    const drop = async (type: string, files: Record<string, unknown>) =>
      page().evaluate(
        ([type, files]) => {
          const data = new DataTransfer()
          for (const [name, value] of Object.entries(files)) data.items.add(new File([JSON.stringify(value)], name))
          document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
        },
        [type, files] as const,
      )
    const inner = {
      nodes: [{ id: '1', name: 'A', type: 'n8n-nodes-base.set', typeVersion: 1, position: [0, 0], parameters: {} }],
      connections: {},
    }
    const files = { 'g.json': { id: 1, name: 'From the gallery', workflow: inner }, 'bad.json': 7 }
    await drop('dragenter', files)
    await page().getByText('Import').waitFor()
    await drop('drop', files)
    await dialog().getByText('From the gallery').waitFor()
    await dialog().getByText('bad.json: it is neither a workflow').waitFor()
    await press('Import 1 workflow')
    await toast('Imported 1 workflow.').waitFor()
    await row(/From the gallery/).waitFor()

    await drop('drop', {
      'a.json': [
        { id: '7', name: 'In its place', ...inner },
        { name: 'Second', ...inner },
      ],
    })
    await dialog().getByLabel('Workflows with the same id').selectOption('new')
    await press('Import 2 workflows')
    await row(/In its place/).waitFor()
    expect(await ask('GET', '/api/v1/workflows/7')).toMatchObject({ name: 'RSS digest' })
    await drop('drop', { 'a.json': { tags: [{ name: 'sales' }, { name: 'sales' }] } })
    await press('Import 2 tags')
    await dialog().getByRole('alert').waitFor()
    await page().keyboard.press('Escape')
  })

  test('an execution of any status is added, failed at a node, and deleted', async () => {
    await open('#/workflows/4')
    await choose('Add an execution')
    await dialog().getByLabel('Status').selectOption('error')
    await dialog().getByLabel('Failed at').selectOption("Get yesterday's invoices")
    await dialog().getByLabel('Error message').fill('No route to the shop')
    await press('Add execution')
    await page().getByText("Failed at “Get yesterday's invoices”").waitFor()
    await page().getByText('No route to the shop').first().waitFor()
    await button('Delete').click()
    await press('Delete execution')
    await page().getByText(`of ${demo.executions.length}`).waitFor()
  })

  test('a credential is added by a form made from the schema of its type, and deleted', async () => {
    await open('#/credentials')
    await button('New credential').click()
    await dialog().getByLabel('Name').fill('Alerts')
    await dialog().getByLabel('Type').fill('telegramApi')
    await dialog().getByLabel('Access token').fill('not-a-real-token')
    await press('Create credential')
    await row(/Alerts/).waitFor()
    expect(await page().content()).not.toContain('not-a-real-token')
    await page().getByRole('button', { name: 'Delete Alerts' }).click()
    await press('Delete credential')
    await row(/Alerts/).waitFor({ state: 'detached' })
  })

  test('a user and a key are made; the key is shown once and works, until it is revoked', async () => {
    await open('#/users')
    await button('New user').click()
    await dialog().getByLabel('E-mail').fill('nina@example.com')
    await press('Create user')
    await dialog().getByLabel('Label').fill('CI')
    await press('Create key')
    const key = (await dialog().getByLabel('The new key').textContent()) ?? ''
    expect((await instance().request('GET', '/api/v1/workflows', undefined, { key })).status).toBe(200)
    await button('Done').click()
    await row(/CI.*nina@example.com/).waitFor()
    expect(await page().content()).not.toContain(key)
    await page().getByRole('button', { name: 'Revoke CI of nina@example.com' }).click()
    await press('Revoke key')
    await row(/CI.*nina/).waitFor({ state: 'detached' })
    expect((await instance().request('GET', '/api/v1/workflows', undefined, { key })).status).toBe(401)
  })

  test('the state is exported, compared with a snapshot, and imported again', async () => {
    await open('#/snapshots')
    await page().getByLabel('Name', { exact: true }).fill('before')
    await button('Take a snapshot').click()
    await toast('Took snapshot “before”.').waitFor()
    await ask('POST', '/api/v1/tags', { name: 'urgent' })
    await ask('DELETE', '/api/v1/tags/1')
    await button('Compare').click()
    const tags = page().getByRole('region', { name: 'tags' })
    await tags.getByText('1 added · 1 removed · 0 changed').waitFor()
    await tags.getByText('urgent').click()
    await page().getByRole('region', { name: 'urgent, added' }).waitFor()
    await open('#/state')
    const saving = page().waitForEvent('download')
    await button('Export').click()
    const saved = await saving
    const path = join(await mkdtemp(join(tmpdir(), 'understudy-export-')), saved.suggestedFilename())
    await saved.saveAs(path)
    expect(JSON.parse(await readFile(path, 'utf8')).tags.map(({ name }: { name: string }) => name)).toContain('urgent')
    await ask('POST', '/_control/reset')
    await page().locator('input[type=file]').setInputFiles(path)
    await dialog()
      .getByRole('button', { name: /^Import .*14 workflows/ })
      .click()
    await heading('Workflows').waitFor()
    expect(JSON.stringify(await ask('GET', '/api/v1/tags'))).toContain('urgent')
  })
})
