import { describe, test } from 'bun:test'
import { chromiumPath } from './browser.ts'
import { fixture } from './current-version-fixture.ts'
import { focusOf, WIDTHS } from './focus-of.ts'
import { opened } from './opened.ts'

describe.skipIf(!chromiumPath).each(WIDTHS)('version n8n-2.41 on the page, %o', look => {
  const on = opened(look, { fixture, apiKey: 'key', profile: 'n8n-2.41' })
  const { ask, button, dialog, heading, open, page, refused } = on
  const { enter, key, keepsFocus, reaches } = focusOf(on)

  test('says which workflow, execution and so on is not there, and leads to the others', async () => {
    for (const { place, kind, title, id } of [
      { place: 'workflows', kind: 'workflow', title: 'Workflows', id: '99' },
      { place: 'executions', kind: 'execution', title: 'Executions', id: '99' },
      { place: 'credentials', kind: 'credential', title: 'Credentials', id: '99' },
      { place: 'data-tables', kind: 'data table', title: 'Data tables', id: 'ponmlkjihgfedcba' },
      { place: 'projects', kind: 'project', title: 'Projects', id: '99' },
    ] as const) {
      refused(404)
      await open(`#/${place}/${id}`)
      await heading(`There is no ${kind} ${id}`).waitFor()
      await page()
        .getByRole('link', { name: `All ${place.replace('-', ' ')}` })
        .press('Enter')
      await heading(title).waitFor()
      await reaches(title)
      await keepsFocus()
    }
  })

  test('says what the key of a variable may be, and keeps the focus where it is refused and deleted', async () => {
    refused(400)
    await ask('POST', '/api/v1/variables', { key: 'other', value: '1' })
    await open('#/variables')
    await enter('New variable')
    await reaches('Key')
    await dialog()
      .getByRole('textbox', { name: 'Key', description: 'Letters A to Z, digits and underscores, no digit at' })
      .fill('1st')
    await key('Enter')
    await dialog().getByRole('alert').waitFor()
    await reaches('Key')
    await dialog().getByLabel('Key', { exact: true }).fill('first')
    await key('Enter')
    await enter('Change first')
    await dialog().getByRole('textbox', { name: 'Key', description: 'digits and underscores; at most 50' }).waitFor()
    await key('Escape')
    await dialog().waitFor({ state: 'detached' })
    await reaches('Change first')
    await enter('Delete first')
    await enter('Delete variable')
    await button('Delete first').waitFor({ state: 'detached' })
    await reaches('Delete other')
    await keepsFocus()
  })

  test('does not lose what is pressed right after a question is closed by Escape', async () => {
    await ask('POST', '/api/v1/variables', { key: 'first', value: '1' })
    await open('#/variables')
    await button('Change first').waitFor()
    await page().evaluate(delayCloseEvents)
    await enter('Change first')
    await reaches('Key')
    await key('Escape')
    await reaches('Change first')
    await enter('Delete first')
    await enter('Delete variable')
    await button('Delete first').waitFor({ state: 'detached' })
    await keepsFocus()
  })

  test('keeps the focus where a row of a data table is deleted, and a version is published', async () => {
    await open('#/data-tables/abcdefghijklmnop')
    await enter('Delete row 2')
    await enter('Delete row')
    await reaches('Delete row 3')
    await open('#/workflows/versioned/versions')
    await enter('Publish 11111111')
    await enter('Publish version')
    await page().getByText('Published', { exact: true }).waitFor()
    await keepsFocus()
  })
})

/** A dialog is closed before its `close` event: how long before depends on what else the browser has to do. */
function delayCloseEvents() {
  const delay = (event: Event) => {
    if (!event.isTrusted) return
    event.stopImmediatePropagation()
    setTimeout(() => event.target?.dispatchEvent(new Event('close')), 200)
  }
  addEventListener('close', delay, { capture: true })
}
