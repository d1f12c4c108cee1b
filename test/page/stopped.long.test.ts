import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { chromiumPath, openBrowser, type Watched } from './browser.ts'
import { jsonEditor } from './json-editor.ts'

setDefaultTimeout(60_000)
const fixture = {
  users: [
    { email: 'owner@example.com', role: 'global:owner' as const, apiKey: 'owner-key' },
    { email: 'mo@example.com', role: 'global:member' as const, apiKey: 'member-key' },
  ],
  workflows: [{ id: 'mine', name: 'Mine', nodes: [], connections: {}, owner: 'mo@example.com' }],
}

describe.skipIf(!chromiumPath)('an instance that stops and starts again at the same address', () => {
  let instance: TestInstance
  let watched: Watched
  const page = () => watched.page
  const startAgain = async () => {
    instance = await startInstance({ fixture, apiKey: 'owner-key', port: Number(new URL(instance.url).port) })
  }
  const openAs = async (key: string, place: string) => {
    await page().goto(`${instance.url}/#key=${key}`)
    await page().getByRole('heading', { name: 'Workflows', level: 1 }).waitFor()
    await page().goto(`${instance.url}/${place}`)
  }
  beforeAll(async () => {
    watched = await openBrowser()
  })
  afterAll(() => watched?.close())
  beforeEach(async () => {
    instance = await startInstance({ fixture, apiKey: 'owner-key' })
  })
  afterEach(async () => {
    await page().goto('about:blank')
    await instance.stop()
  })

  test('takes nothing away from who edits a workflow: it is said, and what was typed is saved afterwards', async () => {
    await openAs('member-key', '#/workflows/mine/json')
    await page().getByRole('button', { name: 'Edit' }).click()
    const editor = jsonEditor(page)
    await editor.change(text => text.replace('Mine', 'Typed'))
    await instance.stop()
    await page().getByText('The instance does not answer.').waitFor()
    expect(await editor.text()).toContain('Typed')
    await startAgain()
    await page().getByText('The instance does not answer.').waitFor({ state: 'detached' })
    await page().getByRole('button', { name: 'Save the workflow' }).click()
    await page().getByRole('heading', { name: 'Typed', level: 1 }).waitFor()
  })

  test('has its own requests in the log, and none of before', async () => {
    await openAs('owner-key', '#/requests')
    for (let nth = 0; nth < 3; nth++) await instance.request('GET', '/api/v1/tags')
    await page()
      .getByRole('row', { name: /getTags/ })
      .nth(2)
      .waitFor()
    await instance.stop()
    await page().getByRole('status').getByText('Connecting').waitFor()
    await page().getByRole('status').getByText('The instance is gone').waitFor()
    await startAgain()
    await instance.request('GET', '/api/v1/users')
    await page()
      .getByRole('row', { name: /getUsers/ })
      .waitFor()
    await page()
      .getByRole('row', { name: /getTags/ })
      .first()
      .waitFor({ state: 'detached' })
    await page().getByText('The instance is gone').waitFor({ state: 'detached' })
    expect(await page().locator('.requests tbody tr').count()).toBe(1)
  })
})
