import { describe, expect, test } from 'bun:test'
import { webhook } from '../runs/schedules/workflows.ts'
import { chromiumPath } from './browser.ts'
import { opened } from './opened.ts'

const of = (id: string, active: boolean) => ({
  id,
  name: `Workflow ${id}`,
  active,
  nodes: [webhook(id)],
  connections: {},
})
const fixture = { workflows: [of('on', true), of('off', false)] }

describe.skipIf(!chromiumPath)('the deletion of a published workflow', () => {
  const { page, open, button, dialog, press, ask, heading, refused, row } = opened(
    {},
    { fixture: fixture as never, profile: 'n8n-2.41' },
  )
  const askToDelete = async (id: string) => {
    await open(`#/workflows/${id}`)
    await heading(`Workflow ${id}`).waitFor()
    await page().getByText('Actions', { exact: true }).click()
    await button('Delete').click()
    await dialog().waitFor()
  }

  test('is said to be refused, in the words in which it is', async () => {
    refused(409)
    await askToDelete('on')
    const said = await dialog().locator('.notice').textContent()
    await dialog().getByLabel('Unpublish it first').uncheck()
    await press('Delete workflow')
    await dialog().getByRole('alert').waitFor()
    const { message } = (await ask('DELETE', '/api/v1/workflows/on')) as never as { message: string }
    expect(await dialog().getByRole('alert').textContent()).toContain(message)
    expect(said).toContain(`409: “${message}”`)
  })

  test('succeeds where it is unpublished first', async () => {
    await askToDelete('on')
    await dialog().getByText('POST /api/v1/workflows/on/deactivate').waitFor()
    await press('Delete workflow')
    await heading('Workflows').waitFor()
    await row(/Workflow on/).waitFor({ state: 'detached' })
    expect(((await ask('GET', '/api/v1/workflows')).data as never as { id: string }[]).map(({ id }) => id)).toEqual([
      'off',
    ])
  })

  test('is asked as any where the workflow is not published', async () => {
    await askToDelete('off')
    await dialog().getByText('DELETE /api/v1/workflows/off').waitFor()
    expect(await dialog().locator('.notice').count()).toBe(0)
  })

  test('among several is named before', async () => {
    await page().getByLabel('Select all that are shown').check()
    await page().getByRole('region', { name: 'Selected workflows' }).getByRole('button', { name: 'Delete' }).click()
    await dialog().getByText('One of them is published: this will be answered 409').waitFor()
  })
})

describe.skipIf(!chromiumPath)('a version that deletes what is published', () => {
  const { page, open, button, dialog, heading } = opened({}, { fixture: fixture as never, profile: 'n8n-1.41' })

  test('is not said to refuse it', async () => {
    await open('#/workflows/on')
    await heading('Workflow on').waitFor()
    await page().getByText('Actions', { exact: true }).click()
    await button('Delete').click()
    await dialog().getByText('DELETE /api/v1/workflows/on').waitFor()
    expect(await dialog().locator('.notice').count()).toBe(0)
  })
})
