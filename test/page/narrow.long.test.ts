import { describe, expect, test } from 'bun:test'
import { chromiumPath } from './browser.ts'
import { jsonEditor } from './json-editor.ts'
import { opened } from './opened.ts'

const LONG = 'x'.repeat(120)
const fixture = {
  users: [{ email: 'owner@example.com', role: 'global:owner' as const, apiKey: 'owner-key' }],
  tags: [{ name: 'y'.repeat(24) }, { name: 'z'.repeat(24) }],
  credentials: [{ name: LONG, type: 'slackApi', data: {} }],
  workflows: [{ id: 'long', name: LONG, nodes: [], connections: {} }],
  executions: [{ workflowId: 'long', status: 'success' as const, startedAt: '2026-11-20T22:33:44.555Z' }],
}

describe.skipIf(!chromiumPath)('on a phone', () => {
  const { page, open, dialog, button } = opened(
    { width: 390, height: 844 },
    { fixture, apiKey: 'owner-key', profile: 'n8n-2.41' },
  )

  /** What goes on where it is not seen: beyond the page, or what holds it, and cannot be scrolled to. */
  const cutOff = () =>
    page().evaluate(() => {
      const isCut = (element: Element) => {
        const { right, width } = element.getBoundingClientRect()
        if (width <= 1 || !element.checkVisibility({ visibilityProperty: true })) return false
        for (let around = element.parentElement; around; around = around.parentElement) {
          const { overflowX } = getComputedStyle(around)
          if (overflowX === 'auto' && around.tagName !== 'DIALOG') return false
          if (overflowX !== 'visible' && right > around.getBoundingClientRect().right + 1) return true
        }
        return right > window.innerWidth + 1
      }
      const shown = document.querySelector('dialog[open]') ?? document.getElementById('main')
      const cut = [...(shown?.querySelectorAll('*') ?? [])].filter(element => !element.closest('svg') && isCut(element))
      return cut.map(element => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`)
    })

  const SHOWN: [what: string, place: string, show: () => Promise<unknown>][] = [
    ['when executions started', '#/executions', () => page().locator('tbody time').waitFor()],
    ['when those of a workflow did', '#/workflows/long/executions', () => page().locator('tbody time').waitFor()],
    ['what is found in a workflow', '#/workflows/long/check', () => page().getByText('By the rules of').waitFor()],
    ['the tags to choose from', '#/workflows', () => page().locator('.filters summary').click()],
    [
      'the places of an audit',
      '#/audit',
      async () => {
        await button('Run the audit').click()
        await page().locator('.finding summary').first().click()
        await page().locator('.places').getByText(LONG).first().waitFor()
      },
    ],
    [
      'when a key expires',
      '#/users',
      async () => {
        await button('New key for owner@example.com').click()
        await dialog().getByLabel('Expires').waitFor()
      },
    ],
    [
      'the question before an edited workflow is left',
      '#/workflows/long/json',
      async () => {
        await button('Edit').click()
        await jsonEditor(page).fill('{}')
        await page().getByRole('link', { name: 'Graph' }).click()
        await dialog().getByText('Leave without saving?').waitFor()
      },
    ],
  ]

  test('nothing is cut off', async () => {
    const found: string[] = []
    for (const [what, place, show] of SHOWN) {
      await open(place)
      await show()
      found.push(...(await cutOff()).map(cut => `${what}: ${cut}`))
    }
    expect(found).toEqual([])
  })
})
