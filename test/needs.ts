import { execFileSync } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import process from 'node:process'

/**
 * What tests need of the machine beside Bun. A test that needs something is `test.skipIf(!…)`, and so is counted as
 * skipped where it is missing; each says once on standard error what is missing.
 */

/** Where Chromium is; `undefined` where it is not installed, or has no room for a profile. */
export const chromiumPath = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(path => path !== undefined && existsSync(path) && hasRoom(100))

if (!chromiumPath) sayMissing('Chromium (Debian: apt-get install chromium; or its path in CHROMIUM)')

/** A project that has the service's engine, by the variable ENGINE; `undefined` where none is named. */
export const engineProject = (() => {
  const folder = process.env.ENGINE
  if (folder !== undefined && existsSync(`${folder}/node_modules/n8n-core/package.json`)) return folder
  sayMissing("the service's engine (the path of a project with n8n-core and n8n-nodes-base in ENGINE)")
  return undefined
})()

/** Where git has its own commands; `undefined` where it is not installed. */
export const gitCommands = (() => {
  try {
    return execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim()
  } catch {
    sayMissing('git')
    return undefined
  }
})()

/** Whether the temporary folder has room for a number of megabytes. */
export function hasRoom(megabytes: number): boolean {
  const { bavail, bsize } = statfsSync(tmpdir())
  const free = Math.floor((bavail * bsize) / 1e6)
  if (free < megabytes) sayMissing(`${megabytes} MB in ${tmpdir()}, which has ${free} MB`)
  return free >= megabytes
}

function sayMissing(what: string) {
  console.warn(`Some tests are skipped: they need ${what}.`)
}
