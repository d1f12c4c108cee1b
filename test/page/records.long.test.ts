import { describe, expect, test } from 'bun:test'
import { chromiumPath } from './browser.ts'
import { opened } from './opened.ts'

describe.skipIf(!chromiumPath)('the lists of the page', () => {
  const { page, toast, ask } = opened()
  const tagNames = async () => JSON.stringify(await ask('GET', '/api/v1/tags'))

  test('makes, renames and deletes a tag', async () => {
    await page().getByRole('link', { name: 'Tags' }).first().click()
    await page().getByRole('button', { name: 'New tag' }).click()
    await page().getByRole('dialog').getByLabel('Name').fill('urgent')
    await page().getByRole('button', { name: 'Create tag' }).click()
    await page().getByRole('button', { name: 'Rename urgent' }).click()
    await page().getByRole('dialog').getByLabel('Name').fill('very urgent')
    await page().getByRole('button', { name: 'Rename tag' }).click()
    await page().getByRole('button', { name: 'Delete very urgent' }).click()
    expect(await tagNames()).toContain('very urgent')
    await page().getByRole('button', { name: 'Delete tag' }).click()
    await toast('Deleted tag “very urgent”.').waitFor()
    expect(await tagNames()).not.toContain('very urgent')
  })

  test('shows users, credentials without their data, and an audit', async () => {
    await page().getByRole('link', { name: 'Users' }).click()
    await page()
      .getByRole('row', { name: /Olga Owner.*Owner/ })
      .waitFor()
    await page().getByRole('link', { name: 'Credentials' }).click()
    await page()
      .getByRole('row', { name: /Postgres \(shop\)/ })
      .waitFor()
    expect(await page().content()).not.toContain('not-a-real')
    await page().getByRole('link', { name: 'Audit' }).click()
    await page().getByRole('button', { name: 'Run the audit' }).click()
    await page().getByRole('heading', { name: 'Credentials Risk Report' }).waitFor()
  })
})
