import { describe, expect, test } from 'bun:test'
import { chromiumPath } from './browser.ts'
import { opened } from './opened.ts'

const fixture = { workflows: [{ id: 'w', name: 'Orders', nodes: [], connections: {} }] }

describe.skipIf(!chromiumPath)('what is chosen to be compared', () => {
  const { page, open, ask, instance } = opened({}, { fixture, profile: 'n8n-2.41' })
  const chosen = () =>
    page()
      .getByRole('region', { name: 'Compare' })
      .locator('select')
      .evaluateAll(selects => selects.map(select => (select as HTMLSelectElement).value))

  test('stays chosen when there is another version', async () => {
    const node = { id: 'n', name: 'A', type: 'n8n-nodes-base.set', typeVersion: 1, position: [0, 0], parameters: {} }
    for (let at = 0; at < 4; at++) {
      const nodes = [{ ...node, position: [at, 0] }]
      await ask('PUT', '/api/v1/workflows/w', { name: 'Orders', nodes, connections: {}, settings: {} })
    }
    await open('#/workflows/w/versions')
    const first = page().getByLabel('First')
    await first.waitFor()
    const options = await first.locator('option').count()
    await first.selectOption({ index: options - 1 })
    const before = await chosen()
    await ask('PUT', '/api/v1/workflows/w', {
      name: 'Orders',
      nodes: [{ ...node, position: [9, 0] }],
      connections: {},
      settings: {},
    })
    await first.locator('option').nth(options).waitFor({ state: 'attached' })
    expect(await chosen()).toEqual(before)
  })

  test('stays chosen when a snapshot before it is deleted', async () => {
    for (const name of ['a', 'b', 'c']) instance().snapshot(name)
    await open('#/snapshots')
    await page().getByLabel('First').selectOption('b')
    await page().getByLabel('Second').selectOption('b')
    await ask('DELETE', '/_control/snapshots/a')
    await page().getByLabel('First').locator('option').nth(2).waitFor({ state: 'detached' })
    expect(await chosen()).toEqual(['b', 'b'])
  })
})
