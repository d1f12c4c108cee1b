import { describe, expect, test } from 'bun:test'
import { chromiumPath } from './browser.ts'
import { opened } from './opened.ts'

const made = { createdAt: '2040-01-01T09:30:00Z', updatedAt: '2040-01-01T09:30:00Z' }
const fixture = {
  users: [
    { email: 'owner@example.com', role: 'global:owner' as const, apiKey: 'owner-key' },
    { email: 'mo@example.com', role: 'global:member' as const, apiKey: 'member-key' },
  ],
  workflows: [{ id: 'one', name: 'One', nodes: [], connections: {}, owner: 'mo@example.com', ...made }],
  executions: ['2039-12-31T13:30:00Z', '2040-01-01T11:00:00Z'].map(startedAt => ({
    workflowId: 'one',
    status: 'success' as const,
    startedAt,
    stoppedAt: startedAt,
  })),
}

describe.skipIf(!chromiumPath).each(['frozen', 'running'] as const)(
  'by a clock of the instance that is %s',
  clockMode => {
    const { page, open, heading, ask, row, button } = opened(
      {},
      { fixture, apiKey: 'owner-key', clock: '2040-01-01T12:00:00Z', clockMode },
    )

    test.each(['owner', 'member'])('times are told as so long ago, to the %s', async who => {
      await page().goto('about:blank')
      await open(`#key=${who}-key`)
      await heading('Workflows').waitFor()
      await row(/One/).getByText('2 hours ago').waitFor()
      await open('#/executions')
      await row(/1 hour ago/).waitFor()
      await row(/22 hours ago/).waitFor()
      await ask('PUT', '/_control/clock', { advance: '3d' })
      await row(/3 days ago/)
        .first()
        .waitFor()
      // 3 days and 22 hours: days are counted by the calendar
      await row(/[34] days ago/)
        .nth(1)
        .waitFor()
      await ask('PUT', '/_control/clock', { advance: '-3d' })
      await row(/1 hour ago/).waitFor()
      await row(/22 hours ago/).waitFor()
    })

    test('the executions of the last 24 hours are charted', async () => {
      const chart = (says: string) => page().getByRole('img', { name: `Executions over time: ${says}`, exact: true })
      await open('#/executions?hours=24')
      await chart('2 success').waitFor()
      await ask('PUT', '/_control/clock', { advance: '4h' })
      await chart('1 success').waitFor()
      await row(/5 hours ago/).waitFor()
    })

    test('a new key is named after the time', async () => {
      await open('#/users')
      await button('New key for mo@example.com').click()
      const label = page().getByRole('dialog').getByLabel('Label')
      const time = await page().evaluate(() => {
        const parts = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const
        return new Intl.DateTimeFormat(undefined, { ...parts, minute: undefined }).format(
          Date.parse('2040-01-01T12:00Z'),
        )
      })
      expect(await label.inputValue()).toStartWith(`Page, ${time}`)
    })
  },
)
