import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../src/testing.ts'
import { chromiumPath } from './browser.ts'
import { fixture, TABLE } from './current-version-fixture.ts'
import { opened } from './opened.ts'

describe.skipIf(!chromiumPath)('the page of version n8n-2.41, with a licence', () => {
  const { page, open, heading, dialog, press, button, row, ask, refused } = opened(
    { width: 1440 },
    { fixture, apiKey: 'key', profile: 'n8n-2.41' },
  )
  /** Waits until these texts, and no others, stand in the places of a selector. */
  const shows = (selector: string, ...texts: string[]) =>
    page().waitForFunction(
      ([selector, wanted]) =>
        [...document.querySelectorAll(selector)].map(({ textContent }) => textContent).join('\n') === wanted,
      [selector, texts.join('\n')] as const,
    )
  const EMAILS = 'tbody td:nth-child(2)'
  const field = (name: string) => dialog().getByLabel(name, { exact: true })
  const choice = (name: string) => dialog().getByLabel(name)

  test('sorts and searches the rows of a data table, and shows what a client adds meanwhile', async () => {
    await open('#/data-tables')
    await page().getByRole('link', { name: 'customers' }).click()
    await shows(EMAILS, 'cy@example.com', 'ada@example.com', 'bo@example.com')
    await button('age').click()
    await page().getByRole('columnheader', { name: 'age' }).and(page().locator('[aria-sort=ascending]')).waitFor()
    await shows(EMAILS, 'bo@example.com', 'ada@example.com', 'cy@example.com')
    await button('age').click()
    await shows(EMAILS, 'cy@example.com', 'ada@example.com', 'bo@example.com')
    await page().getByLabel('Search the rows').fill('ADA')
    await shows(EMAILS, 'ada@example.com')
    await ask('POST', `/api/v1/data-tables/${TABLE}/rows`, { data: [{ email: 'adam@example.com', age: 99 }] })
    await shows(EMAILS, 'adam@example.com', 'ada@example.com')
  })

  test('adds a row, changes a cell of it, and deletes it', async () => {
    await open(`#/data-tables/${TABLE}`)
    await button('New row').click()
    await field('email (string)').fill('dee@example.com')
    await field('age (number)').fill('7.5')
    await choice('paid (boolean)').selectOption('true')
    await press('Add row')
    await row(/dee@example\.com 7\.5 true/).waitFor()
    await button('Edit row 4').click()
    await field('age (number)').fill('')
    await press('Save row')
    await row(/dee@example\.com null true/).waitFor()
    const { data } = await ask('GET', `/api/v1/data-tables/${TABLE}/rows?sortBy=id%3Adesc&limit=1`)
    expect(data).toMatchObject([{ id: 4, email: 'dee@example.com', age: null, paid: true, since: null }])
    await button('Delete row 4').click()
    await press('Delete row')
    await row(/dee@example\.com/).waitFor({ state: 'detached' })
  })

  test('makes a data table, and refuses a column in the words of the instance', async () => {
    refused(400)
    await open('#/data-tables')
    await button('New table').click()
    await field('Name').fill('orders')
    await field('Columns').fill('total: money')
    await press('Create table')
    await dialog().getByRole('alert').getByText('request/body/columns/0/type').waitFor()
    await field('Columns').fill('total: number, note')
    await press('Create table')
    await heading('orders').waitFor()
    await page().getByText('No rows yet').waitFor()
    await page().locator('summary').getByText('Actions').click()
    await button('Add a column').click()
    await field('Name').fill('paidAt')
    await choice('Type').selectOption('date')
    await press('Add column')
    await page().getByRole('columnheader', { name: 'paidAt' }).waitFor()
  })

  test('makes a variable, changes it, and deletes it', async () => {
    await page().keyboard.press('Control+k')
    await page().getByRole('combobox').fill('new variable')
    await page().getByRole('option', { name: 'New variable' }).click()
    await field('Key').fill('region')
    await field('Value').fill('eu')
    await press('Create variable')
    await button('Change region').click()
    await field('Value').fill('us')
    await press('Save variable')
    await row(/region us every project/).waitFor()
    await button('Delete region').click()
    await press('Delete variable')
    await row(/region/).waitFor({ state: 'detached' })
  })

  test('makes a project, and adds, changes and removes a member', async () => {
    await open('#/projects')
    await button('New project').click()
    await field('Name').fill('Sales')
    await press('Create project')
    await heading('Sales').waitFor()
    await row(/owner@example\.com.*Admin/).waitFor()
    await button('Add a member').click()
    await choice('User').selectOption('mia@example.com')
    await press('Add member')
    await row(/mia@example\.com.*Viewer/).waitFor()
    await button('Change the role of mia@example.com').click()
    await choice('Role').selectOption('project:editor')
    await press('Change the role')
    await row(/mia@example\.com.*Editor/).waitFor()
    await button('Remove mia@example.com').click()
    await press('Remove member')
    await row(/mia@example\.com/).waitFor({ state: 'detached' })
  })

  test('says what changed between two versions of a workflow, and publishes the older one', async () => {
    await open('#/workflows/versioned/versions')
    await row(/second.*Current/).waitFor()
    await button('Compare').click()
    const nodes = page().getByRole('region', { name: 'nodes', exact: true })
    await nodes.getByText('1 added · 1 removed · 1 changed').waitFor()
    await nodes.getByText('parameters', { exact: true }).waitFor()
    await nodes.locator('summary').filter({ hasText: 'parameters' }).click()
    await nodes.locator('.is-before').first().waitFor()
    await nodes.locator('.is-after').first().waitFor()
    await button('Publish 11111111').click()
    await press('Publish version')
    await row(/first.*Published/).waitFor()
    const { activeVersionId } = await ask('GET', '/api/v1/workflows/versioned')
    expect(activeVersionId as unknown).toBe('11111111-1111-4111-8111-111111111111')
  })

  test('lists archived workflows alone, wherever they stand', async () => {
    await open('#/workflows')
    await button('Archived').click()
    await shows('.row-link', 'Retired')
    await page().locator('.cell-sub').getByText('Archived').waitFor()
  })

  test('has the details of a credential, never its data, and renames it', async () => {
    await open('#/credentials')
    await page().getByRole('link', { name: 'Telegram bot' }).click()
    await page().getByRole('region', { name: 'Details' }).getByText('telegramApi').waitFor()
    await page().getByRole('region', { name: 'Fields of its type' }).getByText('secret').first().waitFor()
    expect(await page().content()).not.toContain('never-shown')
    await page().getByRole('region', { name: 'Used by' }).getByText('No workflow uses it.').waitFor()
    await button('Rename').click()
    await field('Name').fill('Telegram')
    await press('Rename credential')
    await heading('Telegram').waitFor()
  })
})

describe.skipIf(!chromiumPath)('the page without a licence', () => {
  const { page, open, refused } = opened({}, { profile: 'n8n-2.41' })

  test('says how to have projects and variables, and has no such place where the version has none', async () => {
    refused(403)
    for (const [place, title] of [
      ['projects', 'Projects need a licence'],
      ['variables', 'Variables need a licence'],
    ]) {
      await open(`#/${place}`)
      await page()
        .getByText(title ?? '')
        .waitFor()
      await page().getByText('--licence all').waitFor()
    }
    const links = async () => page().getByRole('navigation', { name: 'Instance' }).getByRole('link').allTextContents()
    expect((await links()).join(' ')).toContain('Data tables')
    await using older = await startInstance({ profile: 'n8n-1.41' })
    await page().goto(`${older.url}/#key=${older.apiKey}`)
    await page().getByText('No workflows yet').waitFor()
    expect((await links()).join(' ')).not.toMatch(/Data tables|Projects|Variables/)
  })
})
