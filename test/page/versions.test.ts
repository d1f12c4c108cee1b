import { describe, test } from 'bun:test'
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

  test('makes a key with the scopes that are chosen', async () => {
    await open('#/users')
    await page().getByRole('button', { name: 'New key for mia@example.com' }).click()
    await dialog().locator('summary').click()
    await dialog().getByRole('checkbox', { name: 'tag:list' }).check()
    await press('Create key')
    await dialog().getByLabel('The new key').waitFor()
    await button('Done').click()
    await page().getByText('1 scope', { exact: true }).waitFor()
  })
})
