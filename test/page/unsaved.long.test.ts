import { describe, expect, test } from 'bun:test'
import { chromiumPath } from './browser.ts'
import { jsonEditor } from './json-editor.ts'
import { opened } from './opened.ts'

describe.skipIf(!chromiumPath)('a workflow whose JSON is being edited', () => {
  const { page, open, heading, dialog, press, button, toast, instance } = opened({ width: 390, height: 844 })
  const editor = jsonEditor(page)
  const hash = () => page().evaluate(() => location.hash)
  const reach = (wanted: string) => page().waitForFunction(wanted => location.hash === wanted, wanted)
  const asked = () => dialog().getByRole('heading', { name: 'Leave without saving?' })
  const inMenu = async (name: string) => {
    // it stays open where one stays
    const menu = button('Open the menu')
    if (await menu.isVisible()) await menu.click()
    await page().getByRole('link', { name, exact: true }).click()
  }
  const back = () => page().evaluate(() => history.back())
  const palette = async () => {
    await page().keyboard.press('Control+k')
    await page().getByRole('combobox').fill('Users')
    await page().getByRole('option', { name: 'Users' }).waitFor()
    await page().keyboard.press('Enter')
  }

  const ways: [string, () => Promise<unknown>, string][] = [
    ['by a link', () => inMenu('Tags'), '#/tags'],
    ['by a tab of its own', () => page().getByRole('link', { name: 'Graph' }).click(), '#/workflows/7/graph'],
    ['by the palette', palette, '#/users'],
    ['by the button for back', back, '#/credentials'],
    ['by another address', () => page().evaluate(() => location.assign('#/executions')), '#/executions'],
  ]

  const edit = async () => {
    await open('#/credentials')
    await heading('Credentials').waitFor()
    await open('#/workflows/7/json')
    await button('Edit').click()
  }
  const type = () => editor.change(text => text.replace('RSS digest', 'Typed'))

  test.each(ways)('is left unasked %s where nothing was typed, and not otherwise', async (_, leave, to) => {
    await edit()
    await editor.field().waitFor()
    await leave()
    await reach(to)
    await editor.field().waitFor({ state: 'detached' })
    expect(await dialog().count()).toBe(0)

    await edit()
    await type()
    const typed = await editor.text()
    const steps = await page().evaluate(() => history.length)
    for (const stay of [() => press('Stay'), () => page().keyboard.press('Escape')]) {
      await leave()
      await asked().waitFor()
      expect(await hash()).toBe('#/workflows/7/json')
      await stay()
      await dialog().waitFor({ state: 'detached' })
      expect([await hash(), await editor.text()]).toEqual(['#/workflows/7/json', typed])
    }
    await leave()
    await press('Leave without saving')
    await reach(to)
    await editor.field().waitFor({ state: 'detached' })
    await dialog().waitFor({ state: 'detached' })
    if (leave === back) {
      await page().evaluate(() => history.forward())
      await reach('#/workflows/7/json')
    } else {
      expect(await page().evaluate(() => history.length)).toBe(steps + 1)
      await back()
      await reach('#/workflows/7/json')
      await back()
      await reach('#/credentials')
    }
  })

  test('is not left unasked for a place whose address was given twice in a row', async () => {
    await open('#/credentials')
    await heading('Credentials').waitFor()
    await open('#/credentials')
    await open('#/workflows/7/json')
    await button('Edit').click()
    await type()
    await back()
    await asked().waitFor()
    expect(await hash()).toBe('#/workflows/7/json')
    await press('Leave without saving')
    await reach('#/credentials')
  })

  test('is left unasked after it was saved, and after what was typed was discarded', async () => {
    await edit()
    await type()
    await button('Save the workflow').click()
    await toast('Saved').waitFor()
    await editor.field().waitFor({ state: 'detached' })
    await inMenu('Tags')
    await heading('Tags').waitFor()
    await open('#/workflows/7/json')
    await button('Edit').click()
    await editor.fill('{}')
    await button('Discard the changes').click()
    await inMenu('Users and keys')
    await heading('Users and keys').waitFor()
    expect(await dialog().count()).toBe(0)
  })

  test('may be deleted: nobody is asked about what was typed then', async () => {
    await edit()
    await type()
    await page().getByText('Actions', { exact: true }).click()
    await button('Delete').click()
    await press('Delete workflow')
    await heading('Workflows').waitFor()
    await dialog().waitFor({ state: 'detached' })
  })

  test('is not lost to a key in the address, unasked', async () => {
    await edit()
    await type()
    const give = () => page().evaluate(key => location.assign(`#key=${key}`), instance().apiKey)
    await give()
    await asked().waitFor()
    expect(await hash()).toBe('#/workflows/7/json')
    await press('Stay')
    await dialog().waitFor({ state: 'detached' })
    expect(await editor.text()).toContain('Typed')
    await give()
    await press('Leave without saving')
    await heading('Workflows').waitFor()
    expect(await hash()).toBe('#/workflows')
  })

  test('is not lost with the key either, unasked', async () => {
    await edit()
    await type()
    await button('Open the menu').click()
    await button('Forget the key').click()
    await asked().waitFor()
    await press('Stay')
    await dialog().waitFor({ state: 'detached' })
    expect(await editor.text()).toContain('Typed')
    await button('Forget the key').click()
    await press('Leave without saving')
    await page().getByLabel('API key').waitFor()
  })
})
