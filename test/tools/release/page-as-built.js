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
  const [page, editor] = await Promise.all([bundled('main.ts'), bundled('editor/json-field.ts')])
  const files = {
    index: readFileSync(join(CLIENT, 'index.html'), 'utf8'),
    icon: readFileSync(join(CLIENT, 'icon.svg'), 'utf8'),
    script: page('.js'),
    style: page('.css'),
  }
  return `export const loadClientFiles = async () => (${JSON.stringify(files)})
    export const loadEditorScript = async () => ${JSON.stringify(editor('.js'))}`
}

/** A module for browsers, with what it imports: its script or its style sheet, by their ending. */
async function bundled(entry) {
  const { outputFiles } = await build({
    entryPoints: [join(CLIENT, entry)],
    outdir: '/',
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2024',
    logLevel: 'warning',
  })
  return ending => outputFiles.find(({ path }) => path.endsWith(ending)).text
}
