import { readFile } from 'node:fs/promises'
import { bundleForBrowser } from '../runtime/bundle-for-browser.ts'

/** What the page is made of, as texts. */
export interface ClientFiles {
  index: string
  icon: string
  script: string
  style: string
}

const CLIENT = new URL('./client/', import.meta.url)

/** The files of the page, bundled now. In a package or an executable this module is replaced by its result. */
export async function loadClientFiles(): Promise<ClientFiles> {
  const textOf = (name: string) => readFile(new URL(name, CLIENT), 'utf8')
  const [index, icon, bundle] = await Promise.all([
    textOf('index.html'),
    textOf('icon.svg'),
    bundleForBrowser(new URL('main.ts', CLIENT)),
  ])
  return { index, icon, ...bundle }
}
