import { describe, expect, test } from 'bun:test'
import { chromiumPath } from './browser.ts'
import { opened } from './opened.ts'

const fixture = {
  users: [
    { email: 'owner@example.com', role: 'global:owner' as const, apiKey: 'owner-key' },
    { email: 'mo@example.com', role: 'global:member' as const, apiKey: 'member-key' },
  ],
  tags: [{ name: 'urgent' }],
  variables: [{ key: 'CHANNEL', value: '#alerts' }],
  workflows: [
    { id: 'mine', name: 'Mine', nodes: [], connections: {}, owner: 'mo@example.com' },
    { id: 'old', name: 'Old', isArchived: true, nodes: [], connections: {}, owner: 'mo@example.com' },
  ],
}

describe.skipIf(!chromiumPath)('what is always refused is not offered', () => {
  const { page, open, row, heading, button, instance } = opened(
    {},
    { fixture, apiKey: 'owner-key', profile: 'n8n-2.41', licence: 'all' },
  )
  const openAs = async (key: string, place: string) => {
    await page().goto('about:blank')
    await open(`#key=${key}`)
    await heading('Workflows').waitFor()
    await page()
      .getByText(key === 'owner-key' ? 'owner@example.com' : 'mo@example.com')
      .first()
      .waitFor()
    await open(place)
  }

  test('nor is a role, before it is known which there are: one that is chosen stays chosen', async () => {
    const gate = Promise.withResolvers<void>()
    await page().route('**/api/v1/openapi.json', async route => {
      await gate.promise
      await route.continue()
    })
    await page().reload()
    await page().getByRole('link', { name: 'Users and keys' }).click()
    await button('Change the role of mo@example.com').click()
    await page().getByText('Loading the roles').waitFor()
    await page().evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await page().getByRole('dialog').getByLabel('Role').count()).toBe(0)
    gate.resolve()
    await page().getByRole('dialog').getByLabel('Role').waitFor()
  })

  test.each<[string, string, string, string[]]>([
    ['to delete a tag', '#/tags', 'urgent', ['Delete urgent']],
    [
      'to make, change or delete a variable',
      '#/variables',
      'CHANNEL',
      ['New variable', 'Change CHANNEL', 'Delete CHANNEL'],
    ],
  ])('to a member: %s', async (_, place, shown, names) => {
    for (const [key, count] of [
      ['member-key', 0],
      ['owner-key', 1],
    ] as const) {
      await openAs(key, place)
      await row(new RegExp(shown)).waitFor()
      for (const name of names) expect([name, await button(name).count()]).toEqual([name, count])
    }
  })

  test('to a member: projects, anywhere', async () => {
    await openAs('member-key', '#/workflows')
    expect(await page().getByRole('link', { name: 'Projects' }).count()).toBe(0)
    await page().keyboard.press('Control+k')
    await page().getByRole('combobox').fill('new')
    await page().getByRole('option', { name: 'New data table' }).waitFor()
    expect(
      await page()
        .getByRole('option', { name: /New (project|variable)/ })
        .count(),
    ).toBe(0)
    const { status } = await instance().request('GET', '/api/v1/projects', undefined, { key: 'member-key' })
    expect(status).toBe(403)
  })

  test('to a key with scopes: what its scopes leave out, here all but reading workflows and tags', async () => {
    const scopes = ['workflow:list', 'workflow:read', 'tag:list']
    const { body } = await instance().request('POST', '/_control/keys', { user: 'owner@example.com', scopes })
    await page().goto('about:blank')
    await open(`#key=${(body as { apiKey: string }).apiKey}`)
    await row(/Mine/).waitFor()
    await page().getByRole('link', { name: 'Audit' }).waitFor({ state: 'detached' })
    const links = await page().getByRole('navigation', { name: 'Instance' }).getByRole('link').allTextContents()
    expect(links).toEqual(['Workflows', 'Folders', 'Tags', 'Projects', 'Variables'])
    expect([await button('New workflow').count(), await page().getByRole('switch').count()]).toEqual([0, 0])
    await page().getByLabel('Select Mine').check()
    const bulk = page().getByRole('region', { name: 'Selected workflows' })
    expect(await bulk.getByRole('button').allTextContents()).toEqual(['Select none'])
    await open('#/tags')
    await row(/urgent/).waitFor()
    expect(await button('New tag').or(button('Rename urgent')).count()).toBe(0)
  })

  test('of an archived workflow: to rename it, to edit it, and to switch it on', async () => {
    for (const [id, count] of [
      ['old', 0],
      ['mine', 1],
    ] as const) {
      await open(`#/workflows/${id}/json`)
      await page().getByText('Actions', { exact: true }).click()
      await button('Duplicate').waitFor()
      expect([
        id,
        await button('Rename').count(),
        await button('Edit').count(),
        await page().getByRole('switch').count(),
      ]).toEqual([id, count, count, count])
    }
    await open('#/workflows?active=archived')
    await row(/Old/).waitFor()
    expect(await page().getByRole('switch').count()).toBe(0)
  })
})
