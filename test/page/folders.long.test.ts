import { describe, expect, test } from 'bun:test'
import { chromiumPath } from './browser.ts'
import { opened } from './opened.ts'

const PROJECT = 'projectprojectpr'
const trigger = {
  id: 'a',
  name: 'Every day',
  type: 'n8n-nodes-base.scheduleTrigger',
  typeVersion: 1.2,
  position: [0, 0] as [number, number],
  parameters: { rule: { interval: [{}] } },
}
const fixture = {
  licence: 'all',
  users: [
    { email: 'owner@example.com', role: 'global:owner' as const, apiKey: 'key' },
    { email: 'mo@example.com', role: 'global:member' as const },
  ],
  tags: [{ name: 'urgent' }, { name: 'kept' }],
  projects: [{ id: PROJECT, name: 'Sales' }],
  workflows: [
    { id: 'can', name: 'Can start', nodes: [trigger], connections: {}, tags: ['kept'] },
    { id: 'cannot', name: 'Cannot start', nodes: [], connections: {} },
  ],
}

describe.skipIf(!chromiumPath)('folders and selected workflows', () => {
  const { page, open, heading, dialog, press, button, row, toast, ask, refused } = opened(
    { width: 1280 },
    { fixture, apiKey: 'key', profile: 'n8n-2.41' },
  )
  const bulk = () => page().getByRole('region', { name: 'Selected workflows' })
  const select = (name: string) => page().getByLabel(`Select ${name}`, { exact: true }).check()
  const field = (name: string) => dialog().getByLabel(name, { exact: true })
  const choice = (name: string) => dialog().getByLabel(name)
  const tagsOf = async (id: string) => {
    const tags = (await ask('GET', `/api/v1/workflows/${id}/tags`)) as unknown as { name: string }[]
    return tags.map(({ name }) => name).sort()
  }

  test('folders are made, renamed, moved into each other, and deleted', async () => {
    await open('#/folders')
    for (const name of ['One', 'Two']) {
      await button('New folder').click()
      await field('Name').fill(name)
      await press('Create folder')
      await row(new RegExp(name)).waitFor()
    }
    await button('Rename Two').click()
    await field('Name').fill('Second')
    await press('Rename folder')
    await button('Move Second').click()
    await choice('Into').selectOption({ label: 'One' })
    await press('Move folder')
    await row(/Second/).waitFor({ state: 'detached' })
    await page().getByRole('link', { name: 'One' }).click()
    await heading('One').waitFor()
    await page().getByRole('link', { name: 'Second' }).click()
    await heading('Second').waitFor()
    await page().getByRole('link', { name: 'The folder above' }).click()
    await heading('One').waitFor()
    await page().getByRole('navigation', { name: 'Way back' }).getByRole('link', { name: 'Folders' }).click()
    await heading('Folders').waitFor()
    await button('Delete One').click()
    await press('Delete folder')
    await page().getByText('No folders yet').waitFor()
  })

  test('workflows are moved to a folder of another project, tagged, activated and deleted, each with its answer', async () => {
    refused(400)
    await ask('POST', `/api/v1/projects/${PROJECT}/folders`, { name: 'Europe' })
    await open('#/workflows')
    await select('Can start')
    await select('Cannot start')
    await bulk().getByText('2 workflows selected').waitFor()
    await bulk().getByRole('button', { name: 'Move' }).click()
    await choice('Project').selectOption({ label: 'Sales' })
    await choice('Folder').selectOption({ label: 'Europe' })
    await press('Move 2 workflows')
    await toast('Moved 2 of 2 workflows.').waitFor()
    await bulk().waitFor({ state: 'detached' })
    await open(`#/folders/${PROJECT}`)
    await page().getByRole('link', { name: 'Europe' }).click()
    await heading('Europe').waitFor()
    await page().getByLabel('Select all that are shown').check()
    await bulk().getByRole('button', { name: 'Tags' }).click()
    await dialog().getByLabel('urgent').check()
    await press('Change the tags of 2 workflows')
    await toast('Changed the tags of 2 of 2 workflows.').waitFor()
    expect([await tagsOf('can'), await tagsOf('cannot')]).toEqual([['kept', 'urgent'], ['urgent']])
    await page().getByLabel('Select all that are shown').check()
    await bulk().getByRole('button', { name: 'Activate', exact: true }).click()
    await press('Activate 2 workflows')
    await dialog().getByText('Activated 1 of 2, 1 refused.').waitFor()
    const refusal = dialog().getByRole('listitem').filter({ hasText: 'Cannot start' })
    await refusal.getByText(/cannot be activated because it has no trigger/).waitFor()
    await press('Close')
    await bulk().getByText('1 workflow selected').waitFor()
    await bulk().getByRole('button', { name: 'Delete' }).click()
    await press('Delete 1 workflow')
    await row(/Cannot start/).waitFor({ state: 'detached' })
    const { data } = await ask('GET', '/api/v1/workflows')
    expect(data as unknown).toMatchObject([{ id: 'can', active: true }])
  })

  test('a user gets another role, and is deleted', async () => {
    await open('#/users')
    await row(/mo@example\.com Member/).waitFor()
    await button('Change the role of mo@example.com').click()
    await choice('Role').selectOption('global:admin')
    await press('Change the role')
    await row(/mo@example\.com Admin/).waitFor()
    expect(await button('Delete owner@example.com').count()).toBe(0)
    await button('Delete mo@example.com').click()
    await press('Delete user')
    await row(/mo@example\.com/).waitFor({ state: 'detached' })
  })
})
