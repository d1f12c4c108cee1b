import { describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { chromiumPath } from './browser.ts'
import { opened } from './opened.ts'

describe.skipIf(!chromiumPath)('a request that a client made', () => {
  const { page, open, button, row, toast, ask, copied, instance, refused, dialog, press } = opened({
    width: 1440,
    height: 900,
  })
  const panel = () => page().getByRole('complementary', { name: /^Request / })
  const send = () => instance().request('POST', '/api/v1/tags', { name: 'urgent', extra: 1 })
  async function openFirst() {
    await send()
    await open('#/requests')
    await page()
      .getByRole('button', { name: /POST \/api\/v1\/tags/ })
      .click()
    await panel().getByRole('button', { name: 'Send again…' }).waitFor()
  }
  const tab = (name: string) => panel().getByRole('button', { name, exact: true }).click()

  test('opens: headers with the key masked, body, response, warnings and time line, also after a reload', async () => {
    await openFirst()
    for (const _ of ['', 'after a reload']) {
      // of a request that was refused, why stands first, in sight
      const response = panel().getByRole('region', { name: 'The body of the response' })
      expect(await response.textContent()).toContain('must NOT have additional properties')
      expect(await response.evaluate(it => it.getBoundingClientRect().top < innerHeight - 100)).toBe(true)
      await panel().getByText('the body has fields that the service refuses: extra').waitFor()
      await tab('Request')
      expect(await panel().getByRole('region', { name: 'The body that was sent' }).textContent()).toContain('"urgent"')
      await tab('Headers')
      await panel().getByText('[redacted]').waitFor()
      await tab('Timing')
      expect(await panel().locator('.time-line-name').allTextContents()).toEqual([
        'received',
        'key accepted',
        'response made',
        'answered',
      ])
      expect(await page().content()).not.toContain(instance().apiKey)
      await page().reload()
      await panel().getByRole('button', { name: 'Send again…' }).waitFor()
    }
    await page().keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
  })

  test('brings the warning that another version has what it asks for, in the list and opened', async () => {
    const hint = 'n8n-2.41 has GET /data-tables: start with --profile n8n-2.41'
    await instance().request('GET', '/api/v1/data-tables')
    await open('#/requests')
    await row(/data-tables/)
      .getByText(hint)
      .waitFor()
    await page()
      .getByRole('button', { name: /GET \/api\/v1\/data-tables/ })
      .click()
    await panel().getByText(hint).waitFor()
  })

  test('that calls a webhook is shown as a call, and is no request of the API', async () => {
    refused(404)
    instance().simulation.turn(true)
    await instance().request('POST', '/webhook/nope', { a: 1 }, { key: null })
    await open('#/requests')
    await row(/webhook/)
      .getByText('call of a webhook or form')
      .waitFor()
    await page()
      .getByRole('button', { name: /POST \/webhook\/nope/ })
      .click()
    await panel().getByRole('button', { name: 'Send again…' }).click()
    await press('Send')
    await dialog().getByText('Answered').waitFor()
    await page().keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    // Escape closes the dialog alone
    await panel().getByRole('button', { name: 'Close' }).waitFor()
    await instance().request('GET', '/api/v1/tags')
    await button('Calls').click()
    await row(/getTags/).waitFor({ state: 'detached' })
    expect(await page().locator('.requests tbody tr').count()).toBe(2)
    await panel().getByRole('link', { name: 'Make a fault of this' }).click()
    await page().getByText('POST /webhook/nope answers 404, for one request.').waitFor()
  })

  test('is copied as curl and as a matcher, neither with a key', async () => {
    await openFirst()
    await panel().getByRole('button', { name: 'Copy as curl' }).click()
    expect(await copied()).toContain(`curl -X POST '${instance().url}/api/v1/tags'`)
    await panel().getByRole('button', { name: 'Copy as matcher' }).click()
    await toast('Copied the matcher.').waitFor()
    expect(await copied()).toStartWith('expect(instance).toHaveReceived({')
    expect(await copied()).not.toContain(instance().apiKey)
  })

  test('is sent again, edited, as a client does it: it is logged', async () => {
    refused(400)
    await openFirst()
    await button('Send again…').click()
    await dialog().getByLabel('Body, as JSON').fill('{"name": "urgent",')
    await press('Send')
    await dialog().getByText('The body is not JSON: line 1, column 19').waitFor()
    await dialog().getByLabel('Body, as JSON').fill('{"name": "urgent"}')
    await press('Send')
    await dialog().getByText('201').waitFor()
    await page().keyboard.press('Escape')
    await row(/createTag 201/).waitFor()
    expect(JSON.stringify(await ask('GET', '/api/v1/tags'))).toContain('urgent')
  })

  test('is found by what stands in its body, and deleted; what was dropped is said', async () => {
    await send()
    for (let number = 0; number < 1001; number++) await instance().request('GET', '/api/v1/tags')
    await send()
    await open('#/requests')
    await page().getByText('3 older requests were deleted: the instance stores the last 1,000.').waitFor()
    await page().getByLabel('Search requests').fill('URGENT')
    await row(/getTags/)
      .first()
      .waitFor({ state: 'detached' })
    await page()
      .getByRole('button', { name: /POST \/api\/v1\/tags/ })
      .click()
    await panel().getByRole('button', { name: 'Delete' }).click()
    await page().getByText('No matching requests').waitFor()
    expect((await ask('GET', '/_control/requests?operation=createTag')).requests as unknown).toEqual([])
  })

  test('becomes a fault rule, which the next one like it meets and tells', async () => {
    await openFirst()
    const original = await send()
    await panel().getByRole('link', { name: 'Make a fault of this' }).click()
    await page().getByText('createTag answers 400, for one request.').waitFor()
    await page().waitForFunction(() => document.querySelector('textarea')?.value.includes('additional properties'))
    await page().getByLabel('Status', { exact: true }).fill('503')
    await button('Add the rule').click()
    await page().getByText('used 0 of 1').waitFor()
    const faulted = await send()
    expect([faulted.status, faulted.body]).toEqual([503, original.body])
    await page().getByText('used 1 of 1').waitFor()
    await button('Add the rule').click()
    await page().getByText('used 0 of 1').waitFor()
    expect(await page().getByText('used 1 of 1').count()).toBe(1)
    await open('#/requests/3')
    await panel().getByText('createTag answers 503').waitFor()
    await open('#/faults')
    await button('Remove used rules').click()
    await page().getByText('used 1 of 1').waitFor({ state: 'detached' })
    expect([(await send()).status, (await send()).status]).toEqual([503, 400])
  })

  test('is found by operation, status and key, and saved as HAR', async () => {
    await instance().seed({ users: [{ email: 'mo@example.com', apiKey: 'member-key' }] })
    await send()
    await instance().request('GET', '/api/v1/tags', undefined, { key: 'member-key' })
    await instance().request('GET', '/api/v1/workflows/none')
    await open('#/requests')
    await row(/getWorkflow/).waitFor()
    const expectRows = async (number: number) => {
      await page().waitForFunction(number => document.querySelectorAll('.requests tbody tr').length === number, number)
    }
    await page().getByLabel('Operation').selectOption('getTags')
    await expectRows(1)
    await page().getByLabel('Operation').selectOption('')
    await page().getByLabel('Status').selectOption('4xx')
    await expectRows(2)
    await page().getByLabel('Status').selectOption('404')
    await expectRows(1)
    await page().reload()
    await row(/getWorkflow/).waitFor()
    await expectRows(1)
    await page().getByLabel('Status').selectOption('')
    await page().getByLabel('User').selectOption('mo@example.com')
    await expectRows(1)
    const saving = page().waitForEvent('download')
    await button('Save as HAR').click()
    const saved = await saving
    expect(saved.suggestedFilename()).toEndWith('.har')
    const { log } = JSON.parse(await readFile(await saved.path(), 'utf8'))
    expect(log.entries).toMatchObject([{ request: { method: 'GET', url: `${instance().url}/api/v1/tags` } }])
    expect(JSON.stringify(log)).not.toContain('member-key')
  })
})

describe.skipIf(!chromiumPath)('a request that the page hears of late', () => {
  const { page, button, row, instance } = opened()

  test('keeps the warning that was asked for before', async () => {
    await page().addInitScript(() => {
      const { fetch } = globalThis
      globalThis.fetch = Object.assign(async (...given: Parameters<typeof fetch>) => {
        const answer = await fetch(...given)
        if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer
        const late = new TransformStream({
          async transform(piece, controller) {
            await new Promise(done => setTimeout(done, 1500))
            controller.enqueue(piece)
            if (new TextDecoder().decode(piece).includes('getWorkflows')) document.title += ' heard'
          },
        })
        return new Response(answer.body?.pipeThrough(late), answer)
      }, fetch)
    })
    await page().goto(`${instance().url}/#/requests`)
    await page().reload()
    await page().getByText('No requests yet').waitFor()
    await instance().request('GET', '/api/v1/workflows?limit=2')
    await page().evaluate(() => {
      document.title = 'Title'
    })
    await button('Warnings').click()
    await row(/getWorkflows.*next page/).waitFor()
    await page().waitForFunction(() => document.title.includes('heard'))
    await page().evaluate(() => new Promise(done => setTimeout(done, 200)))
    expect(await row(/getWorkflows.*next page/).count()).toBe(1)
  })
})
