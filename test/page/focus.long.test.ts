import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../src/testing.ts'
import { chromiumPath } from './browser.ts'
import { focusOf, WIDTHS } from './focus-of.ts'
import { opened } from './opened.ts'

describe.skipIf(!chromiumPath).each(WIDTHS)('the keyboard focus, %o', look => {
  const on = opened(look, { apiKey: 'key' })
  const { ask, button, dialog, open, page, refused } = on
  const { focused, key, keepsFocus, reaches } = focusOf(on)

  test('is in the field for the key, before and after a wrong one, and on the title after the right one', async () => {
    refused(401)
    await page().evaluate(() => sessionStorage.clear())
    await page().reload()
    await reaches('API key')
    await page().keyboard.type('wrong')
    await key('Enter')
    await page().getByRole('alert').getByText('Wrong API key').waitFor()
    await reaches('API key')
    await page().keyboard.type('key')
    await key('Enter')
    await reaches('Workflows')
    await keepsFocus()
  })

  test.each([
    ['the first of three', 'a', 'Delete b'],
    ['the last of three', 'c', 'Delete b'],
  ])('goes to the row beside when %s is deleted', async (_, name, neighbour) => {
    for (const tag of ['a', 'b', 'c']) await ask('POST', '/api/v1/tags', { name: tag })
    await open('#/tags')
    await button(`Delete ${name}`).press('Enter')
    await dialog().getByRole('button', { name: 'Delete tag' }).press('Enter')
    await button(`Delete ${name}`).waitFor({ state: 'detached' })
    await reaches(neighbour)
    await keepsFocus()
  })

  test('goes to what stands for the list when its only row is deleted', async () => {
    await ask('POST', '/api/v1/tags', { name: 'a' })
    await open('#/tags')
    await button('Delete a').press('Enter')
    await dialog().getByRole('button', { name: 'Delete tag' }).press('Enter')
    await reaches('No tags yet')
    await keepsFocus()
  })

  test('stays on the button of a dialog that is refused', async () => {
    refused(409)
    await open('#/users')
    await page()
      .getByRole('button', { name: /^Revoke/ })
      .press('Enter')
    await dialog().getByRole('button', { name: 'Revoke key' }).press('Enter')
    await dialog().getByRole('alert').waitFor()
    expect(await focused()).toBe('Revoke key')
    await key('Escape')
    expect(await focused()).toMatch(/^Revoke .* of /)
    await keepsFocus()
  })

  test('stays in the dialog while another service is cloned, and when the form comes back', async () => {
    await using service = await startInstance({ apiKey: 'other' })
    service.faults.add({ hang: true })
    await button('Clone from…').press('Enter')
    await dialog().getByLabel('Address').fill(service.url)
    await dialog().getByLabel('API key of that service').fill('other')
    await key('Enter')
    await dialog().getByRole('button', { name: 'Cancel the clone' }).waitFor()
    await reaches('Clone from another service')
    await dialog().getByRole('button', { name: 'Cancel the clone' }).press('Enter')
    service.faults.clear()
    service.faults.add({ status: 401 })
    await service.reset()
    await reaches('Address')
    await key('Escape')
    await reaches('Clone from…')
    await keepsFocus()
  })
})
