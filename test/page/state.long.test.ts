import { describe, expect, test } from 'bun:test'
import { chromiumPath } from './browser.ts'
import { opened } from './opened.ts'

describe.skipIf(!chromiumPath)('the state of the instance on the page', () => {
  const { page, open, button, toast, dialog, press, ask, instance, refused } = opened(
    {},
    { fixture: {}, profile: 'n8n-2.41', licence: 'all' },
  )
  const offer = (name: string, value: object) =>
    page()
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(value)) })

  test('a clock that is stopped stands still at the time that it is, not at the one that was last shown', async () => {
    await open('#/snapshots')
    await button('Freeze').waitFor()
    const shown = Date.parse(instance().clock.now())
    await page().waitForFunction(until => Date.now() > until, Date.now() + 1_500)
    await button('Freeze').click()
    await toast('Clock frozen.').waitFor()
    expect(Date.parse(instance().clock.now())).toBeGreaterThan(shown + 1_000)
    await button('Run').click()
    await toast('Clock running.').waitFor()
  })

  test('a clock that is set to a date and advanced shows in the sidebar, beside the version and simulated runs', async () => {
    refused(400)
    const facts = (name: string | RegExp) => page().locator('.side-facts').getByText(name)
    await open('#/snapshots')
    await facts('n8n-2.41').waitFor()
    await facts('Simulated runs: off').waitFor()
    await page().getByLabel('Date and time').fill('2040-12-24T18:00:00')
    await button('Set').click()
    await facts(/^Clock frozen: 24 Dec.* 18:00$/).waitFor()
    await page().getByLabel('Duration').fill('1d')
    await button('Advance').click()
    await facts(/^Clock frozen: 25 Dec.* 18:00$/).waitFor()
    expect(instance().clock.now().slice(0, 10)).toBe('2040-12-25')
    await page().getByLabel('Duration').fill('soon')
    await button('Advance').click()
    await page()
      .getByRole('status')
      .getByText('soon')
      .or(page().getByText(/advance/))
      .first()
      .waitFor()
    expect(instance().clock.now().slice(0, 10)).toBe('2040-12-25')
    await page().locator('.side-facts').getByRole('link', { name: 'Simulated runs' }).click()
    await page().getByRole('heading', { name: 'Simulation', level: 1 }).waitFor()
  })

  test('a file with data tables, projects and folders alone is imported, and says so', async () => {
    await open('#/state')
    await offer('more.json', {
      projects: [{ id: 'Project012345678', name: 'Sales' }],
      dataTables: [
        { name: 'People', columns: [{ name: 'email', type: 'string' }], rows: [{ email: 'a@example.com' }] },
      ],
    })
    await press('Import 1 project, 1 data table')
    await toast('Imported 1 project, 1 data table.').waitFor()
    expect(JSON.stringify(await ask('GET', '/api/v1/data-tables'))).toContain('People')
  })

  test('a comparison follows what is restored, and what others change', async () => {
    await instance().request('PUT', '/_control/snapshots/before')
    await instance().request('POST', '/api/v1/tags', { name: 'urgent' })
    await open('#/snapshots')
    await button('Compare').click()
    const compared = page().getByRole('region', { name: 'Compare' })
    await compared.getByText('urgent').waitFor()
    await button('Restore').click()
    await press('Restore the snapshot')
    await compared.getByText('No differences').waitFor()
    await instance().request('POST', '/api/v1/tags', { name: 'later' })
    await compared.getByText('later').waitFor()
    await instance().request('PUT', '/_control/snapshots/before')
    const { body } = await instance().request<{ data: { id: string; name: string }[] }>('GET', '/api/v1/tags')
    const later = body.data.find(({ name }) => name === 'later')
    await instance().request('PUT', `/api/v1/tags/${later?.id}`, { name: 'renamed' })
    await compared.locator('summary').filter({ hasText: 'renamed' }).click()
    const change = compared.getByRole('row', { name: /^name/ })
    expect(await change.locator('.is-before').textContent()).toContain('later')
    expect(await change.locator('.is-after').textContent()).toContain('renamed')
  })

  test('a comparison that takes long is not repeated unasked, but said to be old', async () => {
    await instance().request('PUT', '/_control/snapshots/before')
    await page().route('**/_control/state', async route => {
      await new Promise(done => setTimeout(done, 700))
      await route.continue()
    })
    await open('#/snapshots')
    await button('Compare').click()
    const compared = page().getByRole('region', { name: 'Compare' })
    await compared.getByText('No differences').waitFor()
    await instance().request('POST', '/api/v1/tags', { name: 'later' })
    await button('Compare again').click()
    await compared.getByText('later').waitFor()
    await page().unrouteAll()
  })

  test.each([
    ['notes.txt', 'notes.txt: it is not a .json file'],
    ['archive', 'archive: it is not a .json file'],
  ])('a file that is not JSON is named, with the reason: %s', async (name, reason) => {
    await open('#/state')
    await page()
      .locator('input[type=file]')
      .setInputFiles([
        { name, mimeType: 'text/plain', buffer: Buffer.from('some notes') },
        { name: 'tags.json', mimeType: 'application/json', buffer: Buffer.from('{"tags":[{"name":"urgent"}]}') },
      ])
    await dialog().getByText(reason).waitFor()
    await press('Import 1 tag')
    await toast('Imported 1 tag.').waitFor()
    await page()
      .locator('input[type=file]')
      .setInputFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from('some notes') }])
    await dialog().getByText(reason).waitFor()
  })

  test('a file with nothing in it is not imported', async () => {
    await open('#/state')
    await offer('empty.json', { workflows: [] })
    await press('Nothing to import')
    await dialog().getByRole('alert').waitFor()
    expect(await toast('Imported').count()).toBe(0)
  })
})
