import { describe, expect, test } from 'bun:test'
import { chromiumPath, openPage } from './browser.ts'
import { opened } from './opened.ts'

describe.skipIf(!chromiumPath)('a change by somebody else', () => {
  const { page, open, heading, row, ask, instance, watched } = opened({ width: 390, height: 844, colorScheme: 'dark' })
  const count = (place: string) => page().locator(`a[href="#/${place}"] .place-count`)

  const CHANGES: [what: string, place: string, change: () => Promise<unknown>, isShown: () => Promise<void>][] = [
    ['a tag by the API', '#/tags', () => ask('POST', '/api/v1/tags', { name: 'fresh' }), () => row(/fresh/).waitFor()],
    [
      'a workflow by the API',
      '#/workflows',
      () => ask('POST', '/api/v1/workflows/5/activate'),
      () => page().getByRole('switch', { name: 'Enrich a company active', checked: true }).waitFor(),
    ],
    [
      'the name of an open workflow',
      '#/workflows/7',
      async () => {
        const { nodes, connections } = await ask('GET', '/api/v1/workflows/7')
        await ask('PUT', '/api/v1/workflows/7', { name: 'Renamed', nodes, connections, settings: {} })
      },
      () => heading('Renamed').waitFor(),
    ],
    [
      'an execution by the control API',
      '#/executions',
      () => ask('POST', '/_control/executions', { workflowId: '5', status: 'crashed' }),
      () => row(/Crashed Enrich a company/).waitFor(),
    ],
    [
      'an execution of the open workflow by the kit',
      '#/workflows/5/executions',
      () => instance().executions.add({ workflowId: '5', status: 'canceled' }),
      () => row(/Canceled/).waitFor(),
    ],
    [
      'a credential by the API',
      '#/credentials',
      () => ask('POST', '/api/v1/credentials', { name: 'New one', type: 'slackApi', data: { accessToken: 'x' } }),
      () => row(/New one/).waitFor(),
    ],
    [
      'a user by a seed',
      '#/users',
      () => instance().seed({ users: [{ email: 'zoe@example.com' }] }),
      () => row(/zoe@example.com/).waitFor(),
    ],
    [
      'a snapshot by the kit',
      '#/snapshots',
      async () => instance().snapshot('by-the-kit'),
      () => page().getByText('by-the-kit').first().waitFor(),
    ],
    [
      'a fault rule by the control API',
      '#/faults',
      () => ask('POST', '/_control/faults', { operation: 'createTag', status: 500 }),
      () => page().getByText('createTag answers 500').waitFor(),
    ],
    [
      'how often a fault rule hit',
      '#/faults',
      async () => {
        instance().faults.add({ operation: 'getTags', status: 500, times: 3 })
        await instance().request('GET', '/api/v1/tags')
      },
      () => page().getByText('used 1 of 3').waitFor(),
    ],
  ]

  test('shows without a reload, of each kind and by each client', async () => {
    for (const [what, place, change, isShown] of CHANGES) {
      await open(place)
      await page().locator('h1').waitFor()
      await page().waitForFunction(() => !document.querySelector('.loading'))
      await change()
      await isShown().catch(cause => {
        throw new Error(`${what} did not show`, { cause })
      })
    }
  })

  test('shows in the counts of the navigation, in every tab, and leaves a list on its page', async () => {
    await instance().seed({
      workflows: Array.from({ length: 60 }, (_, at) => ({ name: `More ${at}`, nodes: [], connections: {} })),
    })
    await open('#/workflows')
    await page().getByRole('button', { name: 'Next' }).click()
    await page()
      .getByText(/^Page 2 /)
      .waitFor()
    const other = await openPage(watched())
    await other.goto(`${instance().url}/#/tags`)
    await other.getByRole('heading', { name: 'Tags', level: 1 }).waitFor()
    await ask('POST', '/api/v1/tags', { name: 'fresh' })
    await other.getByRole('row', { name: /fresh/ }).waitFor()
    await ask('DELETE', '/api/v1/workflows/1')
    await page().getByRole('button', { name: 'Open the menu' }).click()
    await count('workflows').getByText('73').waitFor()
    await count('tags').getByText('7').waitFor()
    expect(
      await page()
        .getByText(/^Page 2 /)
        .count(),
    ).toBe(1)
    await other.close()
  })
})

