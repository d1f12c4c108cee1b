// Makes `lib`, what the package ships: a bundle as modules, entries for `require` that load it, and the types. A bundle loads
// in a fraction of the time that hundreds of files take. npm runs this before it packs (`prepack`), on Node alone, and
// `clean-package.js` afterwards.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import { brotliCompressSync, constants } from 'node:zlib'
import { transform } from 'esbuild'
import { rolldown } from 'rolldown'
import { TestFileShape } from '../../../src/runs/tests/test-file.ts'
import { writeTypes } from '../generate/write-types.js'
import { bundleTypes } from './bundle-types.js'
import { builtChecks, isChecks } from './checks-as-built.js'
import {
  cliStart,
  commandStart,
  digestOf,
  FOLDER,
  quickCommandsAlone,
  requiredAlone,
  workerStart,
} from './commands-as-built.js'
import { builtEngine, isEngine, isEngineLibrary, withoutCode } from './engine-as-built.js'
import { licenceTexts } from './licence-texts.js'
import { isLines, packedLines } from './lines-as-built.js'
import { builtPage, isPage } from './page-as-built.js'
import {
  childUrlAt,
  ENGINE_CHILD,
  isChildUrl,
  isRunWorkerStart,
  isRunWorkerUrl,
  RUN_WORKER,
  RUN_WORKER_START,
  runWorkerStartAt,
  runWorkerUrlAt,
} from './run-worker-as-built.js'

const ROOT = join(import.meta.dirname, '../../..')
const LIB = join(ROOT, 'lib')
const DATA = join(ROOT, 'data')
/** What is imported and required, by its path in `src`. */
const ENTRIES = ['index', 'testing']
const CLI = join(ROOT, 'src/cli.ts')
/** The kit for each test runner, and whose `expect` it extends. */
const RUNNERS = { 'testing/bun': 'bun:test', 'testing/jest': '@jest/globals', 'testing/vitest': 'vitest' }
/** What is types alone; those of each version are in the folder of this name, among what is generated. */
const TYPES = 'api'
const GENERATED = 'generated'

const NEEDED_TO_REQUIRE = 'To require Understudy, Node 22.12 or later is needed; before it, import it'

async function main() {
  await writeTypes()
  const modules = [...(await bundle()), ...(await bundleCommands())]
  writeRequired()
  await writeDeclarations()
  writeFileSync(join(LIB, 'LICENCES.txt'), licenceTexts(ROOT, [...modules, ...insideTexts]))
  writeFileSync(join(LIB, 'workflow-test.schema.json'), `${JSON.stringify(schemaOf(TestFileShape), null, 2)}\n`)
  trimManifest()
}

/** What an editor checks a test file of workflows with. */
const schemaOf = shape => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Workflow tests',
  ...shape,
})

/** How all that Node loads is bundled. */
const COMMON = {
  cwd: ROOT,
  platform: 'node',
  // its CommonJS loads parts of itself by names that no bundler can follow
  resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  transform: { target: 'node22' },
}

/**
 * Bundles the entries, and returns the files that are inside. They are in few parts, so that a command reads few files, and
 * little that it does not need: what the command line needs at once is one, as it refuses old runtimes, and has Node cache
 * what it compiles from then on; what the kit needs is others, which it shares with commands and with the worker of runs.
 */
async function bundle() {
  const names = [...ENTRIES, ...Object.keys(RUNNERS), 'cli']
  const build = await rolldown({
    ...COMMON,
    input: {
      ...Object.fromEntries(names.map(name => [name, `src/${name}.ts`])),
      'run-worker': RUN_WORKER_START,
      worker: RUN_WORKER,
      'engine-child': ENGINE_CHILD,
    },
    external: [...Object.values(RUNNERS), 'esbuild'],
    plugins: [processAlone, filesAsTheyAre('../run-worker.js'), asciiAlone],
    onLog(level, log, handle) {
      // the page of the documentation loads the operations late in a checkout alone
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') handle(level, log)
    },
  })
  const { output } = await build.write({
    dir: LIB,
    format: 'esm',
    chunkFileNames: 'parts/[name]-[hash].js',
    // less to parse at each start; names stay, for stack traces: maps would be larger than the code
    minify: { compress: true, mangle: false, codegen: true },
    codeSplitting: {
      groups: partsBy(partsOf, ['first', 'command', 'engine', 'shared', 'runs', 'api', 'kit', 'tools', 'nodes']),
    },
  })
  await build.close()
  return [...output.flatMap(({ moduleIds = [] }) => moduleIds), ...insidePage]
}

