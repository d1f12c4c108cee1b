import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { startCli, temporaryFolder } from './run-cli.ts'

/** Runs `serve --open` with a browser of its own, until what it reports is there. */
async function open(
  browser: string | undefined,
  args: string[],
  isDone: (said: string, opened: string) => boolean,
  name = 'browser',
) {
  await using folder = await temporaryFolder()
  const opened = join(folder.path, 'opened')
  const program = join(folder.path, name)
  if (browser !== undefined) {
    await writeFile(program, `#!/bin/sh\n${browser.replace('OPENED', opened)}\n`)
    await chmod(program, 0o755)
  }
  // without a browser of the user's own, the system has a command
  const env = { BROWSER: name === 'browser' ? program : '', PATH: `${folder.path}${delimiter}${process.env.PATH}` }
  const cli = startCli(['--memory', '--port', '0', '--open', ...args], { cwd: folder.path, env })
  const url = await cli.url()
  for (;;) {
    const text = existsSync(opened) ? readFileSync(opened, 'utf8') : ''
    if (isDone(cli.said.err, text)) {
      // it serves on, whatever became of the browser
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
      cli.kill('SIGTERM')
      expect(await cli.ended).toBe(0)
      return { url, opened: text.trim(), err: cli.said.err }
    }
    await Bun.sleep(20)
  }
}

test('--open opens the page, with the key in the part of the address that is never sent', async () => {
  // a signal to the group of the command does not reach the browser, which has its own
  const browser = 'kill -0 -$$ && echo "$1 in its own group" > OPENED || echo "$1" > OPENED'
  const { url, opened } = await open(browser, ['--api-key', 'key+1'], (_said, text) => text !== '')
  expect(opened).toBe(`${url}/#key=key%2B1 in its own group`)
  const { pathname, search, hash } = new URL(opened.replace(/ .*/, ''))
  expect([pathname, search, new URLSearchParams(hash.slice(1)).get('key')]).toEqual(['/', '', 'key+1'])
})

const SYSTEM = process.platform === 'darwin' ? 'open' : 'xdg-open'

test.each([
  ['there is no browser', undefined, 'browser', '127.0.0.1', 'browser: ENOENT'],
  ['the browser of the system fails', 'exit 3', SYSTEM, '0.0.0.0', `${SYSTEM}: exit code 3`],
])('where %s, one line says so, without the key', async (_name, browser, name, host, reason) => {
  const args = ['--api-key', 'secret-key', '--host', host]
  const { url, err } = await open(browser, args, said => said.includes('No browser'), name)
  const line = err.split('\n').find(text => text.includes('No browser')) ?? ''
  expect(line).toEndWith(`${reason}). The page is ${url.replace('0.0.0.0', '127.0.0.1')}/`)
  expect(line).toStartWith('No browser was opened (')
  expect(err).not.toContain('secret-key')
})
