import type { Page } from 'playwright-core'
import type { JsonField } from '../../src/page/client/editor/json-field.ts'

/** The field of the JSON editor, which is not drawn as a whole: its text is read off the element around it. */
export function jsonEditor(page: () => Page) {
  const field = () => page().getByLabel('The workflow as JSON, to edit')
  const text = () => field().evaluate(shown => ((shown.getRootNode() as ShadowRoot).host as JsonField).value)
  const fill = (text: string) => field().fill(text)
  return {
    field,
    text,
    fill,
    change: async (change: (text: string) => string) => fill(change(await text())),
  }
}