/** Parts with the modules of sets, by their names. Those before others take theirs, with what these import, first. */
function partsBy(setsOf, names) {
  let sets
  return names.map((name, at) => ({
    name(id, context) {
      sets ??= setsOf(context)
      return sets[name].has(id) ? name : null
    },
    priority: names.length - at,
  }))
}

/** Bundles the commands of `commands-as-built.js`, their worker, and what starts each. Returns the files that are inside. */
async function bundleCommands() {
  const output = { format: 'cjs', minify: { compress: true, mangle: false, codegen: true } }
  const build = await rolldown({
    ...COMMON,
    input: { run: 'src/commands/run.ts', worker: RUN_WORKER },
    external: ['esbuild'],
    plugins: [processAlone, quickCommandsAlone, filesAsTheyAre('../run-worker.cjs'), asciiAlone, requiredAlone],
  })
  const { output: chunks } = await build.write({
    ...output,
    dir: join(LIB, FOLDER),
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    codeSplitting: {
      groups: partsBy(partsOfCommands, ['engine', 'shared', 'commands', 'test', 'validate', 'tools', 'nodes']),
    },
  })
  await build.close()
  const digest = digestOf(chunks)
  for (const [name, code] of [
    ['run-command', commandStart(digest)],
    ['run-worker', workerStart(digest)],
  ]) {
    const input = join(LIB, `start-${name}.js`)
    const start = await rolldown({ ...COMMON, input, external: ['./cli.js'], plugins: [given(input, code)] })
    await start.write({ ...output, file: join(LIB, `${name}.cjs`) })
    await start.close()
  }
  writeFileSync(join(LIB, 'cli.cjs'), `${cliStart}\n`)
  return chunks.flatMap(({ moduleIds = [] }) => moduleIds)
}

/** A module that is no file. */
const given = (name, code) => ({
  name: 'given',
  resolveId: id => (id === name ? id : undefined),
  load: id => (id === name ? { code, moduleType: 'js' } : undefined),
})

function partsOfCommands(context) {
  const { importedBy, loadedLateBy } = importsIn(context)
  const test = importedBy('src/commands/test.ts', 'src/runs/schedules/runner.ts')
  const validate = importedBy('src/commands/validate.ts', 'src/runs/checks/workflow-checks.ts')
  const worker = importedBy(RUN_WORKER)
  const nodes = loadedLateBy('src/runs/nodes/node-types.ts')
  return {
    engine: importedBy('src/runs/expressions/engine.ts'),
    shared: worker.intersection(test.union(validate)),
    commands: test.intersection(validate),
    test,
    validate,
    // else the worker would have to load all those nodes, which take it with them
    tools: worker.intersection(nodes),
    nodes: nodes.difference(worker),
  }
}

const importsIn = context => ({
  importedBy: (...paths) => new Set(paths.flatMap(path => [...importsOf(join(ROOT, path), context)])),
  loadedLateBy(path) {
    const late = context.getModuleInfo(join(ROOT, path)).dynamicallyImportedIds
    return new Set(late.flatMap(id => [...importsOf(id, context)]))
  },
})

function partsOf(context) {
  const { importedBy, loadedLateBy } = importsIn(context)
  const kit = importedBy('src/testing.ts')
  const worker = importedBy(RUN_WORKER)
  const tests = importedBy('src/commands/test.ts', 'src/runs/schedules/runner.ts')
  const checks = importedBy('src/commands/validate.ts', 'src/runs/checks/workflow-checks.ts')
  const versions = loadedLateBy('src/core/versions/versions.ts')
  const nodes = loadedLateBy('src/runs/nodes/node-types.ts')
  return {
    // without the entry: it would run wherever the part is loaded
    first: importsOf(CLI, context).difference(new Set([CLI])),
    // what every command needs, and the help
    command: importedBy('src/commands/run.ts', 'src/commands/help.ts'),
    // which validate has on its own thread
    engine: importedBy('src/runs/expressions/engine.ts'),
    shared: worker.intersection(kit.union(tests)),
    // what tests of workflows and instances need
    runs: tests.intersection(kit),
    // what versions, validate and instances need
    api: checks.union(versions).intersection(kit),
    kit,
    // which nodes that are loaded late share with the worker
    tools: worker.intersection(nodes),
    // those with libraries of their own: a part for each would be twenty
    nodes: nodes.difference(worker),
  }
}

