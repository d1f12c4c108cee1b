import { describe, expect, test } from 'bun:test'
import { createGitRemote } from '../../src/core/git/temporary-remote.ts'
import { aWorkflow, startInstance } from '../../src/testing.ts'
import { chromiumPath } from './browser.ts'
import { opened } from './opened.ts'

const COUNT = 60
const COLUMNS = 24
const nodes = Array.from({ length: COUNT }, (_, at) => ({
  id: `n${at}`,
  name: `Step ${at}`,
  type: 'n8n-nodes-base.set',
  typeVersion: 1,
  parameters: {},
  position: [(at % COLUMNS) * 220, Math.floor(at / COLUMNS) * 200] as [number, number],
}))
const fixture = { workflows: [aWorkflow({ id: 'long', name: 'Long', nodes, connections: {} })] }

describe.skipIf(!chromiumPath)('on the page', () => {
  const { page, open, heading, button } = opened({ width: 1280, height: 800 }, { fixture })
  const node = (name: string) =>
    page()
      .locator('.node')
      .filter({ hasText: new RegExp(`^${name}`) })
  /** Whether the middle of a node lies within what is seen of the graph. */
  const isSeen = async (name: string) => {
    const [canvas, box] = [await page().locator('.graph').boundingBox(), await node(name).boundingBox()]
    if (!canvas || !box) return false
    const [x, y] = [box.x + box.width / 2 - canvas.x, box.y + box.height / 2 - canvas.y]
    return x > 0 && y > 0 && x < canvas.width && y < canvas.height
  }

  test('a large graph has a map that shows which part is seen, and where a press goes to', async () => {
    await open('#/workflows/long')
    const map = page().locator('.graph-map')
    await map.waitFor()
    expect(await map.locator('.map-node').count()).toBe(COUNT)
    expect([await isSeen('Step 0'), await isSeen('Step 23')]).toEqual([true, false])
    const seenFrom = async () => Number(await map.locator('.map-view').getAttribute('x'))
    const before = await seenFrom()
    const { width, height } = (await map.boundingBox()) ?? { width: 0, height: 0 }
    await map.click({ position: { x: width - 2, y: height / 2 } })
    expect([await isSeen('Step 0'), await isSeen('Step 23')]).toEqual([false, true])
    expect(await seenFrom()).toBeGreaterThan(before)
    await button('Fit the graph in').click()
    await map.waitFor({ state: 'detached' })
  })

  test('a large graph is searched for nodes: Enter goes from one to the next, Shift and Enter back', async () => {
    await open('#/workflows/long')
    const search = page().getByLabel('Find a node')
    await search.fill('step 4')
    const found = page().locator('.graph-found')
    for (const [key, says, name] of [
      ['Enter', '1 of 11', 'Step 4'],
      ['Enter', '2 of 11', 'Step 40'],
      ['Shift+Enter', '1 of 11', 'Step 4'],
      ['Shift+Enter', '11 of 11', 'Step 49'],
    ] as const) {
      await search.press(key)
      await found.getByText(says, { exact: true }).waitFor()
      await page()
        .getByRole('complementary', { name: `Node ${name}`, exact: true })
        .waitFor()
    }
    expect(await isSeen('Step 49')).toBe(true)
    await search.fill('nothing is called so')
    await found.getByText('none', { exact: true }).waitFor()
  })

  test('a pull from the repository says what changed', async () => {
    const remote = await createGitRemote()
    await remote.commit({ 'workflows/50.json': { ...fixture.workflows[0], id: '50', name: 'Orders' } })
    await using instance = await startInstance({ gitRemote: remote.path })
    await page().goto(`${instance.url}/#key=${instance.apiKey}`)
    await heading('Workflows').waitFor()
    await page().goto(`${instance.url}/#/state`)
    await button('Pull').click()
    await page().getByRole('dialog').getByRole('button', { name: 'Pull', exact: true }).click()
    await page().getByRole('region', { name: 'Pull' }).getByText('Orders', { exact: true }).waitFor()
    await page().goto(`${instance.url}/#/workflows/50`)
    await heading('Orders').waitFor()
    await page().goto('about:blank')
    await remote.remove()
  })
})
