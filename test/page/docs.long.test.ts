import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Response } from 'playwright-core'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { chromiumPath, openBrowser, type Watched } from './browser.ts'

setDefaultTimeout(90_000)
const TRY = { timeout: 10_000 }

describe.skipIf(!chromiumPath)('the documentation page in a browser', () => {
  let instance: TestInstance
  let watched: Watched
  beforeAll(async () => {
    instance = await startInstance({ fixture: { tags: [{ name: 'sales' }] }, apiKey: 'the-key' })
    watched = await openBrowser()
  })
  afterAll(async () => {
    await watched?.close()
    await instance?.stop()
  })

  /** Everything that the browser keeps for the origin. */
  const storedText = () =>
    watched.page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name)
      return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, names])
    })

  /**
   * Has the page ask for a list, with the parameters as it has them. The documentation draws itself again while it is
   * scrolled, and a click in that moment does nothing: what nothing came of is tried again.
   */
  async function callList(tag: string, path: string) {
    const { page } = watched
    await page
      .getByRole('link', { name: new RegExp(`^${tag}`) })
      .or(page.getByRole('button', { name: new RegExp(`^${tag}`) }))
      .first()
      .click()
    const isAnswer = (response: Response) => response.url().includes(`/api/v1${path}`)
    for (;;) {
      const answered = page.waitForResponse(isAnswer, TRY).catch(() => undefined)
      const response = await send(path).then(
        () => answered,
        () => undefined,
      )
      if (response) return { url: new URL(response.url()), body: await response.json() }
      await page.keyboard.press('Escape')
    }
  }

  async function send(path: string) {
    const { page } = watched
    await page.getByRole('button', { name: new RegExp(`Test Request.*get ${path}\\)`) }).click(TRY)
    await page.getByRole('button', { name: /^Send/ }).last().click(TRY)
  }

  // each load of the documentation takes more than a second of a processor
  test('shows an overview and a way back before it is loaded, then executes an operation with the key of the tab', async () => {
    const { page } = watched
    let release = () => {}
    const held = new Promise<void>(done => {
      release = done
    })
    await page.route('**/docs/scalar.js', async route => {
      await held
      await route.continue()
    })
    await page.goto(`${instance.url}/#key=the-key`)
    await page.getByRole('link', { name: 'API documentation' }).click({ noWaitAfter: true })
    // what there is stands on the screen before the script is loaded
    await page.locator('#overview').getByText('GET /tags', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Back to the page' }).getAttribute('href')).toBe('/')
    release()
    await page.locator('#overview').waitFor({ state: 'detached' })
    await page.unrouteAll()
    await page.getByRole('heading', { name: 'Workflow automation API' }).waitFor()
    expect((await callList('Tags', '/tags')).body).toMatchObject({ data: [{ name: 'sales' }] })
    const { body } = await instance.request('GET', '/_control/requests')
    expect(body).toMatchObject({ requests: [{ operation: 'getTags', status: 200, user: 'owner@example.com' }] })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'API', exact: true }).click()
    await page.getByText('Control API', { exact: true }).click()
    await page.getByRole('heading', { name: 'Control API' }).waitFor()
    await page.getByText('Snapshots', { exact: true }).first().waitFor()
    expect(watched.troubles).toEqual([])
  })

  test('takes a typed key, and keeps it nowhere: a reload has forgotten it', async () => {
    const { page } = watched
    await page.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
    })
    await page.goto(`${instance.url}/api/v1/docs`)
    const field = page.locator('input[placeholder^=QUx]').first()
    await field.fill('the-key')
    expect((await callList('Tags', '/tags')).body).toMatchObject({ data: [{ name: 'sales' }] })
    expect(await storedText()).not.toContain('the-key')
    await page.goto('about:blank')
    await page.goto(`${instance.url}/api/v1/docs`)
    await field.waitFor()
    expect(await field.inputValue()).toBe('')
    expect(await storedText()).not.toContain('the-key')
    expect(watched.troubles).toEqual([])
  })

  test('takes the key of the address, which it keeps nowhere, and forgets what an earlier version kept', async () => {
    const { page } = watched
    await page.evaluate(() => localStorage.setItem('scalar-reference-auth-default', '{"value":"old-key"}'))
    await page.goto('about:blank')
    await page.goto(`${instance.url}/api/v1/docs#key=the-key`)
    const field = page.locator('input[placeholder^=QUx]').first()
    await field.waitFor()
    expect(await field.inputValue()).toBe('the-key')
    expect(page.url()).not.toContain('the-key')
    expect(await storedText()).not.toMatch(/the-key|old-key/)
  })

  // goes on where the one before ended
  test('filters are there to be chosen, and not chosen beforehand', async () => {
    const { page } = watched
    for (const [tag, path] of [
      ['Execution', '/executions'],
      ['Workflow', '/workflows'],
      ['User', '/users'],
    ] as const) {
      const { url } = await callList(tag, path)
      expect([path, ...url.searchParams.keys()]).toEqual([path])
      await page.keyboard.press('Escape')
    }
  })
})
