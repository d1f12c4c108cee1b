import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  id: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** The rules of axe-core whose findings another colour scheme or another width can change. */
const RULES_OF_LOOK = [
  'color-contrast',
  'link-in-text-block',
  'meta-viewport',
  'region',
  'scrollable-region-focusable',
  'target-size',
]

/** The page goes by style sheets alone from one to the other. */
const LOOKS = [
  { colorScheme: 'light', width: 1440, rules: undefined },
  { colorScheme: 'dark', width: 390, rules: RULES_OF_LOOK },
] as const

/** What axe-core finds on a light desktop and on a dark phone, and by how much the page is wider than the phone. */
export async function findingsInBothLooks(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const { colorScheme, width, rules } of LOOKS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    found.push(...(await findings(page, rules)).map(finding => `${colorScheme}: ${finding}`))
  }
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (wider !== 0) found.push(`${wider} pixels wider than a phone`)
  await page.setViewportSize({ width: LOOKS[0].width, height: 900 })
  await page.emulateMedia({ colorScheme: LOOKS[0].colorScheme })
  return found
}

/**
 * What axe-core finds on a page, once everything is there: what fades in has too little contrast.
 *
 * @param rules all where left out
 */
export async function findings(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.waitForFunction(() => {
    const isFading = (it: Animation) => it.playState === 'running' && it.effect?.getTiming().iterations !== Infinity
    return !document.querySelector('.loading') && !document.getAnimations().some(isFading)
  })
  // past the page's Content-Security-Policy: the debugger runs it
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) })
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as { violations: Finding[] }
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  )
}
