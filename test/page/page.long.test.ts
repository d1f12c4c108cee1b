import { describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import demo from '../../data/demo.json' with { type: 'json' }
import { chromiumPath } from './browser.ts'
import { opened } from './opened.ts'

describe.skipIf(!chromiumPath)('the web page', () => {
  const { heading, instance, open, page, refused, toast } = opened()

  test('opens by a link with the key, which then leaves the address', async () => {
    expect(page().url()).toBe(`${instance().url}/#/workflows`)
    await page()
      .getByRole('row', { name: /RSS digest/ })
      .waitFor()
    expect(await page().getByRole('row').count()).toBe(15)
  })

  test('asks for the key where it has none, or a wrong one', async () => {
    refused(401)
    await page().getByRole('button', { name: 'Forget the key' }).click()
    await page().getByLabel('API key').fill('wrong')
    await page().getByRole('button', { name: 'Open the instance' }).click()
    await page().getByRole('alert').getByText('Wrong API key').waitFor()
    await page().getByLabel('API key').fill(instance().apiKey)
    await page().getByRole('button', { name: 'Open the instance' }).click()
    await heading('Workflows').waitFor()
  })

  test('finds a workflow and activates it', async () => {
    await page().getByRole('searchbox').fill('company')
    await page()
      .getByRole('row', { name: /RSS digest/ })
      .waitFor({ state: 'detached' })
    const activeSwitch = page().getByRole('switch', { name: 'Enrich a company active' })
    expect(await activeSwitch.getAttribute('aria-checked')).toBe('false')
    await activeSwitch.click()
    await toast('Activated “Enrich a company”.').waitFor()
    await page().getByRole('switch', { name: 'Enrich a company active', checked: true }).waitFor()
    await page().getByText('12 of 14 active').waitFor()
    expect((await instance().request('GET', '/api/v1/workflows/5')).body).toMatchObject({ active: true })
  })

  test('filters workflows by tag and by whether they are active', async () => {
    await page().getByText('Tags', { exact: true }).last().click()
    await page().getByRole('checkbox', { name: 'sales' }).check()
    await page()
      .getByRole('row', { name: /RSS digest/ })
      .waitFor({ state: 'detached' })
    await page().getByRole('button', { name: 'Inactive', exact: true }).click()
    await page()
      .getByRole('row', { name: /Lead intake/ })
      .waitFor({ state: 'detached' })
    const names = await page().locator('.row-link').allInnerTexts()
    expect(names).toEqual(['Enrich a company', 'Import contacts from the old CRM'])
    expect(page().url()).toContain('tags=sales&active=false')
  })

  test('draws a workflow as its graph, to zoom, to look into and to save', async () => {
    await page().getByRole('link', { name: 'GitHub issue triage' }).click()
    await heading('GitHub issue triage').waitFor()
    expect(await page().locator('.node').count()).toBe(11)
    expect(await page().locator('.note').count()).toBe(1)
    expect(await page().locator('.edge-inner').count()).toBe(3)
    await page()
      .getByRole('button', { name: /^On a new issue, Github Trigger, trigger/ })
      .waitFor()

    const scale = () => page().locator('[data-view]').getAttribute('transform')
    const before = await scale()
    await page().getByRole('button', { name: 'Zoom in' }).click()
    expect(await scale()).not.toBe(before)

    await page()
      .getByRole('button', { name: /^Triage agent/ })
      .press('Enter')
    await page().getByRole('complementary', { name: 'Node Triage agent' }).getByText('Parameters').waitFor()
    await page().keyboard.press('Escape')
    await page().getByRole('complementary').waitFor({ state: 'detached' })
    expect(await page().evaluate(() => document.activeElement?.getAttribute('aria-label'))).toStartWith('Triage agent')

    const saving = page().waitForEvent('download')
    await page().getByRole('button', { name: 'Save as SVG' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('GitHub issue triage.svg')
    const svg = await readFile(await saved.path(), 'utf8')
    expect(svg).toStartWith('<svg')
    expect(svg).toContain('Triage agent')
    expect(svg).not.toMatch(/class="|style="|light-dark|var\(/)
  })

  test('shows the JSON of a workflow', async () => {
    await open('#/workflows/5/json')
    const text = await page().getByRole('region', { name: 'The workflow as JSON' }).textContent()
    expect(JSON.parse(text ?? '')).toEqual((await instance().request('GET', '/api/v1/workflows/5')).body)
  })

  test('shows where a failed execution failed, on its graph', async () => {
    await page().getByRole('link', { name: 'Executions' }).first().click()
    await page()
      .getByRole('img', { name: /Executions over time: .*success.*error/ })
      .waitFor()
    await page().getByLabel('Status').selectOption('error')
    await page()
      .getByRole('row', { name: /Success/ })
      .first()
      .waitFor({ state: 'detached' })
    await page().locator('.row-link').first().click()
    await page().getByText('Failed at', { exact: false }).waitFor()
    expect(await page().locator('.node.state-error').count()).toBe(1)
    expect(await page().locator('.node.state-success').count()).toBeGreaterThan(0)
    await page().getByRole('button', { name: 'Show the node' }).click()
    await page()
      .getByRole('complementary', { name: /^Node / })
      .getByText('Error', { exact: true })
      .waitFor()
  })

  test('shows requests as they arrive, and none of its own', async () => {
    await page().getByRole('link', { name: 'Requests' }).click()
    await page().getByText('Live', { exact: true }).waitFor()
    await page().getByText('No requests yet').waitFor()
    await instance().request('POST', '/api/v1/tags', { name: 'urgent' })
    await instance().request('GET', '/api/v1/tags/none')
    await page()
      .getByRole('row', { name: /POST\s*\/api\/v1\/tags\s*createTag\s*201/ })
      .waitFor()
    await page()
      .getByRole('row', { name: /GET\s*\/api\/v1\/tags\/none\s*getTag\s*404/ })
      .waitFor()
    expect(await page().getByRole('row').count()).toBe(3)
    await instance().request('GET', '/api/v1/workflows?limit=2')
    await page().getByRole('button', { name: 'Warnings' }).click()
    await page()
      .getByRole('row', { name: /getWorkflows.*next page/ })
      .waitFor()
    expect(await page().getByRole('row').count()).toBe(2)
  })

  test('makes the API fail on purpose, and stops it', async () => {
    await page().getByRole('link', { name: 'Faults' }).click()
    // the list of requests, which is left, has a field of this name too
    await page().getByRole('region', { name: 'New rule' }).getByLabel('Operation').selectOption('getTags')
    await page().getByText('getTags answers 503, for one request.').waitFor()
    await page().getByRole('button', { name: 'Add the rule' }).click()
    await toast('Added the rule.').waitFor()
    expect((await instance().request('GET', '/api/v1/tags')).status).toBe(503)
    expect((await instance().request('GET', '/api/v1/tags')).status).toBe(200)
    await page().getByRole('button', { name: 'Remove all' }).click()
    await page().getByRole('button', { name: 'Remove all rules' }).click()
    await page().getByText('No rules', { exact: true }).waitFor()
  })

  test('keeps what is chosen for a rule at the first moment', async () => {
    await page().evaluate(() => {
      new MutationObserver((_, observer) => {
        const field = document.querySelector<HTMLSelectElement>('[aria-label="New rule"] [name=effect]')
        if (!field) return
        observer.disconnect()
        field.value = 'hang'
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }).observe(document.body, { childList: true, subtree: true })
    })
    await page().getByRole('link', { name: 'Faults' }).click()
    await page().getByText('No rules', { exact: true }).waitFor()
    expect(await page().getByLabel('What happens').inputValue()).toBe('hang')
  })

  test('takes a snapshot, resets the instance and restores the snapshot', async () => {
    await instance().request('POST', '/api/v1/tags', { name: 'urgent' })
    await page().getByRole('link', { name: 'Clock & snapshots' }).click()
    await page().getByLabel('Name', { exact: true }).fill('with-urgent')
    await page().getByRole('button', { name: 'Take a snapshot' }).click()
    await toast('Took snapshot “with-urgent”.').waitFor()

    await page().getByRole('link', { name: 'State', exact: true }).click()
    await page().getByRole('button', { name: 'Reset the instance' }).click()
    const question = page().getByRole('dialog')
    await question.getByText(`Replaces the current 14 workflows and ${demo.executions.length} executions`).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await tagNames()).toContain('urgent')
    expect(await focused()).toBe('Reset the instance')
    await page().getByRole('button', { name: 'Reset the instance' }).click()
    await question.getByRole('button', { name: 'Reset the instance' }).click()
    await toast('Reset the instance.').waitFor()
    expect(await tagNames()).not.toContain('urgent')

    await page().getByRole('link', { name: 'Clock & snapshots' }).click()
    await page().getByRole('button', { name: 'Restore', exact: true }).click()
    await question.getByRole('button', { name: 'Restore the snapshot' }).click()
    await toast('Restored “with-urgent”.').waitFor()
    expect(await tagNames()).toContain('urgent')
  })

  const focused = () => page().evaluate(() => document.activeElement?.textContent?.trim())
  async function tagNames() {
    const { body } = await instance().request('GET', '/api/v1/tags')
    return (body as { data: { name: string }[] }).data.map(({ name }) => name)
  }
})
