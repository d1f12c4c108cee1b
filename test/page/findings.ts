import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  id: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** The rules of axe-core whose findings another colour scheme or another width can change. */
export const RULES_OF_LOOK = [
  'color-contrast',
  'link-in-text-block',
  'meta-viewport',
  'region',
  'scrollable-region-focusable',
  'target-size',
]

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
