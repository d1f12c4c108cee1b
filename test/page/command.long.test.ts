import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { startCli } from '../commands/run-cli.ts'
import { chromiumPath, openBrowser } from './browser.ts'

setDefaultTimeout(60_000)
const QUIET = ['--memory', '--port', '0', '--log', 'off']

describe.skipIf(!chromiumPath)('the web page of the command line', () => {
  test("opens by the banner's link", async () => {
    const cli = startCli(['serve', '--demo', ...QUIET])
    const { page, troubles, close } = await openBrowser()
    try {
      await cli.url()
      const link = /(http:\S+#key=\S+)/.exec(cli.said.out)?.[1] ?? 'no link'
      await page.goto(link)
      await page.getByRole('link', { name: 'RSS digest' }).waitFor()
      expect(page.url()).not.toContain('key')
      expect(troubles).toEqual([])
    } finally {
      await close()
      cli.kill('SIGTERM')
      await cli.ended
    }
  })

  test('says what is missing where there is no control API', async () => {
    const cli = startCli(['serve', '--no-control', ...QUIET])
    const { page, troubles, close } = await openBrowser()
    try {
      const url = await cli.url()
      await page.goto(/(http:\S+#key=\S+)/.exec(cli.said.out)?.[1] ?? 'no link')
      await page.getByText('No workflows yet').waitFor()
      expect(await page.getByRole('link', { name: 'Faults' }).count()).toBe(0)
      for (const [place, says] of [
        ['executions', 'No workflow has run yet.'],
        ['credentials', 'The API of this version lists no credentials'],
        ['requests', 'Not available here'],
        ['faults', 'Not available here'],
        ['state', 'Not available here'],
      ]) {
        await page.goto(`${url}/#/${place}`)
        await page.getByText(says ?? '').waitFor()
      }
      expect(troubles).toEqual([])
    } finally {
      await close()
      cli.kill('SIGTERM')
      await cli.ended
    }
  })
})
