import { describe, expect, test } from 'bun:test'
import orders from '../../../docs/examples/workflows/orders.json' with { type: 'json' }
import type { ValidationReport } from '../../../src/index.ts'
import { chromiumPath } from '../browser.ts'
import { findingsInBothLooks } from '../findings.ts'
import { opened } from '../opened.ts'

/** A workflow with a name that its nodes do not have. */
function broken() {
  const workflow = structuredClone(orders)
  const slack = workflow.nodes.find(({ name }) => name === 'Notify Slack') as { parameters: Record<string, unknown> }
  slack.parameters.text = "={{ $('Write texts').item.json.text }}"
  return workflow
}
const fixture = {
  users: [
    { email: 'owner@example.com', role: 'global:owner' as const, apiKey: 'owner-key' },
    { email: 'mo@example.com', role: 'global:member' as const, apiKey: 'member-key' },
  ],
  workflows: [
    { ...broken(), id: '1' },
    { id: 'mine', name: 'Mine', nodes: [], connections: {}, owner: 'mo@example.com' },
  ],
}

describe.skipIf(!chromiumPath)('a workflow is checked on the page', () => {
  const { page, open, heading, button, ask, instance } = opened(
    {},
    { fixture, apiKey: 'owner-key', profile: 'n8n-2.41' },
  )
  const found = () => page().getByRole('complementary', { name: 'What was found' })
  const validate = async (publish: boolean) =>
    (
      await instance().request<ValidationReport>('POST', '/_control/validations', {
        workflows: ['1'],
        profile: 'n8n-2.41',
        publish,
      })
    ).body

  test('with all that validate says, each at its node', async () => {
    await open('#/workflows/1')
    await page().getByRole('link', { name: 'Check', exact: true }).click()
    await page().getByText('By the rules of n8n-2.41').waitFor()
    for (const publish of [false, true]) {
      const { findings, faults } = await validate(publish)
      if (publish) await page().getByLabel('As if it were to be published').check()
      await page()
        .getByRole('status')
        .getByText(`${faults} fault${faults === 1 ? '' : 's'}`, { exact: true })
        .waitFor()
      const lines = await found().getByRole('listitem').allTextContents()
      expect(lines).toHaveLength(findings.length)
      for (const { severity, message } of findings)
        expect(lines.some(line => line.includes(`${severity} · ${message}`))).toBe(true)
    }
    expect(await page().locator('.node.state-fault').count()).toBe(1)
    await page()
      .getByRole('button', { name: /^Notify Slack, Slack, fault/ })
      .press('Enter')
    const panel = page().getByRole('complementary', { name: 'Node Notify Slack' })
    await panel.getByText('names the node "Write texts", which the workflow does not have.').waitFor()
    await panel.getByText('/nodes/4/parameters/text · reference').waitFor()
    expect(await findingsInBothLooks(page())).toEqual([])
  })

  test('again when it was changed, and then without what was mended', async () => {
    await open('#/workflows/1/check')
    await found().getByText('names the node "Write texts"').waitFor()
    const { name, nodes, connections, settings } = orders
    await ask('PUT', '/api/v1/workflows/1', { name, nodes, connections, settings })
    await found().getByText('names the node "Write texts"').waitFor({ state: 'detached' })
    await page().getByText('No faults').waitFor()
    expect(await button('Check again').isVisible()).toBe(true)
  })

  test('by the owner alone', async () => {
    await page().goto('about:blank')
    await page().goto(`${instance().url}/#key=member-key`)
    await heading('Workflows').waitFor()
    await open('#/workflows/mine')
    await heading('Mine').waitFor()
    await page().getByText('mo@example.com').first().waitFor()
    expect(await page().getByRole('link', { name: 'Check', exact: true }).count()).toBe(0)
    const refused = await instance().request(
      'POST',
      '/_control/validations',
      { workflows: ['mine'] },
      { key: 'member-key' },
    )
    expect(refused.status).toBe(403)
  })
})
