import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import demo from '../../data/demo.json' with { type: 'json' }
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { chromiumPath, openBrowser, type Watched } from './browser.ts'

setDefaultTimeout(120_000)
const WORKFLOWS = 10_000
const EXECUTIONS = 100_000
const MOST_BYTES = 400_000
const OPENINGS = 9

const numbers = (most: number) => Array.from({ length: most }, (_, at) => at + 1)
const nodes = Array.from({ length: 5 }, (_, at) => ({
  id: `${at}`,
  name: `Step ${at}`,
  type: 'n8n-nodes-base.set',
  typeVersion: 3,
  position: [at * 200, 0],
  parameters: { text: 'x'.repeat(400) },
}))

describe.skipIf(!chromiumPath)('the web page of a large instance', () => {
  let instance: TestInstance
  let small: TestInstance
  let watched: Watched
  beforeAll(async () => {
    const workflows = numbers(WORKFLOWS).map(id => ({ id, name: `Workflow ${id}`, nodes }))
    const executions = numbers(EXECUTIONS).map(id => ({
      id,
      workflowId: `${(id % WORKFLOWS) + 1}`,
      status: id % 7 ? ('success' as const) : ('error' as const),
      startedAt: new Date(Date.now() - id * 9_000).toISOString(),
    }))
    instance = await startInstance({ fixture: { workflows, executions } })
    small = await startInstance({ fixture: demo })
    watched = await openBrowser({ width: 1440, height: 900 })
  })
  afterAll(async () => {
    await watched?.close()
    await instance?.stop()
    await small?.stop()
  })

  test('asks for pages, never for everything', async () => {
    const { page, troubles } = watched
    let bytes = 0
    page.on('response', async response => {
      if (!/\/(api|_control)\//.test(response.url())) return
      // what is cancelled while the page goes on has no size
      const sizes = await response
        .request()
        .sizes()
        .catch(() => undefined)
      bytes += sizes?.responseBodySize ?? 0
    })
    await page.goto(`${instance.url}/#key=${instance.apiKey}`)
    await page.getByText(/^Page 1 of 400 · 25 of 10,000$/).waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText(/^Page 2 of 400 · 25 of 10,000$/).waitFor()
    await page.getByRole('button', { name: 'Last' }).click()
    await page.getByText(/^Page 400 of 400 · 25 of 10,000$/).waitFor()
    await page.getByRole('searchbox').fill('Workflow 9999')
    await page.getByRole('link', { name: 'Workflow 9999' }).waitFor()
    await page.getByRole('link', { name: 'Executions' }).click()
    await page.getByText(/^Page 1 of 4,000 · 25 of 100,000$/).waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText(/^Page 2 of 4,000 · 25 of 100,000$/).waitFor()
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(MOST_BYTES)
    expect(troubles).toEqual([])
  })

  test('is painted as soon as that of the demo, with a handful of requests', async () => {
    const times = { large: [] as number[], demo: [] as number[] }
    const requests = new Map<string, number>()
    for (let nth = 0; nth < OPENINGS; nth++) {
      for (const [name, { url, apiKey }] of [
        ['large', instance],
        ['demo', small],
      ] as const) {
        const { painted, asked } = await opening(`${url}/#key=${apiKey}`)
        times[name].push(painted)
        requests.set(name, asked)
      }
    }
    const least = (all: number[]) =>
      all
        .toSorted((a, b) => a - b)
        .slice(0, 3)
        .reduce((sum, it) => sum + it, 0) / 3
    console.log(
      `first paint with the list, ms: large ${least(times.large).toFixed(0)}, demo ${least(times.demo).toFixed(0)}`,
    )
    // a paint waits for the next frame, every 16 ms
    expect(least(times.large)).toBeLessThan(least(times.demo) * 1.2 + 16)
    expect(Math.max(...requests.values())).toBeLessThan(15)
  })

  /** Opens the page anew. When its list of workflows was there to be painted, and how many requests that took. */
  async function opening(address: string) {
    const { page } = watched
    await page.goto('about:blank')
    await page.goto(address)
    await page.locator('.row-link').first().waitFor()
    await page.locator('.place-count').first().waitFor()
    return page.evaluate(() => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      return { painted: paint?.startTime ?? Number.POSITIVE_INFINITY, asked: entries.length + 1 }
    })
  }
})
