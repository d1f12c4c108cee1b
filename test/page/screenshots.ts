import { mkdir } from 'node:fs/promises'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import demo from '../../data/demo.json' with { type: 'json' }
import { startInstance } from '../../src/testing.ts'
import { openBrowser } from './browser.ts'
import { jsonEditor } from './json-editor.ts'

/** Makes the pictures of the documents: `bun test/page/screenshots.ts`. They have the fonts of the machine; best with Inter. */
const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const NOW = '2026-11-20T18:00:00.000Z'

interface Picture {
  name: string
  colorScheme: 'light' | 'dark'
  place: string
  /** What must be there. */
  shows: string
  /** What is done first. */
  act?: (page: Page) => Promise<unknown>
}

const PICTURES: Picture[] = [
  { name: 'workflows', colorScheme: 'light', place: '#/workflows', shows: '.table' },
  { name: 'execution', colorScheme: 'light', place: '#/executions/1281', shows: '.run-data', act: showNode },
  { name: 'execution', colorScheme: 'dark', place: '#/executions/1281', shows: '.run-data', act: showNode },
  { name: 'request', colorScheme: 'dark', place: '#/requests/4', shows: '.request-panel .json' },
  { name: 'editor', colorScheme: 'light', place: '#/workflows/7/json', shows: '.editor-refusals', act: edit },
  { name: 'difference', colorScheme: 'light', place: '#/snapshots', shows: '.difference', act: compare },
]

await mkdir(FOLDER, { recursive: true })
const instance = await startInstance({ fixture: demo, clock: NOW, port: 5678, profile: 'n8n-2.41' })
await playClient()
for (const { name, colorScheme, place, shows, act } of PICTURES) {
  const { context, page, close } = await openBrowser({ colorScheme, width: 1160, height: 720 })
  await context.clock.setFixedTime(NOW)
  await page.goto(`${instance.url}/#key=${instance.apiKey}`)
  await page.locator('.table').waitFor()
  await page.goto(`${instance.url}/${place}`)
  await page.locator('h1').waitFor()
  await act?.(page)
  await page.locator(shows).first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: `${FOLDER}${name}-${colorScheme}.png`, animations: 'disabled' })
  await close()
}
await instance.stop()
process.exit()

/** What a client asks, so that there is something to look into. */
async function playClient() {
  await instance.request('PUT', '/_control/snapshots/before-the-client')
  instance.faults.add({ operation: 'getTags', status: 503, times: 1 })
  await instance.request('GET', '/api/v1/tags')
  await instance.request('GET', '/api/v1/workflows?limit=5')
  await instance.request('POST', '/api/v1/tags', { name: 'urgent' })
  await instance.request('POST', '/api/v1/tags', { name: 'sales', color: '#ff0000' })
  const { body } = await instance.request('GET', '/api/v1/workflows/7')
  const { nodes, connections } = body as { nodes: object[]; connections: object }
  await instance.request('PUT', '/api/v1/workflows/7', {
    name: 'RSS digest, every Monday',
    nodes: nodes.map((node, at) => (at === 2 ? { ...node, disabled: true } : node)),
    connections,
    settings: {},
  })
  await instance.request('DELETE', '/api/v1/workflows/1')
  await instance.request('POST', '/api/v1/workflows/5/activate')
}

async function showNode(page: Page) {
  await page.getByRole('button', { name: 'Show the node' }).click()
}

async function compare(page: Page) {
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.locator('.difference summary').nth(1).click()
  await page.getByRole('region', { name: 'Compare' }).evaluate(card => card.scrollIntoView())
}

/** A mistake, found in the JSON of a workflow. */
async function edit(page: Page) {
  await page.getByRole('button', { name: 'Edit' }).click()
  await jsonEditor(() => page).change(text =>
    text.replace('"name": "Read the trade press",', '"name": "Read the trade press"'),
  )
  await page.getByRole('button', { name: 'Save the workflow' }).click()
}
