import { mkdir } from 'node:fs/promises'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import demo from '../../data/demo.json' with { type: 'json' }
import { startInstance } from '../../src/testing.ts'
import { openBrowser } from './browser.ts'

/** Makes the pictures of the documents: `bun test/page/screenshots.ts`. They have the fonts of the machine; best with Inter. */
const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const NOW = '2026-11-20T18:00:00.000Z'

interface Picture {
  name: string
  place: string
  /** What must be there. */
  shows: string
  /** What is done first. */
  act?: (page: Page) => Promise<unknown>
}

const PICTURES: Picture[] = [
  { name: 'workflows', place: '#/workflows', shows: '.table' },
  { name: 'graph', place: '#/workflows/10', shows: '.node' },
  { name: 'execution', place: '#/executions/1281', shows: '.node.state-error' },
  { name: 'request', place: '#/requests/4', shows: '.request-panel .time-line' },
  {
    name: 'difference',
    place: '#/snapshots',
    shows: '.difference',
    act: compare,
  },
  { name: 'rules', place: '#/simulation', shows: '.rules', act: simulate },
  { name: 'drop', place: '#/workflows', shows: '.drop', act: startDrop },
]

await mkdir(FOLDER, { recursive: true })
const instance = await startInstance({ fixture: demo, clock: NOW, port: 5678 })
await playClient()
for (const colorScheme of ['light', 'dark'] as const) {
  instance.simulation.turn(false)
  instance.simulation.clear()
  const { context, page, close } = await openBrowser({ colorScheme, width: 1160, height: 720 })
  await context.clock.setFixedTime(NOW)
  await page.goto(`${instance.url}/#key=${instance.apiKey}`)
  await page.locator('.table').waitFor()
  for (const { name, place, shows, act } of PICTURES) {
    await page.goto(`${instance.url}/${place}`)
    await page.locator('h1').waitFor()
    await act?.(page)
    await page.locator(shows).first().waitFor()
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: `${FOLDER}${name}-${colorScheme}.png`, animations: 'disabled' })
  }
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

async function compare(page: Page) {
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.locator('.difference summary').nth(2).click()
  await page.getByRole('region', { name: 'Compare' }).evaluate(card => card.scrollIntoView())
}

/** Rules by which runs end. */
async function simulate(page: Page) {
  instance.simulation.turn(true)
  instance.simulation.add({ workflow: 'RSS digest, every Monday', error: 'The feed is gone', times: 2 })
  instance.simulation.add({ workflow: 'Lead intake', wait: '2h', probability: 0.25 })
  instance.simulation.add({ workflow: 'Enrich a company', duration: '5m' })
  await page.locator('.rules').waitFor()
  await page.getByRole('region', { name: 'Simulation' }).evaluate(card => card.scrollIntoView())
}

function startDrop(page: Page) {
  return page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['{}'], 'workflow.json'))
    document.body.dispatchEvent(new DragEvent('dragenter', { dataTransfer, bubbles: true, cancelable: true }))
  })
}
