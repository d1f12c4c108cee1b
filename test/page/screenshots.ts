import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import demo from '../../data/demo.json' with { type: 'json' }
import { startInstance } from '../../src/testing.ts'
import { openBrowser } from './browser.ts'

/** Makes the pictures of the README: `bun test/page/screenshots.ts`. They have the fonts of the machine; best with Inter. */
const FOLDER = fileURLToPath(new URL('./pictures/', import.meta.url))
const NOW = '2026-11-20T18:00:00.000Z'
const PICTURES = [
  { name: 'workflows', place: '#/workflows', shows: '.table' },
  { name: 'graph', place: '#/workflows/10', shows: '.node' },
  { name: 'execution', place: '#/executions/1281', shows: '.node.state-error' },
]

await mkdir(FOLDER, { recursive: true })
const instance = await startInstance({ fixture: demo, clock: NOW, port: 5678 })
for (const colorScheme of ['light', 'dark'] as const) {
  const { context, page, close } = await openBrowser({ colorScheme, width: 1160, height: 720 })
  await context.clock.setFixedTime(NOW)
  await page.goto(`${instance.url}/#key=${instance.apiKey}`)
  for (const { name, place, shows } of PICTURES) {
    await page.goto(`${instance.url}/${place}`)
    await page.locator(shows).first().waitFor()
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: `${FOLDER}${name}-${colorScheme}.png`, animations: 'disabled' })
  }
  await close()
}
await instance.stop()
