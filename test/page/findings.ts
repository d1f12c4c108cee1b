import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  id: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** What axe-core finds on a page, once everything is there: what fades in has too little contrast. */
export async function findings(page: Page): Promise<string[]> {
  await page.waitForFunction(() => {
    const isFading = (it: Animation) => it.playState === 'running' && it.effect?.getTiming().iterations !== Infinity
    return !document.querySelector('.loading') && !document.getAnimations().some(isFading)
  })
  // past the page's Content-Security-Policy: the debugger runs it
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run()')) as { violations: Finding[] }
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  )
}
