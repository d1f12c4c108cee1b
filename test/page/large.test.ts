import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { chromiumPath, openBrowser, type Watched } from './browser.ts'

const SLOW_MS = 90_000
const MANY = 10_000
const MOST_BYTES = 400_000

const numbers = Array.from({ length: MANY }, (_, at) => at + 1)
const nodes = Array.from({ length: 5 }, (_, at) => ({
  ...{ id: `${at}`, name: `Step ${at}`, type: 'n8n-nodes-base.set', typeVersion: 3, position: [at * 200, 0] },
  parameters: { text: 'x'.repeat(400) },
}))

describe.skipIf(!chromiumPath)('the web page of a large instance', () => {
  let instance: TestInstance
  let watched: Watched
  beforeAll(async () => {
    const workflows = numbers.map(id => ({ id, name: `Workflow ${id}`, nodes }))
    const executions = numbers.map(id => ({
      ...{ id, workflowId: `${id}`, status: id % 7 ? ('success' as const) : ('error' as const) },
      startedAt: new Date(Date.now() - id * 90_000).toISOString(),
    }))
    instance = await startInstance({ fixture: { workflows, executions } })
    watched = await openBrowser()
  }, SLOW_MS)
  afterAll(async () => {
    await watched?.close()
    await instance?.stop()
  })

  test(
    'asks for pages, never for everything',
    async () => {
      const { page, troubles } = watched
      let bytes = 0
      page.on('response', async response => {
        if (!/\/(api|_control)\//.test(response.url())) return
        // what is called off while the page goes on has no size
        const sizes = await response
          .request()
          .sizes()
          .catch(() => undefined)
        bytes += sizes?.responseBodySize ?? 0
      })
      await page.goto(`${instance.url}/#key=${instance.apiKey}`)
      await page.getByRole('link', { name: 'Workflow 25', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('link', { name: 'Workflow 50', exact: true }).waitFor()
      await page.getByRole('searchbox').fill('Workflow 9999')
      await page.getByRole('link', { name: 'Workflow 9999' }).waitFor()
      await page.getByRole('link', { name: 'Executions' }).click()
      await page.getByText(/^Page 1 · 25 of 10,000$/).waitFor()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByText(/^Page 2 · 25 of 10,000$/).waitFor()
      expect(bytes).toBeGreaterThan(0)
      expect(bytes).toBeLessThan(MOST_BYTES)
      expect(troubles).toEqual([])
    },
    SLOW_MS,
  )
})
