import { describe, test } from 'bun:test'
import type { Fixture } from '../../src/testing.ts'
import { chromiumPath } from './browser.ts'
import { focusOf, WIDTHS } from './focus-of.ts'
import { jsonEditor } from './json-editor.ts'
import { opened } from './opened.ts'

const workflowOf = (id: string, name: string) => ({
  id,
  name,
  active: true,
  connections: {},
  settings: {},
  nodes: [
    {
      id: 'a',
      name: 'Start',
      type: 'n8n-nodes-base.scheduleTrigger',
      typeVersion: 1,
      position: [0, 0],
      parameters: { rule: { interval: [{}] } },
    },
  ],
})
const FIXTURE = {
  workflows: [workflowOf('1', 'First'), workflowOf('2', 'Second')],
  executions: Array.from({ length: 30 }, (_, at) => ({ id: String(at + 1), workflowId: '1', status: 'success' })),
} as Fixture

describe.skipIf(!chromiumPath).each(WIDTHS)('the keyboard focus stays in its place, %o', look => {
  const on = opened(look, { fixture: FIXTURE })
  const { ask, button, heading, open, page } = on
  const { enter, key, keepsFocus, reaches } = focusOf(on)

  test.each<[string, string, () => Promise<void>, string]>([
    [
      'a snapshot is deleted',
      '#/snapshots',
      async () => {
        await ask('PUT', '/_control/snapshots/one')
        await ask('PUT', '/_control/snapshots/two')
        await enter('Delete the snapshot one')
        await enter('Delete the snapshot')
      },
      'Delete the snapshot two',
    ],
    [
      'a fault rule is removed',
      '#/faults',
      async () => {
        for (const status of [500, 501]) await ask('POST', '/_control/faults', { operation: 'createTag', status })
        await enter('Remove the rule: createTag answers 500')
      },
      'Remove the rule: createTag answers 501',
    ],
    [
      'all fault rules are removed',
      '#/faults',
      async () => {
        await ask('POST', '/_control/faults', { operation: 'createTag', status: 500 })
        await button('Remove the rule: createTag answers 500').waitFor()
        await enter('Remove all')
        await enter('Remove all rules')
        await page().getByText('No rules', { exact: true }).waitFor()
      },
      'Remove all',
    ],
    [
      'the JSON of a workflow is edited',
      '#/workflows/1/json',
      async () => {
        await enter('Edit')
        await reaches('The workflow as JSON, to edit')
        await key('Control+a')
        await jsonEditor(page).paste('{"name":"Other","nodes":[],"connections":{},"settings":{}}')
        await enter('Save the workflow')
        await heading('Other').waitFor()
      },
      'Edit',
    ],
    [
      'a workflow that is not shown any more is switched off',
      '#/workflows?active=true',
      async () => {
        await page().getByRole('switch', { name: 'First active' }).press('Enter')
        await page().getByRole('switch', { name: 'First active' }).waitFor({ state: 'detached' })
      },
      'Second active',
    ],
    [
      'a question is asked that the palette wants',
      '#/tags',
      async () => {
        await key('Control+k')
        await page().keyboard.type('new tag')
        await page().getByRole('option', { name: 'New tag', selected: true }).waitFor()
        await key('Enter')
        await reaches('Name')
        await key('Escape')
      },
      'Tags',
    ],
    [
      'a menu is closed by a key',
      '#/workflows/1',
      async () => {
        await page().locator('summary').press('Enter')
        await key('Tab')
        await key('Escape')
      },
      'Actions',
    ],
    [
      'the last page of a list is reached',
      '#/executions',
      async () => {
        await enter('Next')
        await page().getByText('Page 2').waitFor()
      },
      'Next',
    ],
    [
      'a request is closed',
      '#/requests',
      async () => {
        await ask('GET', '/api/v1/tags')
        await page().locator('.row-link').first().press('Enter')
        await reaches('Request 1')
        await key('Escape')
      },
      'GET/api/v1/tags',
    ],
    [
      'a step of an execution is closed',
      '#/executions/1',
      async () => {
        await page().locator('.step').first().press('Enter')
        await reaches('Node Start')
        await key('Escape')
      },
      'Start',
    ],
    [
      'an execution is deleted',
      '#/executions/1',
      async () => {
        await enter('Delete')
        await enter('Delete execution')
      },
      'Executions',
    ],
    [
      'an audit is made',
      '#/audit',
      async () => {
        await enter('Run the audit')
        await page().getByText('Nothing was found').waitFor()
      },
      'Run the audit',
    ],
    [
      'a user gets a key',
      '#/users',
      async () => {
        await enter('New user')
        await page().keyboard.type('nina@example.com')
        await key('Enter')
        await reaches('Label')
        await key('Enter')
        await reaches('The new key')
        await enter('Done')
      },
      'New user',
    ],
  ])('is never lost when %s', async (_, place, act, last) => {
    await open(place)
    await act()
    await reaches(last)
    await keepsFocus()
  })
})
