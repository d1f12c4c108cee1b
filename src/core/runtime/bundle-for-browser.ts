import { fileURLToPath } from 'node:url'
import { PLATFORM } from './platform.ts'

/** What a browser loads: one script and one style sheet. */
export interface BrowserBundle {
  script: string
  style: string
}

/** What a start has to permit, so that a module can be bundled. */
export const NEEDS =
  'On Deno that needs --allow-env, --allow-read=. and --allow-run; start with them, or with --no-page'

/** Whether an error says that a permission is missing; only Deno has such. */
export const isDenied = (error: unknown) => error instanceof Error && error.name === 'NotCapable'

/**
 * Bundles a module, with what it imports, for a browser: by Bun's own bundler, on Deno and Node by esbuild, a development
 * package. Only a checkout does this; packages and executables hold the result.
 *
 * @throws Error where the bundler is not installed, or the module has a fault
 */
export async function bundleForBrowser(entry: URL): Promise<BrowserBundle> {
  const file = fileURLToPath(entry)
  return PLATFORM === 'Bun' ? bundleByBun(file) : bundleByEsbuild(file)
}

async function bundleByBun(file: string): Promise<BrowserBundle> {
  const { outputs } = await Bun.build({ entrypoints: [file], target: 'browser', minify: true })
  const textOf = async (ending: string) => (await outputs.find(({ path }) => path.endsWith(ending))?.text()) ?? ''
  return { script: await textOf('.js'), style: await textOf('.css') }
}

async function bundleByEsbuild(file: string): Promise<BrowserBundle> {
  const { build } = await import('esbuild').catch(cause => {
    throw new Error('The page of a checkout is bundled by esbuild: run `bun install`, or `npm install`', { cause })
  })
  const { outputFiles } = await build({
    entryPoints: [file],
    outdir: '/',
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2024',
    logLevel: 'silent',
  })
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''
  return { script: textOf('.js'), style: textOf('.css') }
}