describe.skipIf(!chromiumPath)('the key', () => {
  const { ask, page, open, heading, button, instance, watched, refused } = opened()

  test('is not asked for again in a new tab, and is stored nowhere that outlives the session', async () => {
    const other = await openPage(watched())
    await other.goto(`${instance().url}/#/tags`)
    await other.getByRole('heading', { name: 'Tags', level: 1 }).waitFor()
    const stored = await other.evaluate(() => JSON.stringify([{ ...localStorage }, document.cookie]))
    expect(stored).not.toContain(instance().apiKey)
    await other.close()
  })

  test('comes from a tab that is busy, after the question for it is on the screen', async () => {
    const other = await openPage(watched())
    await other.addInitScript(() => {
      const post = BroadcastChannel.prototype.postMessage
      BroadcastChannel.prototype.postMessage = function (message) {
        setTimeout(() => post.call(this, message), 1_000)
      }
    })
    await other.goto(`${instance().url}/#/tags`)
    await other.getByLabel('API key').waitFor()
    await other.getByRole('heading', { name: 'Tags', level: 1 }).waitFor()
    await other.close()
  })

  test('is not told to a page of another port of the same host', async () => {
    await using stranger = await startStranger()
    const other = await openPage(watched())
    await other.goto(stranger.url)
    const heard = await other.evaluate(async () => {
      const heard: unknown[] = []
      const channel = new BroadcastChannel('understudy.key')
      channel.onmessage = ({ data }) => heard.push(data)
      channel.postMessage({ asks: true })
      await new Promise(resolve => setTimeout(resolve, 500))
      return heard
    })
    expect(heard).toEqual([])
    await other.close()
  })

  test('is asked for where one is, says where it comes from, and leads on to that place', async () => {
    refused(401)
    await open('#/workflows/4/executions?status=error')
    await button('Forget the key').click()
    await page().getByText('Where is the key?').waitFor()
    await page().getByLabel('API key').fill('wrong')
    await button('Open the instance').click()
    await page().getByRole('alert').getByText('Wrong API key').waitFor()
    await page().getByLabel('API key').fill(instance().apiKey)
    await button('Open the instance').click()
    await heading('Nightly invoice sync').waitFor()
    expect(page().url()).toEndWith('#/workflows/4/executions?status=error')
    await page().getByRole('row', { name: /Error/ }).first().waitFor()
  })

  test('is what every request has: where it is gone, nothing is asked', async () => {
    await open('#/tags')
    await heading('Tags').waitFor()
    await page().evaluate(() => sessionStorage.clear())
    await ask('POST', '/api/v1/tags', { name: 'fresh' })
    await page().getByText('There is no key.').waitFor()
  })

  test.each([['ключ'], ['“quoted”'], ['🗝️']])(
    'that no header can hold is none that the instance knows: %s',
    async key => {
      await button('Forget the key').click()
      await page().getByLabel('API key').fill(key)
      await button('Open the instance').click()
      await page().getByRole('alert').getByText('Wrong API key').waitFor()
      await page().goto('about:blank')
      await open(`#key=${encodeURIComponent(key)}`)
      await page().getByRole('alert').getByText('Wrong API key').waitFor()
    },
  )

  test('of a member shows what a member may, and asks for nothing else', async () => {
    const key = 'member-key'
    await instance().seed({ users: [{ email: 'mo@example.com', role: 'global:member', apiKey: key }] })
    await instance().seed({
      workflows: [{ id: 'mine', name: 'Mine', nodes: [], connections: {}, owner: 'mo@example.com' }],
      executions: [{ workflowId: 'mine', status: 'error' }],
    })
    await page().goto('about:blank')
    await open(`#key=${key}`)
    await page().getByText('mo@example.com').waitFor()
    await page().getByRole('row', { name: /Mine/ }).waitFor()
    for (const hidden of ['Users and keys', 'Audit', 'Requests', 'Faults', 'State']) {
      expect(await page().getByRole('link', { name: hidden, exact: true }).count()).toBe(0)
    }
    await page().getByRole('link', { name: 'Executions' }).click()
    await page().getByRole('row', { name: /Error/ }).waitFor()
    await page().getByRole('link', { name: 'Credentials' }).click()
    await page().getByText('They are not listed').waitFor()
    await open('#/state')
    await page().getByText('For the owner of the instance').waitFor()
    await open('#/tags')
    await instance().request('POST', '/api/v1/tags', { name: 'fresh' })
    await page().getByRole('row', { name: /fresh/ }).waitFor()
  })
})

async function startStranger() {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response('<p>stranger', { headers: { 'content-type': 'text/html' } }),
  })
  return { url: `http://127.0.0.1:${server.port}`, [Symbol.asyncDispose]: () => server.stop(true) }
}
