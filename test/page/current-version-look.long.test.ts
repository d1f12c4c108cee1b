import { describe, expect, test } from 'bun:test'
import type { Fixture } from '../../src/testing.ts'
import { chromiumPath } from './browser.ts'
import { TABLE } from './current-version-fixture.ts'
import { findings } from './findings.ts'
import { opened, SLOW_MS } from './opened.ts'

const BAD = '<img src=x onerror=alert(1)>'
const QUOTED = `"'><script>alert(1)</script>`
const LONG = 'without-a-space'.repeat(40)
const PROJECT = 'projectprojectpr'

const node = (name: string, parameters = {}) => ({
  id: name,
  name,
  type: BAD,
  typeVersion: 1,
  position: [0, 0] as [number, number],
  parameters,
})
const second = [node(BAD, { [BAD]: BAD })]
const version = { connections: {}, authors: QUOTED, name: BAD, description: QUOTED }
const fixture = {
  licence: 'all',
  users: [{ email: 'owner@example.com', firstName: BAD, lastName: QUOTED, role: 'global:owner', apiKey: 'key' }],
  credentials: [{ id: 'bad', name: BAD, type: 'telegramApi', data: { accessToken: 'never-shown' } }],
  workflows: [
    {
      id: 'bad',
      name: BAD,
      nodes: second,
      connections: {},
      versionId: BAD,
      isArchived: true,
      versions: [
        { ...version, versionId: BAD, nodes: second },
        { ...version, versionId: QUOTED, nodes: [node(BAD), node(QUOTED)], connections: { [BAD]: BAD } as never },
      ],
    },
  ],
  variables: [{ id: 'bad', key: BAD, value: QUOTED + LONG }],
  projects: [
    { id: PROJECT, name: BAD, description: QUOTED, members: [{ user: 'owner@example.com', role: 'project:admin' }] },
  ],
  dataTables: [
    {
      id: TABLE,
      name: BAD,
      columns: Array.from({ length: 8 }, (_, at) => ({ name: `text${at}`, type: 'string' as const })),
      rows: [{ text0: BAD, text1: QUOTED, text2: LONG }, { text0: `${BAD}\n${QUOTED}` }],
    },
  ],
} satisfies Fixture

/** Each place with a text that it shows, and the button that opens a question there. */
const PLACES: [place: string, text: string, button?: string][] = [
  ['data-tables', BAD, 'New table'],
  [`data-tables/${TABLE}`, QUOTED, 'Edit row 1'],
  [`data-tables/${TABLE}?search=${encodeURIComponent(BAD)}&sortBy=text0:desc`, BAD, 'Delete row 2'],
  ['projects', BAD, 'New project'],
  [`projects/${PROJECT}`, QUOTED, 'Add a member'],
  ['variables', QUOTED, `Change ${BAD}`],
  ['credentials/bad', BAD, 'Rename'],
  ['workflows?active=archived', BAD],
  ['workflows/bad/versions', QUOTED, 'Compare'],
  ['folders', 'No folders yet', 'New folder'],
  ['users', BAD],
]

describe.skipIf(!chromiumPath)('what version n8n-2.41 adds to the page', () => {
  const { page, open, heading, dialog, watched } = opened(
    { width: 390, height: 844, colorScheme: 'dark' },
    { fixture, apiKey: 'key', profile: 'n8n-2.41' },
  )
  const press = async (...keys: string[]) => {
    for (const key of keys) await page().keyboard.press(key)
  }

  test(
    'shows markup as text, fits on a phone, and has nothing that axe-core finds',
    async () => {
      await page().emulateMedia({ reducedMotion: 'reduce' })
      const found: unknown[] = []
      const look = async (where: string) => {
        const injected = await page().locator('img, script:not([src]), b, [onclick], [onerror]').count()
        const wider = await page().evaluate(() => document.documentElement.scrollWidth - innerWidth)
        const leaks = (await page().content()).includes('never-shown')
        if (injected || wider || leaks) found.push({ where, injected, wider, leaks })
        found.push(...(await findings(page())).map(finding => `${where}: ${finding}`))
      }
      for (const [place, text, button] of PLACES) {
        await page().goto('about:blank')
        await open(`#/${place}`)
        await page().locator('main').getByText(text).first().waitFor()
        await look(place)
        if (button === undefined) continue
        await page().getByRole('button', { name: button, exact: true }).click()
        if (button === 'Compare') await page().getByRole('region', { name: 'nodes', exact: true }).waitFor()
        else await dialog().waitFor()
        await look(`${place}, ${button}`)
      }
      expect(found).toEqual([])
      expect(watched().troubles).toEqual([])
    },
    2 * SLOW_MS,
  )

  test('is used by keyboard: a row is added, and the table sorted', async () => {
    await page().setViewportSize({ width: 1280, height: 800 })
    await press('Control+k')
    await page().keyboard.type('data tab')
    await page().getByRole('option', { name: 'Data tables', selected: true }).waitFor()
    await press('Enter')
    await heading('Data tables').waitFor()
    await tabTo(BAD)
    await press('Enter')
    await heading(BAD).waitFor()
    await tabTo('New row')
    await press('Enter')
    await dialog().getByLabel('text0 (string)').waitFor()
    await page().keyboard.type('typed')
    await tabTo('Add row')
    await press('Enter')
    await page()
      .getByRole('row', { name: /^3 typed/ })
      .waitFor()
    await tabTo('text0')
    await press('Enter', 'Enter')
    await page()
      .getByRole('row')
      .nth(1)
      .and(page().getByRole('row', { name: /^3 typed/ }))
      .waitFor()
  })

  /** Presses Tab until what has this name, or this text, has the focus. */
  async function tabTo(name: string) {
    for (let presses = 0; presses < 60; presses++) {
      await press('Tab')
      const focused = await page().evaluate(() => document.activeElement?.textContent?.trim())
      if (focused === name) return
    }
    throw new Error(`Nothing of the name ${name} was reached`)
  }
})
