import { describe, expect, test } from 'bun:test'
import demo from '../../data/demo.json' with { type: 'json' }
import { chromiumPath } from './browser.ts'
import { jsonEditor } from './json-editor.ts'
import { opened } from './opened.ts'

describe.skipIf(!chromiumPath)('the page of version n8n-2.41', () => {
  const { page, open, heading, dialog, press, button } = opened({ width: 1440 }, { fixture: demo, profile: 'n8n-2.41' })
  const choose = async (action: string) => {
    await page().getByText('Actions', { exact: true }).click()
    await button(action).click()
  }

  test('archives a workflow and brings it back, and saves its JSON with the fields of the version', async () => {
    await open('#/workflows/1')
    await choose('Archive')
    await button('Archive workflow').click()
    await page().locator('.facts').getByText('Archived').waitFor()
    await choose('Unarchive')
    await button('Unarchive workflow').click()
    await page().locator('.facts').getByText('Archived').waitFor({ state: 'detached' })
    await open('#/workflows/1/json')
    await button('Edit').click()
    await jsonEditor(page).change(text => text.replace('Import contacts from the old CRM', 'Contacts'))
    await button('Save the workflow').click()
    await heading('Contacts').waitFor()
  })

  test('retries a failed execution, and stops one that is running', async () => {
    await open('#/executions/1281')
    await button('Retry').click()
    await page().getByText('Retry of').waitFor()
    await page().getByRole('link', { name: '#1281' }).waitFor()
    await open('#/executions/1325')
    await button('Stop').click()
    await page().locator('h1 ~ *').getByText('Canceled').first().waitFor()
    expect(await button('Stop').count()).toBe(0)
  })

  test('makes a key with the scopes that are chosen', async () => {
    await open('#/users')
    await page().getByRole('button', { name: 'New key for mia@example.com' }).click()
    const chosen = dialog().locator('.scopes summary')
    await chosen.click()
    await press('All')
    const [, all] = /^Scopes: (\d+) of \1$/.exec((await chosen.textContent()) ?? '') ?? []
    await press('Read only')
    const [, read] = /^Scopes: (\d+) of/.exec((await chosen.textContent()) ?? '') ?? []
    expect(Number(read)).toBeGreaterThan(0)
    expect(Number(read)).toBeLessThan(Number(all))
    await press('None')
    await dialog().getByLabel('Filter scopes').fill('tag:')
    expect(await dialog().getByRole('checkbox', { name: 'workflow:list' }).count()).toBe(0)
    await dialog().getByRole('checkbox', { name: 'tag:list' }).check()
    await press('Create key')
    await dialog().getByLabel('The new key').waitFor()
    await button('Done').click()
    await page().getByText('1 scope', { exact: true }).waitFor()
  })
})
