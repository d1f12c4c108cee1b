import { spawn } from 'node:child_process'
import process from 'node:process'
import type { Instance } from '../instance/instance.ts'

/**
 * Opens the page in the browser. The key is in the part of the address behind `#`, which browsers never send, and which
 * the page removes at once.
 *
 * @param report gets one line if no browser opens; the line has no key
 */
export function openPage({ url, apiKey }: Pick<Instance, 'url' | 'apiKey'>, report: (message: string) => void) {
  const page = `${url.replace(ANY_ADDRESS, '//127.0.0.1:')}/`
  const [program = '', ...args] = opener()
  const fail = (reason: string) => report(`No browser was opened (${program}: ${reason}). The page is ${page}`)
  try {
    const child = spawn(program, [...args, apiKey === undefined ? page : `${page}#key=${encodeURIComponent(apiKey)}`], {
      stdio: 'ignore',
      detached: true,
    })
    child.once('error', error => fail('code' in error ? String(error.code) : error.name))
    child.once('exit', code => code !== 0 && code !== null && fail(`exit code ${code}`))
    child.unref()
  } catch (error) {
    fail(error instanceof Error ? error.name : 'it cannot be started')
  }
}

const ANY_ADDRESS = /\/\/(0\.0\.0\.0|\[::\]):/

/** The command that opens an address: that of `BROWSER`, or of the system. */
function opener(): string[] {
  const { BROWSER } = process.env
  if (BROWSER) return [BROWSER]
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}
