// A plugin of esbuild and of Bun's bundler: the module that bundles the page in a checkout becomes what it bundles.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const CLIENT = join(import.meta.dirname, '../../../src/page/client')

export const pageAsBuilt = {
  name: 'page-as-built',
  setup({ onLoad }) {
    onLoad({ filter: /page[\\/]client-files\.ts$/ }, async () => ({ contents: await builtPage(), loader: 'js' }))
  },
}

async function builtPage() {
  const { outputFiles } = await build({
    entryPoints: [join(CLIENT, 'main.ts')],
    outdir: '/',
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2024',
    logLevel: 'warning',
  })
  const textOf = ending => outputFiles.find(({ path }) => path.endsWith(ending)).text
  const files = {
    index: readFileSync(join(CLIENT, 'index.html'), 'utf8'),
    icon: readFileSync(join(CLIENT, 'icon.svg'), 'utf8'),
    script: textOf('.js'),
    style: textOf('.css'),
  }
  return `export const loadClientFiles = async () => (${JSON.stringify(files)})`
}
