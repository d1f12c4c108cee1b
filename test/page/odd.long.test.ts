import { describe, expect, test } from 'bun:test'
import { aWorkflow } from '../../src/testing.ts'
import { chromiumPath } from './browser.ts'
import { opened } from './opened.ts'

const node = (name: string, at: number) => ({
  id: `n${at}`,
  name,
  type: 'n8n-nodes-base.set',
  typeVersion: 1,
  parameters: {},
  position: [at * 220, 0] as [number, number],
})
const run = (more: object) => ({ startTime: 1_790_000_000_000, executionTime: 5, source: [], ...more })
const error = { message: 'No route to the shop', node: { name: 'Loop' } }
const fixture = {
  workflows: [aWorkflow({ id: 'odd', name: 'Odd', nodes: [node('Start', 0), node('Loop', 1)], connections: {} })],
  executions: [
    {
      id: 1,
      workflowId: 'odd',
      status: 'error' as const,
      data: {
        resultData: {
          error,
          lastNodeExecuted: 'Loop',
          runData: {
            Loop: [run({ executionStatus: 'success', data: { main: [[{ json: { fine: 1 } }]] } }), run({ error })],
          },
        },
      },
    },
    ...[{ nodes: 'none' }, {}, { nodes: [null, node('Start', 0)], connections: null }].map((workflowData, at) => ({
      id: at + 2,
      workflowId: 'odd',
      status: 'success' as const,
      workflowData,
      data: { resultData: { runData: { Start: [run({})] } } },
    })),
  ],
}

describe.skipIf(!chromiumPath)('on the page', () => {
  const { page, open } = opened({}, { fixture, profile: 'n8n-2.41' })

  test('a node that ran twice, and failed the second time, shows its error and what it gave before', async () => {
    await open('#/executions/1')
    await page().getByRole('button', { name: 'Show the node' }).click()
    const panel = page().getByRole('complementary', { name: 'Node Loop' })
    await panel.getByText('No route to the shop').waitFor()
    await panel.getByText('Output · 0 items').waitFor()
    await panel.getByLabel('Run').selectOption('1 of 2')
    await panel.getByText('Output · 1 item').waitFor()
    expect(await panel.getByRole('region', { name: 'Output of the node' }).textContent()).toBe('fine1')
    expect(await panel.getByText('No route to the shop').count()).toBe(0)
  })

  test.each([[2], [3], [4]])(
    'an execution that brings an odd workflow along is shown as far as it goes: %i',
    async id => {
      await open(`#/executions/${id}`)
      await page().getByRole('heading', { name: 'What ran' }).waitFor()
      await page().getByRole('listitem').getByText('Start').waitFor()
    },
  )

  test('an address that names no such fault opens the form all the same', async () => {
    await open('#/faults?effect=none')
    await page().getByLabel('What happens').waitFor()
    await page().getByText('Every operation answers 503').waitFor()
  })
})
