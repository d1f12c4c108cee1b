import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { sampleFixture } from '../migrate/sample.ts'
import { HOSTILE, startService } from '../migrate/strange-services.ts'
import { chromiumPath } from './browser.ts'
import { findingsInBothLooks } from './findings.ts'
import { opened, SLOW_MS } from './opened.ts'

const sizes = { workflows: 12, tags: 3, credentials: 4, executions: 6 }
const KEY = 'key-of-the-other-service'

describe.skipIf(!chromiumPath)('“Clone from…” on an empty instance', () => {
  const { page, open, dialog, button, row, instance, refused, watched } = opened({ width: 1440, height: 900 }, {})
  let service: TestInstance
  beforeEach(async () => {
    service = await startInstance({ apiKey: KEY, fixture: sampleFixture(sizes) })
  })
  afterEach(async () => {
    await service.stop()
  })
  const progress = () => dialog().getByRole('group', { name: 'How far it is' })
  const fill = async (key = KEY, url = service.url) => {
    await dialog().getByLabel('Address').fill(url)
    await dialog().getByLabel('API key of that service').fill(key)
    await dialog().getByLabel('Executions, the newest').fill('6')
  }

  test(
    'copies a service by keyboard alone, with its progress, and the key is kept nowhere',
    async () => {
      const sent: string[] = []
      page().on('request', request => sent.push(`${request.method()} ${request.url()}`))
      service.faults.add({ path: '/executions/:id', hang: true, times: 1 })
      await button('Clone from…').press('Enter')
      await dialog().getByLabel('Address').pressSequentially(service.url)
      await page().keyboard.press('Tab')
      await page().keyboard.type(KEY)
      await dialog().getByLabel('Executions, the newest').fill('6')
      expect(await findingsInBothLooks(page())).toEqual([])
      await page().keyboard.press('Enter')
      await progress().getByText('executions: 5 of 6').waitFor()
      expect(await findingsInBothLooks(page())).toEqual([])
      expect(await dialog().locator('input').count()).toBe(0)
      await service.reset()
      await dialog().getByText('Its version: contract.').waitFor()
      await dialog().getByText('12workflows').waitFor()
      expect(await findingsInBothLooks(page())).toEqual([])
      await page().keyboard.press('Escape')
      await row(/Workflow 12/).waitFor()
      expect(await button('Clone from…').count()).toBe(0)
      const held = await page().evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie, history.state]),
      )
      expect([held, await page().content(), ...sent].join('\n')).not.toContain(KEY)
      expect(sent).toContain(`POST ${instance().url}/_control/clone`)
    },
    SLOW_MS,
  )

  test(
    'says why it cannot be, keeps what was typed, and begins anew',
    async () => {
      refused(400)
      await button('Clone from…').click()
      await fill('not the key')
      await dialog().getByRole('button', { name: 'Clone' }).click()
      await dialog().getByRole('alert').getByText('invalid characters').waitFor()
      await fill('wrong', 'http://n8n.example.com')
      await dialog().getByRole('button', { name: 'Clone' }).click()
      await dialog().getByRole('alert').getByText('is not encrypted').waitFor()
      await fill('wrong')
      await dialog().getByRole('button', { name: 'Clone' }).click()
      await dialog().getByRole('alert').getByText('the key is not accepted (401)').waitFor()
      expect(await page().content()).not.toContain('wrong')
      expect(await dialog().getByLabel('Address').inputValue()).toBe(service.url)
      expect(await dialog().getByLabel('Executions, the newest').inputValue()).toBe('6')
      await page().keyboard.press('Escape')
      await button('Clone from…').click()
      expect(await dialog().getByLabel('Address').inputValue()).toBe(service.url)
      await using hostile = startService('hostile')
      await fill('wrong', hostile.url)
      await dialog().getByRole('button', { name: 'Clone' }).click()
      await dialog().getByRole('alert').getByText(HOSTILE).waitFor()
      expect(await page().locator('img').count()).toBe(0)
      await fill()
      await dialog().getByLabel('Only workflows with the tag').fill('tag 2')
      await dialog().getByLabel('Only active workflows').check()
      await dialog().getByRole('button', { name: 'Clone' }).click()
      await dialog().getByText('Its version: ').waitFor()
      await dialog().getByRole('button', { name: 'Done' }).click()
      await row(/Workflow 2 /).waitFor()
      expect(
        instance()
          .state()
          .workflows?.every(({ active }) => active),
      ).toBe(true)
    },
    SLOW_MS,
  )

  test(
    'goes on when the page is loaded again, and is cancelled',
    async () => {
      service.faults.add({ path: '/executions/:id', hang: true })
      await button('Clone from…').click()
      await fill()
      await dialog().getByRole('button', { name: 'Clone' }).click()
      await progress().getByText('executions: 0 of 6').waitFor()
      await page().reload()
      await button('Cloning…').click()
      await progress().getByText('workflows: 12 of 12').waitFor()
      await dialog().getByRole('button', { name: 'Cancel the clone' }).click()
      await dialog().getByText('Cancelled. Nothing was imported.').waitFor()
      expect(instance().state().workflows).toEqual([])
    },
    SLOW_MS,
  )

  test(
    'names what the key may not read, and the rest is there',
    async () => {
      await service.request('POST', '/_control/seed', {
        users: [{ email: 'mia@example.com', apiKey: 'mia-key' }],
        workflows: [{ name: 'Of Mia', owner: 'mia@example.com' }],
      })
      await page().keyboard.press('Control+k')
      await page().getByRole('combobox').fill('clone')
      await page().getByRole('option', { name: 'Clone from another service' }).waitFor()
      await page().keyboard.press('Enter')
      await fill('mia-key')
      await dialog().getByRole('button', { name: 'Clone' }).click()
      await dialog().getByText('Not copied: users').waitFor()
      await dialog().getByRole('button', { name: 'Done' }).click()
      await row(/Of Mia/).waitFor()
      expect(watched().troubles).toEqual([])
    },
    SLOW_MS,
  )

  test(
    'is not offered where there is something, nor to a member',
    async () => {
      await instance().request('POST', '/api/v1/tags', { name: 'a' })
      await open('#/tags')
      await row(/^a/).waitFor()
      await open('#/workflows')
      await page().getByText('No workflows yet').waitFor()
      await button('Clone from…').waitFor({ state: 'detached' })
      await instance().reset()
      await button('Clone from…').waitFor()
      const { body } = await instance().request('POST', '/_control/seed', {
        users: [{ email: 'mia@example.com', apiKey: 'mia-key' }],
      })
      expect(body).toMatchObject({ users: { inserted: 1 } })
      await page().goto('about:blank')
      await open('#key=mia-key')
      await page().getByText('No workflows yet').waitFor()
      await button('Clone from…').waitFor({ state: 'detached' })
    },
    SLOW_MS,
  )
})
