import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { chromiumPath, openBrowser, type Watched } from './browser.ts'

const SLOW_MS = 90_000

describe.skipIf(!chromiumPath)('the documentation page in a browser', () => {
  let instance: TestInstance
  let watched: Watched
  beforeAll(async () => {
    instance = await startInstance({ fixture: { tags: [{ name: 'sales' }] }, apiKey: 'the-key' })
    watched = await openBrowser()
  }, SLOW_MS)
  afterAll(async () => {
    await watched?.close()
    await instance?.stop()
  })

  async function callListOfTags() {
    const { page } = watched
    await page
      .getByRole('link', { name: /^Tags/ })
      .or(page.getByRole('button', { name: /^Tags/ }))
      .first()
      .click()
    await page.getByRole('button', { name: /Test Request.*get \/tags\)/ }).click()
    const answered = page.waitForResponse(response => response.url().includes('/api/v1/tags'))
    await page.getByRole('button', { name: /^Send/ }).last().click()
    return (await answered).json()
  }

  test(
    'executes an operation with the key of the tab',
    async () => {
      const { page } = watched
      await page.goto(`${instance.url}/#key=the-key`)
      await page.getByRole('link', { name: 'API documentation' }).click()
      await page.getByRole('heading', { name: 'Workflow automation API' }).waitFor()
      expect(await callListOfTags()).toMatchObject({ data: [{ name: 'sales' }] })
      const { body } = await instance.request('GET', '/_control/requests')
      expect(body).toMatchObject({ requests: [{ operation: 'getTags', status: 200, user: 'owner@example.com' }] })
      expect(watched.troubles).toEqual([])
    },
    SLOW_MS,
  )

  test(
    'takes the key once, and keeps it',
    async () => {
      const { page } = watched
      await page.evaluate(() => {
        sessionStorage.clear()
        localStorage.clear()
      })
      await page.goto(`${instance.url}/api/v1/docs`)
      const field = page.locator('input[placeholder^=QUx]').first()
      await field.fill('the-key')
      await page.waitForFunction(() => JSON.stringify(localStorage).includes('the-key'))
      await page.reload()
      expect(await field.inputValue()).toBe('the-key')
      expect(await callListOfTags()).toMatchObject({ data: [{ name: 'sales' }] })
      expect(watched.troubles).toEqual([])
    },
    SLOW_MS,
  )

  test(
    'takes the key of the address before one that it kept',
    async () => {
      const { page } = watched
      await page.goto('about:blank')
      await page.goto(`${instance.url}/api/v1/docs#key=another-key`)
      const field = page.locator('input[placeholder^=QUx]').first()
      await field.waitFor()
      expect(await field.inputValue()).toBe('another-key')
      expect(page.url()).not.toContain('another-key')
    },
    SLOW_MS,
  )
})
