import { describe, expect, test } from 'bun:test'
import { chromiumPath } from './browser.ts'
import { opened } from './opened.ts'

describe.skipIf(!chromiumPath)('a question on the page', () => {
  const { page, dialog, button } = opened({}, { fixture: {} })

  test('is closed by a press beside it, not by one on its edge, where its scroll bar is', async () => {
    await button('New workflow').click()
    const name = dialog().getByLabel('Name')
    await name.fill('Typed')
    const { x, y, width, height } = (await dialog().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page().mouse.click(x + width - 0.5, y + height / 2)
    expect(await name.inputValue()).toBe('Typed')
    await page().mouse.click(x + width + 20, y + height / 2)
    await dialog().waitFor({ state: 'detached' })
  })
})