/** A module and what it imports at once. */
function importsOf(entry, context) {
  const found = new Set([entry])
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

/** Packages whose code is inside generated texts: it runs in the engine of expressions and Code. */
const insideTexts = ['luxon', 'jmespath', 'showdown', 'title-case', 'transliteration'].map(
  name => `node_modules/${name}/package.json`,
)

/** What the script of the page has inside. */
const insidePage = []

/** Node makes all parts of `node:process` where it is imported, the input and the allowed flags too: the global is the same. */
const processAlone = {
  name: 'process-alone',
  transform: code => code.replace(/^import process from 'node:process'\n/m, ''),
}

/** Texts become strings of the bundle; the files of `data` are shipped and read when they are needed. */
const filesAsTheyAre = worker => ({
  name: 'files-as-they-are',
  async load(id) {
    if (isPage(id)) {
      const { code, inside } = await builtPage()
      insidePage.push(...inside)
      return { code, moduleType: 'js' }
    }
    if (isChecks(id)) return { code: builtChecks(), moduleType: 'js' }
    if (isEngine(id)) {
      engine ??= builtEngine(LIB)
      return { code: await engine, moduleType: 'js' }
    }
    if (isEngineLibrary(id)) return { code: withoutCode(readFileSync(id, 'utf8')), moduleType: 'js' }
    if (isChildUrl(id)) return { code: childUrlAt('../engine-child.js'), moduleType: 'js' }
    if (isRunWorkerStart(id)) return { code: runWorkerStartAt('./worker.js'), moduleType: 'js' }
    if (isRunWorkerUrl(id)) return { code: runWorkerUrlAt(worker), moduleType: 'js' }
    if (id === join(ROOT, 'src/core/docs/start.js'))
      return { code: `export default ${JSON.stringify(readFileSync(id, 'utf8'))}`, moduleType: 'js' }
    if (!id.startsWith(DATA)) return undefined
    if (IS_PACKED.test(id)) return { code: packedText(id), moduleType: 'js' }
    if (isLines(id)) return { code: packedLines(id, LIB), moduleType: 'js' }
    const read = `readFileSync(new URL(${JSON.stringify(`../../data/${relative(DATA, id)}`)}, import.meta.url), 'utf8')`
    const value = id.endsWith('.json') ? `JSON.parse(${read})` : read
    return { code: `import { readFileSync } from 'node:fs'\nexport default ${value}`, moduleType: 'js' }
  },
})

/** The module of the engine, which takes seconds to make. */
let engine

/** Large files that few commands need: packed they are a sixteenth, and are unpacked in some milliseconds. */
const IS_PACKED = /\/(demo\.json|scalar\.js)$/

/** A tenth larger than at the highest quality, in a twentieth of the time. */
const PACKING = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

function packedText(id) {
  const name = `${relative(DATA, id).replaceAll('/', '-')}.br`
  mkdirSync(LIB, { recursive: true })
  writeFileSync(join(LIB, name), brotliCompressSync(readFileSync(id), PACKING))
  const text = `brotliDecompressSync(readFileSync(new URL(${JSON.stringify(`../${name}`)}, import.meta.url))).toString()`
  return [
    "import { readFileSync } from 'node:fs'",
    "import { brotliDecompressSync } from 'node:zlib'",
    `export default ${id.endsWith('.json') ? `JSON.parse(${text})` : text}`,
  ].join('\n')
}

/** With it Bun runs a file as it is; otherwise a first start takes half as long again, as each file is transpiled. */
const BUN_PRAGMA = '// @bun'

/** What has Bun's pragma, Bun takes for Latin-1; and each runtime holds ASCII in half of the memory. */
const asciiAlone = {
  name: 'ascii-alone',
  async generateBundle({ format }, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const [hashbang = ''] = /^#!.*\n/.exec(chunk.code) ?? []
      const isModule = format === 'es'
      const code = await inAscii(chunk.code.slice(hashbang.length), isModule ? 'esm' : 'cjs')
      chunk.code = isModule ? `${hashbang}${BUN_PRAGMA}\n${code}` : code
    }
  },
}

