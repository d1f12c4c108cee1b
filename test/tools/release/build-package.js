// Makes `lib`, what the package ships: one bundle as modules, the same for `require`, and the types. One bundle loads in
// a fraction of the time that hundreds of files take. npm runs this before it packs (`prepack`), on Node alone, and
// `clean-package.js` afterwards.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { licenceTexts } from './licence-texts.js'
import { pageAsBuilt } from './page-as-built.js'
import { reachableTypes } from './reachable-types.js'

const ROOT = join(import.meta.dirname, '../../..')
const LIB = join(ROOT, 'lib')
/** What is imported and required, by its path in `src`: the kit, and the kit for each test runner. */
const ENTRIES = ['index', 'testing']
/** What is types alone: the API of each version. */
const TYPES = ['api', ...readdirSync(join(ROOT, 'src/api')).map(file => `api/${file.replace(/\.ts$/, '')}`)]
const RUNNERS = ['testing/bun', 'testing/jest', 'testing/vitest']
/** What types name; everything else of the dependencies is inside the bundle. */
const STILL_NEEDED = ['@sinclair/typebox']

/** Defines `require` in a module of the bundle, for the packages in the old form that are inside. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module';const require = requireFrom(import.meta.url);"

async function main() {
  const modules = await bundle({
    entryPoints: [...ENTRIES, ...RUNNERS, 'cli'].map(name => `src/${name}.ts`),
    outdir: LIB,
    splitting: true,
    format: 'esm',
    chunkNames: 'parts/[name]-[hash]',
    // what is inside and wants `require` finds it
    banner: { js: REQUIRE },
    plugins: [
      pageAsBuilt,
      namesOfCommonJs(),
      filesAsTheyAre(path => `new URL(${JSON.stringify(`../../data/${path}`)}, import.meta.url)`),
    ],
  })
  leaveOutRequire(Object.keys(modules.metafile.outputs))
  await bundleForRequire()
  writeTypes()
  writeEmptyModules()
  writeFileSync(join(LIB, 'LICENCES.txt'), licenceTexts(ROOT, modules.metafile))
  trimManifest()
}

/** Most parts want no `require`, and making one takes a part of a millisecond in each. */
function leaveOutRequire(files) {
  for (const file of files) {
    const path = join(ROOT, file)
    const code = readFileSync(path, 'utf8')
    const rest = code.replace(`${REQUIRE}\n`, '')
    if (!/\brequire\b/.test(rest)) writeFileSync(path, rest)
  }
}

function bundle(options) {
  return build({
    absWorkingDir: ROOT,
    bundle: true,
    external: ['bun:test', '@jest/globals', 'vitest'],
    platform: 'node',
    target: 'node22',
    // less to parse at each start; names stay, for stack traces: maps would be larger than the code
    minifyWhitespace: true,
    minifySyntax: true,
    metafile: true,
    logLevel: 'warning',
    ...options,
  })
}

/** One file, since only modules can be split; the entries say which of its names are theirs. */
async function bundleForRequire() {
  const folder = join(LIB, 'cjs')
  const contents = ENTRIES.map(name => `export * as ${name} from './src/${name}.ts'`).join('\n')
  await bundle({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    outfile: join(folder, 'all.js'),
    format: 'cjs',
    plugins: [
      pageAsBuilt,
      filesAsTheyAre(path => `require('node:path').join(__dirname, ${JSON.stringify(`../../data/${path}`)})`),
    ],
  })
  await bundle({
    entryPoints: RUNNERS.map(name => `src/${name}.ts`),
    outdir: join(folder, 'testing'),
    format: 'cjs',
    plugins: [kitBeside],
  })
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n')
  for (const name of ENTRIES) {
    const exported = Object.keys(await import(join(LIB, `${name}.js`)))
    const lines = exported.map(it => `exports.${it} = ${name}.${it}`)
    writeFileSync(join(folder, `${name}.js`), `const { ${name} } = require('./all.js')\n${lines.join('\n')}\n`)
  }
}

/** What extends the `expect` of a test runner, around the same kit. */
const kitBeside = {
  name: 'kit-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/testing\.ts$/ }, () => ({ path: '../testing.js', external: true }))
  },
}

