import { describe, expect, test } from 'bun:test'
import { chromiumPath } from './browser.ts'
import { opened } from './opened.ts'

const fixture = {
  users: [
    { email: 'owner@example.com', role: 'global:owner' as const, apiKey: 'owner-key' },
    { email: 'mo@example.com', role: 'global:member' as const, apiKey: 'member-key' },
  ],
}
const named = (name: string) => ({ name, nodes: [], connections: {} })

const files = (workflows: object[]) => ({
  name: 'a.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(workflows)),
})

describe.skipIf(!chromiumPath)('an import', () => {
  const { page, open, heading, dialog, press, toast, ask, instance } = opened({}, { fixture, apiKey: 'owner-key' })

  test('before the page knows whose key it is waits until it does', async () => {
    const asked = Promise.withResolvers<void>()
    const known = Promise.withResolvers<void>()
    await page().route('**/page/me', async route => {
      asked.resolve()
      await known.promise
      await route.fallback()
    })
    await page().goto('about:blank')
    await open(`#key=${instance().apiKey}`)
    await asked.promise
    await page()
      .locator('input[type=file]')
      .setInputFiles(files([{ id: 'orders', ...named('Orders') }]))
    await heading('Workflows').waitFor()
    expect(await dialog().count()).toBe(0)
    known.resolve()
    await dialog().getByText('Imports everything, or nothing').waitFor()
    await press('Import 1 workflow')
    await toast('Imported 1 workflow.').waitFor()
    expect(await ask('GET', '/api/v1/workflows/orders')).toMatchObject({ name: 'Orders' })
    await page().unrouteAll()
  })
})

describe.skipIf(!chromiumPath)('an import of a member that is refused midway', () => {
  const { page, open, heading, dialog, press, row, toast, refused, instance, watched } = opened(
    { width: 390, height: 844 },
    { fixture, apiKey: 'owner-key' },
  )
  const offer = async (...workflows: object[]) => {
    await page().goto('about:blank')
    await open('#key=member-key')
    await heading('Workflows').waitFor()
    await page().getByText('mo@example.com').waitFor({ state: 'attached' })
    await page().locator('input[type=file]').setInputFiles(files(workflows))
    await dialog().getByText('created one by one').waitFor()
  }
  const item = (name: string) => dialog().getByRole('listitem').filter({ hasText: name })
  const names = async () => {
    const { body } = await instance().request('GET', '/api/v1/workflows', undefined, { key: 'member-key' })
    return (body as { data: { name: string }[] }).data.map(({ name }) => name).sort()
  }

  test('says what is imported, and makes nothing twice when it is pressed again', async () => {
    refused(400)
    await offer(named('First'), { ...named('Second'), nodes: [7] }, named('Third'))
    await press('Import 3 workflows')
    await dialog().getByRole('alert').waitFor()
    await item('First').getByText('imported').waitFor()
    await dialog().getByText('1 of 3 workflows is imported').waitFor()
    expect(await dialog().getByText('imported', { exact: true }).count()).toBe(1)
    const again = page().waitForResponse(response => response.request().method() === 'POST')
    await press('Import 2 workflows')
    expect((await again).status()).toBe(400)
    expect(await names()).toEqual(['First'])
  })

  test('goes on with the rest when it is pressed again', async () => {
    refused(503)
    let asked = 0
    await page().route('**/api/v1/workflows', route => {
      if (route.request().method() !== 'POST') return route.fallback()
      asked += 1
      return asked === 3 ? route.fulfill({ status: 503, json: { message: 'not now' } }) : route.fallback()
    })
    await offer(...['First', 'Second', 'Third', 'Fourth'].map(named))
    await press('Import 4 workflows')
    await dialog().getByRole('alert').getByText('not now').waitFor()
    await item('Second').getByText('imported').waitFor()
    await press('Import 2 workflows')
    await toast('Imported 2 workflows.').waitFor()
    await row(/Fourth/).waitFor()
    expect(await names()).toEqual(['First', 'Fourth', 'Second', 'Third'])
    await page().unrouteAll()
  })

  test('leaves out what is refused, where that is wanted, and goes on after it', async () => {
    refused(400)
    await offer(named('First'), { ...named('Second'), nodes: [7] }, named('Third'))
    await press('Import 3 workflows')
    await item('Second').getByRole('button', { name: 'Leave it out' }).click()
    await item('Second').getByText('left out').waitFor()
    await press('Import 1 workflow')
    await toast('Imported 1 workflow.').waitFor()
    await row(/Third/).waitFor()
    expect(await names()).toEqual(['First', 'Third'])
  })

  test('says of one that was not answered that it may be in', async () => {
    await page().route('**/api/v1/workflows', async route => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await offer(named('First'), named('Second'))
    await press('Import 2 workflows')
    await dialog().getByRole('alert').waitFor()
    await item('First').getByText('may be imported: there was no answer').waitFor()
    expect(await dialog().getByText('imported', { exact: true }).count()).toBe(0)
    expect(watched().troubles.splice(0)).toEqual([expect.stringContaining('net::ERR_CONNECTION_RESET')])
    await page().unrouteAll()
  })
})
