import { describe, expect, test } from 'bun:test'
import type { Route } from 'playwright-core'
import { chromiumPath, openPage } from './browser.ts'
import { jsonEditor } from './json-editor.ts'
import { opened } from './opened.ts'

describe.skipIf(!chromiumPath)('an answer that is late', () => {
  const { page, open, heading, dialog, press, button, ask, instance, watched } = opened()
  const choose = async (action: string) => {
    await page().getByText('Actions', { exact: true }).click()
    await button(action).click()
  }

  /** Holds requests back until they are let go. */
  async function hold(path: string, method = 'GET') {
    const came = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    await page().route(path, async (route: Route) => {
      if (route.request().method() === method) {
        came.resolve()
        await gate.promise
      }
      // the page may have given it up meanwhile
      await route.continue().catch(() => undefined)
    })
    return { came: came.promise, release: () => gate.resolve() }
  }

  test('takes no tag off a workflow: they are set once they are known', async () => {
    await open('#/workflows/4')
    await heading('Nightly invoice sync').waitFor()
    const { came, release } = await hold('**/api/v1/tags*')
    await choose('Tags')
    await came
    await press('Set the tags')
    await dialog().getByRole('alert').waitFor()
    release()
    await dialog().getByRole('checkbox', { name: 'finance', checked: true }).waitFor()
    await dialog().getByRole('checkbox', { name: 'sales' }).check()
    await press('Set the tags')
    await dialog().waitFor({ state: 'detached' })
    const tags: { name: string }[] = (await ask('GET', '/api/v1/workflows/4')).tags ?? []
    expect(tags.map(({ name }) => name).sort()).toEqual(['finance', 'sales'])
  })

  test('leaves the fields of a credential open: it does not say that there are none', async () => {
    await open('#/credentials')
    await button('New credential').click()
    const { came, release } = await hold('**/api/v1/credentials/schema/*')
    await dialog().getByLabel('Type').fill('telegramApi')
    await came
    await dialog().getByText('Loading the fields').waitFor()
    expect(await dialog().getByText('This type has no fields.').count()).toBe(0)
    release()
    await dialog().getByLabel('Access token').waitFor()
  })

  test('lets nothing be typed into a workflow that is being saved, and that would be lost then', async () => {
    await open('#/workflows/7/json')
    await button('Edit').click()
    const editor = jsonEditor(page)
    await editor.change(text => text.replace('RSS digest', 'Saved'))
    const { came, release } = await hold('**/api/v1/workflows/7', 'PUT')
    await button('Save the workflow').click()
    await came
    await editor.field().press('End')
    await page().keyboard.type('typed meanwhile')
    const shown = await editor.text()
    release()
    await heading('Saved').waitFor()
    expect(shown).not.toContain('typed meanwhile')
  })

  test('closes no dialog that was opened meanwhile, and leads nobody away from where they went', async () => {
    await open('#/workflows/7')
    await heading('RSS digest').waitFor()
    const { came, release } = await hold('**/api/v1/workflows/7', 'PUT')
    await choose('Rename')
    await dialog().getByLabel('Name').fill('Renamed')
    await press('Rename workflow')
    await came
    await page().keyboard.press('Escape')
    await choose('Duplicate')
    await dialog().getByLabel('Name').fill('Typed meanwhile')
    release()
    await heading('Renamed').waitFor()
    expect(await dialog().getByLabel('Name').inputValue()).toBe('Typed meanwhile')
    await page().keyboard.press('Escape')

    const made = await hold('**/api/v1/workflows', 'POST')
    await choose('Duplicate')
    await press('Duplicate workflow')
    await made.came
    await page().keyboard.press('Escape')
    await open('#/tags')
    await heading('Tags').waitFor()
    made.release()
    await page()
      .getByRole('status')
      .getByText(/^Created /)
      .waitFor()
    expect(page().url()).toEndWith('#/tags')
  })

  test('leaves what is typed for a workflow as it is: the name of the one before comes too late', async () => {
    const { came, release } = await hold('**/api/v1/workflows/4')
    await open('#/executions?workflow=4')
    await came
    const field = page().locator('label', { hasText: 'Workflow' }).getByRole('combobox')
    await field.fill('no such name')
    const answered = page().waitForResponse('**/api/v1/workflows/4')
    release()
    await answered
    await page().getByText('No workflow has this in its name.').waitFor()
    expect(await field.inputValue()).toBe('no such name')
    await field.fill('')
    await page().waitForURL(url => !url.hash.includes('workflow='))
  })

  test('is of what was compared last, also where something changes meanwhile', async () => {
    instance().snapshot('old')
    await ask('POST', '/api/v1/tags', { name: 'first' })
    instance().snapshot('new')
    await open('#/snapshots')
    const compare = page().getByRole('region', { name: 'Compare' })
    await compare.getByLabel('First').selectOption('old')
    await compare.getByLabel('Second').selectOption('')
    await compare.getByRole('button', { name: 'Compare' }).click()
    await compare.getByText('first', { exact: true }).waitFor()
    const { came, release } = await hold('**/_control/snapshots/new')
    await compare.getByLabel('First').selectOption('new')
    await compare.getByRole('button', { name: 'Compare' }).click()
    await came
    const isRound = page().waitForResponse('**/_control/snapshots')
    await ask('POST', '/api/v1/tags', { name: 'second' })
    await isRound
    release()
    await compare.getByText('first', { exact: true }).waitFor({ state: 'detached' })
  })

  test('is heard of also by the log of requests that is being opened when it comes', async () => {
    const other = await openPage(watched())
    await other.addInitScript(() => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const ask = window.fetch
      const held = async (input: string, init?: RequestInit) => {
        const answer = await ask(input, init)
        if (input.endsWith('/_control/events')) await promise
        return answer
      }
      Object.assign(window, { fetch: held })
      addEventListener('let-go', () => resolve())
    })
    const isAsked = other.waitForResponse(response => response.url().endsWith('/_control/events'))
    await other.goto(`${instance().url}/#/tags`)
    await isAsked
    await other.getByRole('heading', { name: 'Tags', level: 1 }).waitFor()
    await other.evaluate(async () => {
      location.hash = '#/requests'
      dispatchEvent(new HashChangeEvent('hashchange'))
      // it is drawn then, and listens only after that is on the screen
      for (let turn = 0; turn < 1_000 && !document.querySelector('.live'); turn++) await Promise.resolve()
      dispatchEvent(new Event('let-go'))
    })
    await other.getByRole('status').getByText('Live', { exact: true }).waitFor()
    await other.close()
  })

  test('is waited for once, however often the tab is left and entered again', async () => {
    await open('#/requests')
    await page().getByText('Live', { exact: true }).waitFor()
    const { came, release } = await hold('**/_control/events')
    await page().reload()
    await came
    const givenUp = page().waitForEvent('requestfailed', request => request.url().endsWith('/_control/events'))
    await page().evaluate(() => {
      for (const isHidden of [true, false]) {
        Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }
    })
    await givenUp
    release()
    await page().getByText('Live', { exact: true }).waitFor()
  })
})

describe.skipIf(!chromiumPath)('an instance that did not say whose key it is', () => {
  const { page, instance, heading, refused } = opened()

  test('is asked again', async () => {
    refused(503)
    let asked = 0
    await page().route('**/page/me', route =>
      ++asked === 1 ? route.fulfill({ status: 503, json: { message: 'Not now' } }) : route.continue(),
    )
    await page().goto(`${instance().url}/#/executions`)
    await page().reload()
    await heading('Executions').waitFor()
    await page().locator('.table tbody tr').first().waitFor()
    expect(asked).toBeGreaterThanOrEqual(2)
  })
})
