import { readFile } from 'node:fs/promises'
import { serviceUnavailable } from '../core/base/errors.ts'
import { once } from '../core/base/once.ts'
import { bundleForBrowser, isDenied, NEEDS } from '../core/runtime/bundle-for-browser.ts'

/** What the page is made of, as texts. */
export interface ClientFiles {
  index: string
  icon: string
  script: string
  style: string
}

const CLIENT = new URL('./client/', import.meta.url)

/**
 * The files of the page, bundled now. In a package or an executable this module is replaced by its result.
 *
 * @throws ApiError 503 where the runtime does not permit it
 */
export const loadClientFiles = () => permitted(bundledClient)

/**
 * The script of the JSON editor, which the page loads when one is opened.
 *
 * @throws ApiError 503 where the runtime does not permit it
 */
export const loadEditorScript = () => permitted(bundledEditor)

async function permitted<Result>(bundle: () => Promise<Result>): Promise<Result> {
  try {
    return await bundle()
  } catch (error) {
    if (isDenied(error)) throw serviceUnavailable(`The page of a checkout is bundled when it is first opened. ${NEEDS}`)
    throw error
  }
}

/** Bundled once for all instances of a process. */
const bundledClient = once(bundleClient)
const bundledEditor = once(async () => (await bundleForBrowser(new URL('editor/json-field.ts', CLIENT))).script)

async function bundleClient(): Promise<ClientFiles> {
  const textOf = (name: string) => readFile(new URL(name, CLIENT), 'utf8')
  const [index, icon, bundle] = await Promise.all([
    textOf('index.html'),
    textOf('icon.svg'),
    bundleForBrowser(new URL('main.ts', CLIENT)),
  ])
  return { index, icon, ...bundle }
}
