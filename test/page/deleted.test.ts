import { describe, test } from 'bun:test'
import { chromiumPath } from './browser.ts'
import { fixture, TABLE } from './current-version-fixture.ts'
import { opened } from './opened.ts'

/** Longer than the page waits before it looks at a change. */
const LATE_MS = 1_000

describe.skipIf(!chromiumPath)('what is deleted on its own page', () => {
  const { page, open, heading, press, button, ask } = opened(
    { width: 1280 },
    {
      fixture: {
        ...fixture,
        executions: [{ id: '1', workflowId: 'retired', status: 'error' }],
        projects: [{ id: 'shop', name: 'Shop' }],
      },
      apiKey: 'key',
      profile: 'n8n-2.41',
    },
  )

  test.each([
    ['workflows', 'retired', 'Workflows', 'Delete', 'Delete workflow'],
    ['executions', '1', 'Executions', 'Delete', 'Delete execution'],
    ['credentials', 'bot', 'Credentials', 'Delete', 'Delete credential'],
    ['projects', 'shop', 'Projects', 'Delete the project', 'Delete project'],
    ['data-tables', TABLE, 'Data tables', 'Delete the table', 'Delete table'],
  ])(
    'is not asked for again where the change is heard of before the answer: %s',
    async (place, id, title, action, yes) => {
      await page().route('**/api/v1/**', async route => {
        if (route.request().method() !== 'DELETE') return route.continue()
        const response = await route.fetch()
        await Bun.sleep(LATE_MS)
        await route.fulfill({ response })
      })
      await open(`#/${place}/${id}`)
      const menu = page().locator('summary', { hasText: 'Actions' })
      await menu.or(button(action)).first().waitFor()
      if (await menu.isVisible()) await menu.click()
      await button(action).click()
      await press(yes)
      await heading(title).waitFor()
      await page().getByRole('status').getByText('is deleted').waitFor()
      await ask('POST', '/api/v1/tags', { name: 'after' })
      await page().locator('a[href="#/tags"] .place-count').getByText('1').waitFor()
      await page().unroute('**/api/v1/**')
    },
  )
})
