import { describe, test } from 'bun:test'
import type { Route } from 'playwright-core'
import { chromiumPath } from './browser.ts'
import { fixture, TABLE } from './current-version-fixture.ts'
import { opened } from './opened.ts'

/** Longer than the page waits before it looks at a change. */
const LATE_MS = 1_000

const API = '**/api/v1/**'

const RECORDS = [
  { place: 'workflows', id: 'retired', title: 'Workflows', action: 'Delete', yes: 'Delete workflow' },
  { place: 'executions', id: '1', title: 'Executions', action: 'Delete', yes: 'Delete execution' },
  { place: 'credentials', id: 'bot', title: 'Credentials', action: 'Delete', yes: 'Delete credential' },
  { place: 'projects', id: 'shop', title: 'Projects', action: 'Delete the project', yes: 'Delete project' },
  { place: 'data-tables', id: TABLE, title: 'Data tables', action: 'Delete the table', yes: 'Delete table' },
] as const

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

  /** Answers a deletion late, after `done`. */
  async function deleteLate(route: Route, done?: () => Promise<unknown>) {
    const response = await route.fetch()
    await done?.()
    await Bun.sleep(LATE_MS)
    await route.fulfill({ response })
  }

  async function openActions(place: string, id: string, action: string) {
    await open(`#/${place}/${id}`)
    const menu = page().locator('summary', { hasText: 'Actions' })
    await menu.or(button(action)).first().waitFor()
    if (await menu.isVisible()) await menu.click()
    await button(action).click()
  }

  async function sawDeletion(title: string, tags: number) {
    await heading(title).waitFor()
    await page()
      .getByRole('status')
      .getByText(/^Deleted (“|execution #)/)
      .waitFor()
    await ask('POST', '/api/v1/tags', { name: 'after' })
    await page().locator('a[href="#/tags"] .place-count').getByText(String(tags)).waitFor()
    await page().unroute(API)
  }

  test.each(RECORDS)(
    'is not asked for again where the change is heard of before the answer: $place',
    async ({ place, id, title, action, yes }) => {
      await page().route(API, route => (route.request().method() === 'DELETE' ? deleteLate(route) : route.continue()))
      await openActions(place, id, action)
      await press(yes)
      await sawDeletion(title, 1)
    },
  )

  test.each(RECORDS)(
    'is no longer waited for where it was asked for once more just before: $place',
    async ({ place, id, title, action, yes }) => {
      await openActions(place, id, action)
      const held: Route[] = []
      const asked = Promise.withResolvers<void>()
      await page().route(API, route => {
        if (route.request().method() === 'DELETE')
          return deleteLate(route, () => Promise.all(held.map(it => it.continue())))
        if (!route.request().url().includes(`/${place}`)) return route.continue()
        held.push(route)
        asked.resolve()
      })
      await ask('POST', '/api/v1/tags', { name: 'before' })
      await asked.promise
      await press(yes)
      await sawDeletion(title, 2)
    },
  )
})
