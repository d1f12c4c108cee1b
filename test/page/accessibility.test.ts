import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import demo from '../../data/demo.json' with { type: 'json' }
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { chromiumPath, openBrowser, type Watched } from './browser.ts'
import { seriousFindings } from './serious-findings.ts'

const SLOW_MS = 90_000
const PLACES = [
  ...['#/workflows', '#/workflows/10', '#/workflows/4/executions', '#/workflows/4/json', '#/executions'],
  ...['#/executions/1029', '#/tags', '#/users', '#/credentials', '#/audit', '#/requests', '#/faults', '#/state'],
]

describe.skipIf(!chromiumPath)('the web page for everyone', () => {
  let instance: TestInstance
  let watched: Watched
  const page = () => watched.page
  const open = (place: string) => page().goto(`${instance.url}/${place}`)
  const heading = (name: string) => page().getByRole('heading', { name, exact: true, level: 1 })

  beforeAll(async () => {
    instance = await startInstance({ fixture: demo })
    await instance.request('GET', '/api/v1/tags')
    await instance.request('PUT', '/_control/faults', { rules: [{ operation: 'createTag', status: 500 }] })
    await instance.request('PUT', '/_control/snapshots/one')
    watched = await openBrowser()
  }, SLOW_MS)
  afterAll(async () => {
    await watched?.close()
    await instance?.stop()
  })
  beforeEach(async () => {
    watched.troubles.length = 0
    await page().goto('about:blank')
    await open(`#key=${instance.apiKey}`)
    await heading('Workflows').waitFor()
  }, SLOW_MS)
  afterEach(() => expect(watched.troubles).toEqual([]))

  test(
    'is used by keyboard: past the navigation, to the search, along the rows',
    async () => {
      await page().keyboard.press('Tab')
      expect(await focused()).toBe('Skip to content')
      await page().keyboard.press('/')
      expect(await page().evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
      const link = page().getByRole('link', { name: 'RSS digest' })
      await link.focus()
      await page().keyboard.press('Enter')
      await heading('RSS digest').waitFor()
      expect(await focused()).toBe('RSS digest')
    },
    SLOW_MS,
  )

  test.each(['light', 'dark'] as const)(
    'has nothing that axe-core calls serious, in %s',
    async colorScheme => {
      await page().emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const found: string[] = []
      for (const place of PLACES) {
        await openAnew(place)
        found.push(...(await seriousFindings(page())).map(finding => `${place} ${finding}`))
      }
      await page().getByRole('button', { name: 'Reset the instance' }).click()
      found.push(...(await seriousFindings(page())))
      expect(found).toEqual([])
      await page().emulateMedia({ colorScheme: null, reducedMotion: null })
    },
    2 * SLOW_MS,
  )

  test(
    'fits on a phone, with the navigation behind a button',
    async () => {
      await page().setViewportSize({ width: 375, height: 812 })
      for (const place of PLACES) {
        await openAnew(place)
        const wider = await page().evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect({ place, wider }).toEqual({ place, wider: 0 })
      }
      await page().getByRole('button', { name: 'Open the menu' }).click()
      await page().getByRole('link', { name: 'Tags', exact: true }).click()
      await heading('Tags').waitFor()
      await page().getByRole('link', { name: 'Users' }).waitFor({ state: 'hidden' })
      await page().setViewportSize({ width: 1280, height: 800 })
    },
    SLOW_MS,
  )

  /** Opens a place as if for the first time, and waits until all of it is there. */
  async function openAnew(place: string) {
    await page().goto('about:blank')
    await open(place)
    await page().locator('h1').waitFor()
    await page().waitForFunction(() => !document.querySelector('.loading'))
  }
  const focused = () => page().evaluate(() => document.activeElement?.textContent?.trim())
})
