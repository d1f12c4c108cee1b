import type { Locator, Page } from 'playwright-core'
import type { JsonField } from '../../src/page/client/editor/json-field.ts'

/** The field of the JSON editor, which is not drawn as a whole: its text is read off the element around it. */
export function jsonEditor(page: () => Page) {
  const field = () => page().getByLabel('The workflow as JSON, to edit')
  const text = () => field().evaluate(shown => ((shown.getRootNode() as ShadowRoot).host as JsonField).value)
  const fill = async (text: string) => {
    await field().press('Control+a')
    await paste(field(), text)
  }
  return {
    field,
    text,
    fill,
    paste: (text: string) => paste(field(), text),
    change: async (change: (text: string) => string) => fill(change(await text())),
  }
}

/** Where text is typed over a selection, Chromium adds styles of its own, of which its console complains: not here. */
const paste = (field: Locator, text: string) =>
  field.evaluate((shown, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    shown.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
