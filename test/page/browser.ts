import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../needs.ts'

export { chromiumPath }

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // each test loads the page again, so that optimizing its script costs more than it saves
  '--js-flags=--no-opt,--no-maglev',
]

export interface Watched {
  context: BrowserContext
  page: Page
  /** What must not happen: console errors, failures of scripts, requests to another host. */
  troubles: string[]
  close(): Promise<void>
}

export interface Look {
  colorScheme?: 'light' | 'dark'
  width?: number
  height?: number
  /** Device pixels per pixel. */
  scale?: number
  /** For Chromium's command line. */
  flags?: string[]
}

let shared: Promise<Browser> | undefined

function sharedBrowser(): Promise<Browser> {
  shared ??= launch()
  return shared
}

async function launch(flags: string[] = []) {
  if (!chromiumPath) throw new Error('Chromium is not installed')
  const artifactsDir = await mkdtemp(join(tmpdir(), 'understudy-browser-'))
  return await chromium.launch({
    executablePath: join(import.meta.dirname, 'chromium.sh'),
    env: { ...process.env, CHROMIUM: chromiumPath, ARTIFACTS: artifactsDir },
    artifactsDir,
    args: [...FLAGS, ...flags],
    headless: true,
  })
}

/**
 * Opens a page with cookies and storage of its own, and notes whatever must not happen in it. All pages of a process are
 * in one browser, but for those that want flags; it ends with the process.
 */
export async function openBrowser({
  colorScheme = 'light',
  width = 1280,
  height = 800,
  scale = 1,
  flags,
}: Look = {}): Promise<Watched> {
  const own = flags && (await launch(flags))
  const context = await (own ?? (await sharedBrowser())).newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme,
    locale: 'en-GB',
    acceptDownloads: true,
  })
  const page = await context.newPage()
  const troubles: string[] = []
  watch(page, troubles)
  context.on('request', request => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') troubles.push(`request: ${request.url()}`)
  })
  return {
    context,
    page,
    troubles,
    async close() {
      await context.close()
      await own?.close()
    },
  }
}

/** Opens another page in the browser, watched as the first one is. */
export async function openPage({ context, troubles }: Watched): Promise<Page> {
  const page = await context.newPage()
  watch(page, troubles)
  return page
}

function watch(page: Page, troubles: string[]) {
  page.on('console', message => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', error => troubles.push(`script: ${error.message}`))
  page.on('dialog', dialog => {
    // asked where something that was edited is left
    if (dialog.type() === 'beforeunload') return dialog.accept()
    troubles.push(`dialog: ${dialog.message()}`)
    dialog.dismiss()
  })
}
