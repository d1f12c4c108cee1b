// The module that bundles the page in a checkout becomes what it bundles: a plugin of Bun's bundler, and its parts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const CLIENT = join(import.meta.dirname, '../../../src/page/client')

const CLIENT_FILES = /page[\\/]client-files\.ts$/

export const pageAsBuilt = {
  name: 'page-as-built',
  setup({ onLoad }) {
    onLoad({ filter: CLIENT_FILES }, async () => ({ contents: (await builtPage()).code, loader: 'js' }))
  },
}

export const isPage = path => CLIENT_FILES.test(path)

/** The module, and the files that are inside what it bundles. */
export async function builtPage() {
  const [page, editor] = await Promise.all([bundled('main.ts'), bundled('editor/json-field.ts')])
  const files = {
    index: readFileSync(join(CLIENT, 'index.html'), 'utf8'),
    icon: readFileSync(join(CLIENT, 'icon.svg'), 'utf8'),
    script: page.textOf('.js'),
    style: page.textOf('.css'),
  }
  const code = `export const loadClientFiles = async () => (${JSON.stringify(files)})
    export const loadEditorScript = async () => ${JSON.stringify(editor.textOf('.js'))}`
  return { code, inside: [...page.inside, ...editor.inside] }
}

/** A module for browsers, with what it imports: its script or its style sheet, by their ending. */
async function bundled(entry) {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(CLIENT, entry)],
    outdir: '/',
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    format: 'esm',
    target: 'es2024',
    logLevel: 'warning',
  })
  return {
    textOf: ending => outputFiles.find(({ path }) => path.endsWith(ending)).text,
    inside: Object.keys(metafile.inputs),
  }
}
