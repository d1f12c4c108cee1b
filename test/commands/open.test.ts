import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startCli, temporaryFolder } from './run-cli.ts'

/** Runs `serve --open` with a browser of its own, until what it reports is there. */
async function open(browser: string | undefined, args: string[], isDone: (said: string, opened: string) => boolean) {
  await using folder = await temporaryFolder()
  const opened = join(folder.path, 'opened')
  const program = join(folder.path, 'browser')
  if (browser !== undefined) {
    await writeFile(program, `#!/bin/sh\n${browser.replace('OPENED', opened)}\n`)
    await chmod(program, 0o755)
  }
  const cli = startCli(['--memory', '--port', '0', '--open', ...args], { cwd: folder.path, env: { BROWSER: program } })
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
  const { url, opened } = await open('echo "$1" > OPENED', ['--api-key', 'key+1'], (_said, text) => text !== '')
  expect(opened).toBe(`${url}/#key=key%2B1`)
  const { pathname, search, hash } = new URL(opened)
  expect([pathname, search, new URLSearchParams(hash.slice(1)).get('key')]).toEqual(['/', '', 'key+1'])
})

test.each([
  ['there is no browser', undefined, 'ENOENT'],
  ['the browser fails', 'exit 3', 'exit code 3'],
])('where %s, one line says so, without the key', async (_name, browser, reason) => {
  const { url, err } = await open(browser, ['--api-key', 'secret-key'], said => said.includes('No browser'))
  const line = err.split('\n').find(text => text.includes('No browser')) ?? ''
  expect(line).toEndWith(`${reason}). The page is ${url}/`)
  expect(err).not.toContain('secret-key')
})
