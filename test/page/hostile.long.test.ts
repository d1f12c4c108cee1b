import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { chromiumPath, openBrowser, type Watched } from './browser.ts'
import { jsonEditor } from './json-editor.ts'

setDefaultTimeout(60_000)
const BAD = '<img src=x onerror=alert(1)>'
const SHORT = '<b onclick=alert(1)>'
const QUOTED = `"'><script>alert(1)</script>`

const node = (name: string, at: number, more = {}) => ({
  id: `${name}${at}`,
  name,
  type: `n8n-nodes-base.${BAD}`,
  typeVersion: 1,
  position: [at * 200, 0],
  parameters: { [BAD]: BAD },
  notes: BAD,
  credentials: { [BAD]: { id: BAD, name: BAD } },
  ...more,
})
const error = { message: BAD, description: BAD, node: { name: BAD } }
const runOf = (more: object) => [{ startTime: 1, executionTime: 5, source: [], executionStatus: 'success', ...more }]

const fixture = {
  users: [
    { email: 'owner@example.com', firstName: SHORT, lastName: QUOTED, role: 'global:owner' as const, apiKey: 'key' },
  ],
  tags: [{ id: BAD, name: BAD }],
  credentials: [{ id: BAD, name: BAD, type: BAD, data: { secret: 'never-shown' } }],
  workflows: [
    {
      id: BAD,
      name: BAD,
      tags: [BAD],
      nodes: [
        node(BAD, 0, { type: `${BAD}Trigger` }),
        node(QUOTED, 1, { disabled: true }),
        {
          ...node('Note', 2),
          type: 'n8n-nodes-base.stickyNote',
          parameters: { content: `# ${BAD}\n${QUOTED}`, color: BAD },
        },
        node(SHORT, 3, { type: 'n8n-nodes-base.code' }),
        { name: { [BAD]: BAD }, type: 7, position: [BAD, BAD] },
      ],
      connections: { [BAD]: { main: [[{ node: QUOTED, type: 'main', index: 0 }], BAD], [BAD]: BAD }, [QUOTED]: BAD },
    },
  ],
  executions: [
    {
      id: 1,
      workflowId: BAD,
      status: 'error' as const,
      data: {
        resultData: {
          error,
          lastNodeExecuted: BAD,
          runData: {
            [BAD]: runOf({ error, data: { main: [[{ json: { [BAD]: BAD } }]] } }),
            [QUOTED]: runOf({ executionStatus: BAD, data: { main: BAD } }),
          },
        },
      },
    },
  ],
}

const id = encodeURIComponent(BAD)

