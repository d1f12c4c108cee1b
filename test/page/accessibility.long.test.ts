import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import demo from '../../data/demo.json' with { type: 'json' }
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { chromiumPath, openBrowser, type Watched } from './browser.ts'
import { findingsInBothLooks } from './findings.ts'
import { jsonEditor } from './json-editor.ts'

const SLOW_MS = 90_000
setDefaultTimeout(SLOW_MS)
const PLACES = [
  '#/workflows',
  '#/workflows/10',
  '#/workflows/10/run',
  '#/workflows/4/executions',
  '#/workflows/4/json',
  '#/executions',
  '#/tags',
  '#/executions/1029',
  '#/users',
  '#/credentials',
  '#/audit',
  '#/requests',
  '#/requests/1',
  '#/faults',
  '#/nowhere',
  '#/folders',
  '#/workflows/none',
  '#/state',
  '#/simulation',
  '#/snapshots',
]

describe.skipIf(!chromiumPath)('the web page for everyone', () => {
  let instance: TestInstance
  let watched: Watched
  const page = () => watched.page
  const editor = jsonEditor(page)
  const open = (place: string) => page().goto(`${instance.url}/${place}`)
  const heading = (name: string) => page().getByRole('heading', { name, exact: true, level: 1 })
  const press = async (...keys: string[]) => {
    for (const key of keys) await page().keyboard.press(key)
  }
  const type = (text: string) => page().keyboard.type(text)

  beforeAll(async () => {
    instance = await startInstance({ fixture: demo })
    await instance.request('GET', '/api/v1/tags')
    await instance.request('PUT', '/_control/faults', { rules: [{ operation: 'createTag', status: 500, times: 1 }] })
    await instance.request('POST', '/api/v1/tags', { name: 'meets the fault' })
    await instance.request('PUT', '/_control/snapshots/one')
    await instance.request('POST', '/api/v1/tags', { name: 'later' })
    watched = await openBrowser({ width: 1440, height: 900 })
  })
  afterAll(async () => {
    await watched?.close()
    await instance?.stop()
  })
  beforeEach(async () => {
    watched.troubles.length = 0
    await page().goto('about:blank')
    await open(`#key=${instance.apiKey}`)
    await heading('Workflows').waitFor()
  })
  afterEach(() => expect(watched.troubles).toEqual([]))

  test('is used by keyboard: past the navigation, to the search, along the rows', async () => {
    await press('Tab')
    expect(await focused()).toBe('Skip to content')
    await press('/')
    expect(await page().evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
    const link = page().getByRole('link', { name: 'RSS digest' })
    await link.focus()
    await press('Enter')
    await heading('RSS digest').waitFor()
    expect(await focused()).toBe('RSS digest')
  })

  test('by keyboard alone: a tag is made, from the palette to the list', async () => {
    await press('Control+k')
    await page().getByRole('listbox', { name: 'Where to' }).getByRole('option').first().waitFor()
    await type('new tag')
    await page().getByRole('option', { name: 'New tag', selected: true }).waitFor()
    await press('Enter')
    await page().getByRole('dialog', { name: 'New tag' }).waitFor()
    await type('typed')
    await press('Enter')
    await page().getByRole('row', { name: /typed/ }).waitFor()
  })

  test('by keyboard alone: a workflow is found, edited as JSON, and saved', async () => {
    await press('Control+k')
    await type('stock level')
    await page().getByRole('option', { name: 'Stock level sync', selected: true }).waitFor()
    await press('Enter')
    await heading('Stock level sync').waitFor()
    await tabTo('JSON')
    await press('Enter')
    await page().getByRole('button', { name: 'Edit' }).waitFor()
    await tabTo('Edit')
    await press('Enter')
    await page().locator('[aria-label="The workflow as JSON, to edit"]:focus').waitFor()
    await press('Control+a')
    await editor.paste('{"name":"Stock","nodes":[],"connections":{},"settings":{}}')
    await tabTo('Save the workflow')
    await press('Enter')
    await heading('Stock').waitFor()
  })

  test('by keyboard alone: a request is opened, made a fault of, and the fault removed', async () => {
    await press('Control+k')
    await type('requests')
    await page().getByRole('option', { name: 'Requests', selected: true }).waitFor()
    await press('Enter')
    await page()
      .getByRole('row', { name: /getTags/ })
      .waitFor()
    await tabTo('GET/api/v1/tags')
    await press('Enter')
    await page().getByRole('complementary', { name: 'Request 1' }).getByText('getTags', { exact: true }).waitFor()
    await tabTo('Make a fault of this')
    await press('Enter')
    await page().getByText('getTags answers 503, for one request.').waitFor()
    await tabTo('Add the rule')
    await press('Enter')
    await page().getByRole('button', { name: 'Remove the rule: getTags answers 503' }).waitFor()
    await tabTo('Remove the rule: getTags answers 503')
    await press('Enter')
    await page().getByText('Removed the rule.').waitFor()
    expect((await instance.request('GET', '/api/v1/tags')).status).toBe(200)
  })

  test(
    'has nothing that axe-core finds, light on a desktop and dark on a phone, and fits on the phone',
    async () => {
      const found: string[] = []
      const look = async (where: string) => {
        found.push(...(await findingsInBothLooks(page())).map(finding => `${where}, ${finding}`))
      }
      await page().emulateMedia({ reducedMotion: 'reduce' })
      for (const place of PLACES) {
        await openLoaded(place)
        await look(place)
      }
      // the browser notes the workflow that there is not
      const isExpected = (trouble: string) => trouble.includes('404') && trouble.includes('/workflows/none')
      watched.troubles.splice(0, Number.POSITIVE_INFINITY, ...watched.troubles.filter(it => !isExpected(it)))
      await openLoaded('#/snapshots')
      await page().getByRole('button', { name: 'Compare' }).click()
      await page().getByRole('region', { name: 'tags' }).waitFor()
      await page().locator('.difference summary').first().click()
      await look('a difference')
      await openLoaded('#/state')
      await page().getByRole('button', { name: 'Reset the instance' }).click()
      await look('a question')
      await press('Escape', 'Control+k')
      await page().getByRole('listbox', { name: 'Where to' }).getByRole('option').first().waitFor()
      await look('the palette')
      await press('Escape')
      await openLoaded('#/credentials?new=1')
      await page().getByRole('dialog').getByLabel('Type').fill('telegramApi')
      await page().getByLabel('Access token').waitFor()
      await look('the form of a credential')
      await press('Escape')
      await openLoaded('#/workflows/4/json')
      await page().getByRole('button', { name: 'Edit' }).click()
      await look('an editor')
      await editor.fill('{')
      await page().getByRole('button', { name: 'Save the workflow' }).click()
      await look('an editor with a mistake')
      expect(found).toEqual([])
      await page().emulateMedia({ reducedMotion: null })
    },
    2 * SLOW_MS,
  )

  test('has its navigation behind a button on a phone, and charts have bars there', async () => {
    await page().setViewportSize({ width: 390, height: 844 })
    await openLoaded('#/executions')
    const widths = await page().evaluate(() =>
      [...document.querySelectorAll('.chart-bar span')].map(bar => bar.getBoundingClientRect().width),
    )
    expect(Math.min(...widths)).toBeGreaterThan(4)
    await page().getByRole('button', { name: 'Open the menu' }).click()
    await page().getByRole('link', { name: 'Tags', exact: true }).click()
    await heading('Tags').waitFor()
    await page().getByRole('link', { name: 'Users and keys' }).waitFor({ state: 'hidden' })
    await page().setViewportSize({ width: 1440, height: 900 })
  })

  /** Opens a place, and waits until all of it is there, and nothing of the one before. */
  async function openLoaded(place: string) {
    await open(place)
    await page().evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    await page().locator('h1').waitFor()
    await page().waitForFunction(() => !document.querySelector('.loading'))
  }

  /** Presses Tab until what has this name, or this text, has the focus. */
  async function tabTo(name: string) {
    for (let presses = 0; presses < 80; presses++) {
      await press('Tab')
      const named = await page().evaluate(() => document.activeElement?.getAttribute('aria-label'))
      if ((named ?? (await focused())) === name) return
    }
    throw new Error(`Nothing of the name ${name} was reached`)
  }
  const focused = () => page().evaluate(() => document.activeElement?.textContent?.trim())
})
