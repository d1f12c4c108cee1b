import { describe, expect, test } from 'bun:test'
import { node, play, set, shownRuns, workflow } from './playing.ts'

const trigger = node('T', { type: 'n8n-nodes-base.webhook' })

describe('a run that reaches a bound is an error that says so', () => {
  test('a loop that never ends', async () => {
    const result = await play(workflow([trigger, node('A'), node('B')], 'T > A > B > A'), { timeLimit: 60_000 })
    expect(result.status).toBe('error')
    expect(result.error?.message).toBe('The run was stopped: its nodes ran 10000 times. Does its loop end?')
    expect(shownRuns(result).A?.length).toBe(5000)
  })

  test('whatever the node does with errors', async () => {
    const goOn = { onError: 'continueRegularOutput' }
    const result = await play(workflow([trigger, node('A', goOn), node('B', goOn)], 'T > A > B > A'), {
      timeLimit: 60_000,
    })
    expect(result.status).toBe('error')
  })

  test('the time that computing may take', async () => {
    const result = await play(workflow([trigger, node('A')], 'T > A'), { timeLimit: -1 })
    expect(result).toMatchObject({ status: 'error', lastNode: 'T' })
    expect(result.error?.message).toContain('simulated runs may compute for')
  })

  test('16 MB of data, also where items share it', async () => {
    const text = 'x'.repeat(1_000_000)
    const many = Array.from({ length: 20 }, (_, at) => node(`N${at}`))
    const wires = ['T', ...many.map(({ name }) => name)].join(' > ')
    const result = await play(workflow([trigger, ...many], wires), {
      start: { node: 'T', items: [{ json: { text } }] },
    })
    expect(result.error?.message).toBe(
      'The run was stopped: its data may take 16 MB at most. Hand on fewer or smaller items',
    )
    expect(result.lastNode).toBe('N15')
  })

  test('and what is below is none', async () => {
    const items = Array.from({ length: 5000 }, (_, n) => ({ json: { n } }))
    const result = await play(workflow([trigger, set('S', { a: 1 })], 'T > S'), { start: { node: 'T', items } })
    expect(result.status).toBe('success')
    expect(shownRuns(result).S?.[0]?.json[0]).toHaveLength(5000)
  })
})

describe('rows with too many columns fail their node before they take memory', () => {
  const json = (row: number, columns: number) =>
    Object.fromEntries(Array.from({ length: columns }, (_, at) => [`${row}-${at}`, 1]))
  const items = Array.from({ length: 300 }, (_, row) => ({ json: json(row, 60) }))
  const TOO_MANY = '300 rows of 18000 columns are too many for a simulated run: 5000000 cells at most'

  test.each([
    ['Remove Duplicates', node('X', { type: 'n8n-nodes-base.removeDuplicates', typeVersion: 1 })],
    [
      'HTML',
      node('X', { type: 'n8n-nodes-base.html', typeVersion: 1.2, parameters: { operation: 'convertToHtmlTable' } }),
    ],
  ])('%s', async (_name, table) => {
    const result = await play(workflow([trigger, table], 'T > X'), { start: { node: 'T', items } })
    expect(result.error?.message).toBe(TOO_MANY)
  })
})
