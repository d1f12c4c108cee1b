import { describe, expect, test } from 'bun:test'
import { chromiumPath } from './browser.ts'
import { opened } from './opened.ts'

const of = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const fixture = {
  users: [{ email: 'owner@example.com', role: 'global:owner' as const, apiKey: 'owner-key' }],
  workflows: [
    { id: '1', name: 'Nightly invoice', nodes: [], connections: {}, updatedAt: '2026-01-01T00:00:00.000Z' },
    { id: '2', name: 'Nightly backup', nodes: [], connections: {}, updatedAt: '2026-01-02T00:00:00.000Z' },
  ],
  executions: of(26).map(() => ({ workflowId: '1', status: 'success' as const })),
  dataTables: [
    {
      id: 'People0123456789',
      name: 'People',
      columns: [{ name: 'email', type: 'string' as const }],
      rows: of(51).map(at => ({ email: `p${at}@example.com` })),
    },
  ],
}

describe.skipIf(!chromiumPath)('a list on the page', () => {
  const { page, open, button, instance, press, row } = opened(
    {},
    { fixture, apiKey: 'owner-key', profile: 'n8n-2.41', licence: 'all' },
  )

  test('is gone along by arrow keys: from its search field to the rows, and to what is done with selected ones', async () => {
    await open('#/workflows')
    await row(/Nightly invoice/).waitFor()
    const keys = async (...names: string[]) => {
      for (const name of names) await page().keyboard.press(name)
    }
    const focused = () =>
      page().evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
    await keys('/', 'ArrowDown', 'ArrowDown')
    expect(await focused()).toBe('Nightly invoice')
    await keys('Shift+Tab', 'Space', 'ArrowUp')
    expect(await focused()).toBe('Select Nightly backup')
    await keys('Space')
    await page().getByText('2 workflows selected').waitFor()
    await keys('Enter')
    expect((await focused())?.trim()).toBe('Activate')
    await keys('/', 'ArrowDown', 'ArrowUp')
    expect(await focused()).toBe('Search workflows by name')
  })

  test.each<[string, string, () => Promise<void>]>([
    [
      'executions',
      '#/executions',
      async () => {
        const { body } = await instance().request<{ data: { id: string }[] }>('GET', '/api/v1/executions?limit=250')
        await instance().request('DELETE', `/api/v1/executions/${body.data.at(-1)?.id}`)
      },
    ],
    [
      'rows',
      '#/data-tables/People0123456789',
      async () => {
        await page()
          .getByRole('button', { name: /^Delete row/ })
          .click()
        await press('Delete row')
      },
    ],
  ])('whose last page gets empty leads back to the one before: %s', async (_, place, empty) => {
    await open(place)
    await button('Next').click()
    await page()
      .getByText(/^Page 2 (of 2 )?· 1/)
      .waitFor()
    await empty()
    // a list whose pages have numbers shows its last one; another shows an empty one, and the way back
    await page().locator('.table tbody tr').nth(20).or(page().locator('.table:not(:has(tbody tr))')).first().waitFor()
    if (await page().locator('.table:not(:has(tbody tr))').count()) await button('Previous').click()
    await page()
      .getByText(/^Page 1 /)
      .or(page().locator('.table tbody tr').nth(20))
      .first()
      .waitFor()
  })

  test.each(['#/executions', '#/data-tables/People0123456789'])(
    'comes back to its second page on Back, on reload and by its address: %s',
    async place => {
      await open(place)
      await button('Next').click()
      const second = page().getByText(/^Page 2 (of 2 )?· 1/)
      await second.waitFor()
      await page().reload()
      await second.waitFor()
      await open('#/tags')
      await page().getByRole('heading', { name: 'Tags', exact: true }).waitFor()
      await page().goBack()
      await second.waitFor()
      await page().goBack()
      await page()
        .getByText(/^Page 1 /)
        .waitFor()
      await open(`${place}?page=7`)
      await second.waitFor()
    },
  )

  test('begins with its first page when it is filtered', async () => {
    await open('#/executions?page=2')
    await page()
      .getByText(/^Page 2 /)
      .waitFor()
    await page().getByLabel('Status').selectOption('success')
    await page()
      .getByText(/^Page 1 /)
      .waitFor()
  })

  test('of workflows is sorted by each column, the last changed first, and its order stands in the address', async () => {
    await instance().request('PUT', '/api/v1/workflows/1', {
      name: 'Nightly invoice',
      nodes: [],
      connections: {},
      settings: {},
    })
    await open('#/workflows')
    const names = () => page().locator('.row-link').allInnerTexts()
    await row(/Nightly backup/).waitFor()
    await page().waitForFunction(() => document.querySelector('.row-link')?.textContent === 'Nightly invoice')
    expect(await names()).toEqual(['Nightly invoice', 'Nightly backup'])
    await button('Name').click()
    await page().waitForFunction(() => document.querySelector('.row-link')?.textContent === 'Nightly backup')
    expect(page().url()).toContain('sort=name')
    await button('Name').click()
    await page().waitForFunction(() => document.querySelector('.row-link')?.textContent === 'Nightly invoice')
    await page().reload()
    await row(/Nightly backup/).waitFor()
    expect(await names()).toEqual(['Nightly invoice', 'Nightly backup'])
  })

  test('of executions is filtered by workflow, time and id', async () => {
    await open('#/executions')
    const total = (text: string) => page().getByText(text, { exact: true })
    await total('Page 1 of 2 · 25 of 26').waitFor()
    const workflow = page().getByLabel('Workflow')
    await workflow.fill('no such')
    await page().getByText('No workflow has this in its name.').waitFor()
    await workflow.fill('backup')
    await workflow.press('Enter')
    await page().getByText('No matching executions.').waitFor()
    expect(await workflow.inputValue()).toBe('Nightly backup')
    await workflow.fill('Nightly invoice')
    await total('Page 1 of 2 · 25 of 26').waitFor()
    await page().getByLabel('To', { exact: true }).fill('2001-01-01T00:00')
    await page().getByText('No matching executions.').waitFor()
    await open('#/executions')
    await page().getByLabel('Execution ID').fill('3')
    await page().waitForFunction(() => document.querySelectorAll('.table tbody tr').length === 1)
  })

  test('a data table is found by the palette, and a data table without rows shows its columns', async () => {
    const { body } = await instance().request('POST', '/api/v1/data-tables', {
      name: 'Empty one',
      columns: [{ name: 'colour', type: 'string' }],
    })
    expect(body).toMatchObject({ name: 'Empty one' })
    await page().keyboard.press('Control+k')
    await page().getByRole('combobox').fill('empty')
    await page().getByRole('option', { name: 'Empty one' }).click()
    await page().getByText('No rows yet').waitFor()
    await page().getByRole('columnheader', { name: 'colour' }).waitFor()
  })

  test('the theme is changed from the palette', async () => {
    const theme = () => page().evaluate(() => document.documentElement.dataset.theme)
    await page().keyboard.press('Control+k')
    await page().getByRole('combobox').fill('dark')
    await page().getByRole('option', { name: 'Change between light and dark' }).click()
    expect(await theme()).toBe('dark')
    await button('Change to light').click()
    expect(await theme()).toBe('light')
  })

  test('a workflow without nodes offers its JSON, files, and an example that can be called', async () => {
    await open('#/workflows/1')
    await page().getByText('This workflow has no nodes yet').waitFor()
    await page().getByRole('link', { name: 'Edit JSON' }).waitFor()
    await button('Start with an example').click()
    await page().locator('.node').nth(1).waitFor()
    const { body } = await instance().request('GET', '/api/v1/workflows/1')
    expect(body).toMatchObject({ name: 'Nightly invoice', nodes: [{ name: 'Webhook' }, { name: 'Greet' }] })
    instance().simulation.turn(true)
    await page().getByRole('switch', { name: 'Nightly invoice active' }).click()
    await page().getByText('Activated “Nightly invoice”.').waitFor()
    const url = await page().locator('.addresses code').textContent()
    const answer = await instance().request('POST', new URL(url ?? '').pathname, { name: 'Ann' }, { key: null })
    expect([answer.status, answer.body]).toEqual([200, { greeting: 'Hello Ann' }])
  })

  test('is searched for words with a space between, however slowly they are typed', async () => {
    await open('#/workflows')
    const search = page().getByLabel('Search workflows by name')
    await search.pressSequentially('nightly ')
    await page().waitForURL(/name=nightly$/)
    await row(/Nightly/)
      .nth(1)
      .waitFor()
    await search.pressSequentially('back')
    await page().waitForURL(/name=nightly\+back$/)
    await row(/Nightly invoice/).waitFor({ state: 'detached' })
    expect(await search.inputValue()).toBe('nightly back')
  })
})