/** A package in the old form, imported when it is needed, would have no names of its own but `default` in a part. */
function namesOfCommonJs() {
  return {
    name: 'names-of-common-js',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[^.]/ }, ({ path, kind, namespace, with: { type } }) => {
        if (kind !== 'dynamic-import' || path.startsWith('node:') || type !== undefined) return undefined
        return namespace === 'named' ? undefined : { path, namespace: 'named' }
      })
      onLoad({ filter: /./, namespace: 'named' }, async ({ path }) => {
        const loaded = await import(path)
        const names = Object.keys(loaded).filter(name => /^[\w$]+$/.test(name) && name !== 'default')
        const byDefault = 'default' in loaded ? 'export default all.default' : ''
        const contents = `import * as all from '${path}'\nexport const { ${names.join(', ')} } = all\n${byDefault}`
        return { contents, resolveDir: ROOT }
      })
    },
  }
}

/** Texts become strings of the bundle; the files of `data` are shipped and read when they are needed. */
function filesAsTheyAre(location) {
  return {
    name: 'files-as-they-are',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /./ }, ({ path, resolveDir, with: { type } }) => {
        const file = path.startsWith('.') ? join(resolveDir, path) : undefined
        if (file?.startsWith(join(ROOT, 'data')))
          return { path: file, namespace: type === 'text' ? 'data-text' : 'data-json' }
        if (type !== 'text') return undefined
        return { path: file ?? fileURLToPath(import.meta.resolve(path)), namespace: 'text' }
      })
      onLoad({ filter: /./, namespace: 'text' }, ({ path }) => ({ contents: readFileSync(path), loader: 'text' }))
      onLoad({ filter: /./, namespace: 'data-text' }, ({ path }) => ({ contents: reading(path) }))
      onLoad({ filter: /./, namespace: 'data-json' }, ({ path }) => ({ contents: reading(path, 'JSON.parse') }))
    },
  }
  function reading(path, parse = '') {
    const where = location(relative(join(ROOT, 'data'), path))
    return `import { readFileSync } from 'node:fs'\nexport default ${parse}(readFileSync(${where}, 'utf8'))`
  }
}

/** The types that the entries reach, once for `import` and once for `require`. */
function writeTypes() {
  const folder = join(LIB, 'types')
  const config = join(LIB, 'tsconfig.json')
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rewriteRelativeImportExtensions: true,
    rootDir: join(ROOT, 'src'),
    outDir: folder,
    typeRoots: [join(ROOT, 'node_modules/@types')],
  }
  const include = [join(ROOT, 'src')]
  writeFileSync(config, JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions, include }))
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-p', config], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The types could not be made: see above')
  for (const file of reachableTypes(
    folder,
    [...ENTRIES, ...RUNNERS, ...TYPES].map(name => `${name}.d.ts`),
  )) {
    for (const target of [LIB, join(LIB, 'cjs')]) cpSync(join(folder, file), join(target, file))
  }
  rmSync(folder, { recursive: true })
  rmSync(config)
}

/** Modules without values beside the types that have none, for importers that do not leave such an import out. */
function writeEmptyModules() {
  for (const name of TYPES) {
    writeFileSync(join(LIB, `${name}.js`), 'export {}\n')
    writeFileSync(join(LIB, 'cjs', `${name}.js`), "'use strict'\n")
  }
}

/** What is inside the bundle need not be installed beside it: the package names no more than is needed. */
function trimManifest() {
  const file = join(ROOT, 'package.json')
  const kept = join(ROOT, 'package.json.kept')
  if (!existsSync(kept)) cpSync(file, kept)
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const { scripts, devDependencies, dependencies, ...rest } = manifest
  const needed = Object.fromEntries(STILL_NEEDED.map(name => [name, dependencies[name]]))
  mkdirSync(LIB, { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...rest, dependencies: needed }, null, 2)}\n`)
}

rmSync(LIB, { recursive: true, force: true })
try {
  await main()
} catch (error) {
  rmSync(LIB, { recursive: true, force: true })
  throw error
}
