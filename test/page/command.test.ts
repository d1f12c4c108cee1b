import { expect, setDefaultTimeout, test } from 'bun:test'
import { startCli } from '../commands/run-cli.ts'

setDefaultTimeout(60_000)

test('the page is left out by --no-page', async () => {
  const cli = startCli(['serve', '--no-page', '--memory', '--port', '0', '--log', 'off'])
  try {
    const url = await cli.url()
    expect(cli.said.out).not.toContain('Page')
    expect((await fetch(`${url}/`)).status).toBe(404)
    expect((await fetch(`${url}/page/main.js`)).status).toBe(404)
    expect((await fetch(`${url}/api/v1/docs`)).status).toBe(200)
  } finally {
    cli.kill('SIGTERM')
    await cli.ended
  }
})