describe.skipIf(!chromiumPath)('names that are markup', () => {
  let instance: TestInstance
  let watched: Watched
  beforeAll(async () => {
    instance = await startInstance({ fixture, apiKey: 'key' })
    watched = await openBrowser()
    await instance.request('GET', `/api/v1/workflows/${encodeURIComponent(BAD)}?name=${encodeURIComponent(BAD)}`)
    await instance.request('POST', '/api/v1/tags', { name: QUOTED, [BAD]: BAD }, { headers: { 'x-bad': BAD } })
    await instance.request('PUT', '/_control/snapshots/before')
    await instance.request('POST', '/api/v1/tags', { name: QUOTED })
    await instance.request('POST', '/_control/keys', { user: 'owner@example.com', label: BAD })
    await instance.request('POST', '/_control/faults', { path: `/workflows/${BAD}`, status: 500, body: BAD })
  })
  afterAll(async () => {
    await watched?.close()
    await instance?.stop()
  })

  test.each<[string, string, string]>([
    ['the list of workflows', '#/workflows', BAD],
    ['a workflow', `#/workflows/${id}`, BAD],
    ['its executions', `#/workflows/${id}/executions`, BAD],
    ['its JSON', `#/workflows/${id}/json`, BAD],
    ['all executions', '#/executions', BAD],
    ['an execution', '#/executions/1', BAD],
    ['an execution as JSON', '#/executions/1/json', BAD],
    ['tags', '#/tags', BAD],
    ['users', '#/users', QUOTED],
    ['credentials', '#/credentials', BAD],
    ['requests', '#/requests', '/api/v1/workflows'],
    ['a request with its headers and bodies', '#/requests/2', BAD],
    ['the name in a query', '#/requests/1', BAD],
    ['keys', '#/users', BAD],
    ['fault rules', '#/faults', BAD],
    ['a fault to be made, from the address', `#/faults?operation=${id}&status=${id}`, BAD],
    ['filters of requests, from the address', `#/requests?operation=${id}&user=${id}`, BAD],
    ['an address that is markup', `#/${id}`, 'Page not found'],
    ['a thing that does not exist', `#/workflows/${encodeURIComponent(QUOTED)}`, 'Not found'],
  ])('are shown as text: %s', async (_, place, text) => {
    const { page, troubles } = watched
    troubles.length = 0
    await page.goto('about:blank')
    await page.goto(`${instance.url}/#key=key`)
    await page.locator('h1').waitFor()
    await page.goto(`${instance.url}/${place}`)
    await page
      .locator(`body :text(${JSON.stringify(text)})`)
      .first()
      .waitFor({ state: 'attached' })
    expect(await page.locator('img, script:not([src]), b, [onclick], [onerror]').count()).toBe(0)
    expect(await page.content()).not.toContain('never-shown')
    expect(troubles.filter(trouble => !trouble.includes('404'))).toEqual([])
  })

  test('are shown as text in the panel of a node, in questions and in messages', async () => {
    const { page, troubles } = watched
    await page.goto(`${instance.url}/#/executions/1`)
    await page.locator('.node.state-error').click()
    await page
      .getByRole('complementary', { name: `Node ${BAD}` })
      .getByText(BAD)
      .first()
      .waitFor()
    await page.goto(`${instance.url}/#/workflows`)
    await page.getByRole('switch').click()
    await page.getByRole('status').getByText(`Activated “${BAD}”.`).waitFor()
    await page.goto(`${instance.url}/#/tags`)
    await page.getByRole('button', { name: `Delete ${BAD}` }).click()
    await page.getByRole('dialog').getByRole('heading', { name: BAD }).waitFor()
    await page.goto(`${instance.url}/#/audit`)
    await page.getByRole('button', { name: 'Run the audit' }).click()
    await page.locator('.report').getByText(SHORT).first().waitFor()
    expect(await page.locator('img, script:not([src]), b').count()).toBe(0)
    expect(troubles.filter(trouble => !trouble.includes('404'))).toEqual([])
  })

  test('are shown as text where things are done: palette, dialogs, a drop, an editor, a difference', async () => {
    const { page, troubles } = watched
    troubles.length = 0
    const nothingRan = async () => {
      expect(await page.locator('img, script:not([src]), b, [onclick], [onerror]').count()).toBe(0)
      expect(troubles.filter(trouble => !/40[049]/.test(trouble))).toEqual([])
    }
    await page.goto(`${instance.url}/#/workflows/${id}`)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('<img')
    await page
      .getByRole('option', { name: `${BAD} workflow` })
      .first()
      .waitFor()
    await nothingRan()
    await page.keyboard.press('Escape')
    for (const action of ['Rename', 'Duplicate', 'Tags', 'Add an execution', 'Delete']) {
      await page.getByText('Actions', { exact: true }).click()
      await page.getByRole('button', { name: action, exact: true }).click()
      await page.getByRole('dialog').getByRole('heading', { name: BAD }).waitFor()
      await nothingRan()
      await page.keyboard.press('Escape')
    }
    await page.goto(`${instance.url}/#/workflows/${id}/json`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await jsonEditor(() => page).fill(`{"${BAD}": 1}`)
    await page.getByRole('button', { name: 'Save the workflow' }).click()
    await page.getByRole('alert').getByRole('listitem').first().waitFor()
    await nothingRan()
    await page.getByRole('button', { name: 'Discard the changes' }).click()
    const files = [
      { name: `${SHORT}.json`, mimeType: 'application/json', buffer: Buffer.from('7') },
      {
        name: 'b.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ workflow: { name: QUOTED, nodes: [], connections: {} } })),
      },
    ]
    await page.goto(`${instance.url}/#/state`)
    await page.locator('input[type=file]').setInputFiles(files)
    await page.getByRole('dialog').getByText(QUOTED).waitFor()
    await page.getByRole('dialog').getByText(`${SHORT}.json: it is neither a workflow`).waitFor()
    await nothingRan()
    await page.keyboard.press('Escape')
    await page.goto(`${instance.url}/#/snapshots`)
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('region', { name: 'tags' }).getByText(QUOTED).waitFor()
    await nothingRan()
    await page.goto(`${instance.url}/#/requests/2`)
    await page.getByRole('button', { name: 'Send again…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('region', { name: 'The answer' }).getByText('400').waitFor()
    await nothingRan()
  })

  test('are text in the saved picture', async () => {
    const { page } = watched
    await page.goto(`${instance.url}/#/workflows/${id}`)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as SVG' }).click()
    const svg = await Bun.file(await (await saving).path()).text()
    expect(svg).toContain('&lt;img')
    expect(svg).not.toMatch(/<img|<script|onerror="/)
  })
})
