import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where Chromium is; `undefined` where it is not installed. */
export const chromiumPath = PLACES.find(place => place !== undefined && existsSync(place))

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
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

/** Opens a browser with a profile of its own, and notes whatever must not happen in it. */
export async function openBrowser({
  colorScheme = 'light',
  width = 1280,
  height = 800,
  scale = 1,
  flags = [],
}: Look = {}): Promise<Watched> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-browser-'))
  const context = await chromium.launchPersistentContext(folder, {
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: [...FLAGS, ...flags],
    headless: true,
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme,
    locale: 'en-GB',
    acceptDownloads: true,
  })
  const page = context.pages()[0] ?? (await context.newPage())
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
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
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