async function inAscii(code, format) {
  const options = { charset: 'ascii', format, target: 'node22', minifyWhitespace: true, legalComments: 'none' }
  const { code: ascii } = await transform(code, options)
  // patterns are left, in which an escape means the same
  return ascii.replaceAll(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * What `require` gets: the modules themselves, loaded by Node. Jest has a loader of its own, which takes no modules and
 * loads everything again for each test file; past it, all test files of a worker share them.
 */
function writeRequired() {
  for (const name of ENTRIES) {
    const code = [
      "'use strict'",
      // the process outside the sandbox of a test file
      "const { createRequire } = require('node:vm').runInThisContext('process').getBuiltinModule('node:module')",
      'try {',
      `  module.exports = { ...createRequire(__filename)('./${name}.js') }`,
      '} catch (error) {',
      "  if (error.code !== 'ERR_REQUIRE_ESM') throw error",
      `  throw new Error(${JSON.stringify(NEEDED_TO_REQUIRE)}, { cause: error })`,
      '}',
    ]
    writeFileSync(join(LIB, `${name}.cjs`), `${code.join('\n')}\n`)
  }
  for (const [name, runner] of Object.entries(RUNNERS)) {
    const code = [
      "'use strict'",
      "const kit = require('../testing.cjs')",
      `require('${runner}').expect.extend(kit.matchers)`,
      'module.exports = kit',
    ]
    writeFileSync(join(LIB, `${name}.cjs`), `${code.join('\n')}\n`)
  }
}

/** The types of the entries, once; what `require` gets has the same by reference. */
async function writeDeclarations() {
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
  const values = new Map()
  for (const entry of ENTRIES) values.set(entry, Object.keys(await import(join(LIB, `${entry}.js`))))
  const within = { inside: '@sinclair/typebox', beside: 'api' }
  const { texts, exported } = bundleTypes(folder, Object.fromEntries(values), within)
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(LIB, `${file}.d.ts`), text)
  for (const entry of ENTRIES) writeFileSync(join(LIB, `${entry}.d.cts`), typesByReference(entry, exported[entry]))
  for (const name of Object.keys(RUNNERS)) {
    const text = readFileSync(join(folder, `${name}.d.ts`), 'utf8')
    writeFileSync(join(LIB, `${name}.d.ts`), text.replaceAll("'../testing.ts'", "'../testing.js'"))
    writeFileSync(join(LIB, `${name}.d.cts`), text.replaceAll("'../testing.ts'", "'../testing.cjs'"))
  }
  const ofVersions = readdirSync(join(folder, GENERATED, TYPES)).map(file => join(TYPES, file.replace(/\.d\.ts$/, '')))
  for (const name of [TYPES, ...ofVersions]) {
    mkdirSync(dirname(join(LIB, name)), { recursive: true })
    const text = readFileSync(join(folder, name === TYPES ? '' : GENERATED, `${name}.d.ts`), 'utf8')
    writeFileSync(
      join(LIB, `${name}.d.ts`),
      text.replaceAll(`'./${GENERATED}/`, "'./").replaceAll(/(from '\..*)\.ts'/g, "$1.js'"),
    )
    writeFileSync(
      join(LIB, `${name}.d.cts`),
      `export type * from './${name.split('/').at(-1)}.js' with { 'resolution-mode': 'import' }\n`,
    )
  }
  // without values, for importers that do not leave such an import out
  writeFileSync(join(LIB, 'api.js'), 'export {}\n')
  writeFileSync(join(LIB, 'api.cjs'), "'use strict'\n")
  rmSync(folder, { recursive: true })
  rmSync(config)
}

function typesByReference(entry, exported) {
  const from = `import('./${entry}.js', { with: { 'resolution-mode': 'import' } })`
  return exported
    .flatMap(({ name, isValue, isType }) => {
      const type = `export type { ${name} } from './${entry}.js' with { 'resolution-mode': 'import' }`
      if (!isValue) return [type]
      return [
        `export declare const ${name}: typeof ${from}.${name}`,
        ...(isType ? [`export type ${name} = ${from}.${name}`] : []),
      ]
    })
    .map(line => `${line}\n`)
    .join('')
}

/** All that is needed is inside the bundle: nothing is installed beside it. */
function trimManifest() {
  const file = join(ROOT, 'package.json')
  const kept = join(ROOT, 'package.json.kept')
  if (!existsSync(kept)) cpSync(file, kept)
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const { scripts, devDependencies, dependencies, ...rest } = manifest
  writeFileSync(file, `${JSON.stringify(rest, null, 2)}\n`)
}

rmSync(LIB, { recursive: true, force: true })
mkdirSync(LIB)
try {
  await main()
} catch (error) {
  rmSync(LIB, { recursive: true, force: true })
  throw error
}
