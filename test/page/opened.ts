import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout } from 'bun:test'
import demo from '../../data/demo.json' with { type: 'json' }
import { type StartOptions, startInstance, type TestInstance } from '../../src/testing.ts'
import { type Look, openBrowser, type Watched } from './browser.ts'

export const SLOW_MS = 60_000

/** Of the last instance: at the same address Chromium has the page's script compiled already. 0 is a free one. */
let port = 0

/**
 * A browser for a group of tests, and for each test an instance of its own, opened in it. Nothing may stand in the
 * browser's console afterwards, and nobody else may have been asked.
 */
export function opened(look: Look = {}, options: StartOptions = { fixture: demo }) {
  setDefaultTimeout(SLOW_MS)
  let instance: TestInstance
  let watched: Watched
  let refusals: number[] = []
  const page = () => watched.page
  const dialog = () => page().getByRole('dialog')
  const heading = (name: string) => page().getByRole('heading', { name, exact: true, level: 1 })

  beforeAll(async () => {
    watched = await openBrowser(look)
    await watched.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  }, SLOW_MS)
  afterAll(() => watched?.close())
  beforeEach(async () => {
    instance = await startInstance({ ...options, port }).catch(() => startInstance(options))
    port = Number(new URL(instance.url).port)
    watched.troubles.length = 0
    refusals = []
    await page().goto(`${instance.url}/#key=${instance.apiKey}`)
    await heading('Workflows').waitFor()
  }, SLOW_MS)
  afterEach(async () => {
    await page()
      .evaluate(clearStorage)
      .catch(() => {
        // what a page in a sandbox does not reach is left at its address
        port = 0
      })
    await page().goto('about:blank')
    await instance.stop()
    const isExpected = (trouble: string) => refusals.some(status => trouble.includes(`status of ${status}`))
    expect(watched.troubles.filter(trouble => !isExpected(trouble))).toEqual([])
  })

  return {
    page,
    heading,
    /** The browser notes refused requests in its console: those with these statuses are part of the test. */
    refused: (...statuses: number[]) => refusals.push(...statuses),
    instance: () => instance,
    watched: () => watched,
    /** Opens a place, and waits until no part of the one before is on the screen. */
    async open(place: string) {
      await page().goto(`${instance.url}/${place}`)
      await page().evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    },
    toast: (text: string) => page().getByRole('status').getByText(text),
    dialog,
    /** Presses the button of a dialog. */
    press: (name: string) => dialog().getByRole('button', { name, exact: true }).click(),
    button: (name: string) => page().getByRole('button', { name, exact: true }),
    row: (name: RegExp | string) => page().getByRole('row', { name }),
    copied: () => page().evaluate(() => navigator.clipboard.readText()),
    /** The instance's answer to a client other than the page. */
    ask: async (method: string, path: string, body?: unknown) =>
      (await instance.request(method, path, body)).body as never as Record<string, never>,
  }
}

/** The next test's instance has the same address. */
function clearStorage() {
  sessionStorage.clear()
  localStorage.clear()
}
