// Writes src/generated, the types that are made from the source: `node test/tools/generate/write-types.js`. Only compilers
// need them, so that this runs before type checks, tests and packing, on Bun as on Node. Where nothing changed since it last
// ran, it writes nothing.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(ROOT, 'src/generated')
const ENTRY = 'test/tools/generate/types.ts'
/** What was read and written when they were last made: paths from the root, with the hashes of the files. */
const STAMP = join(FOLDER, 'stamp.json')

/** @returns {Promise<boolean>} whether they were made */
export async function writeTypes() {
  if (isFresh()) return false
  mkdirSync(FOLDER, { recursive: true })
  const bundle = join(FOLDER, `.generate-${process.pid}.mjs`)
  try {
    const inputs = await bundleGenerator(bundle)
    const { generatedTypes } = await import(pathToFileURL(bundle).href)
    const texts = Object.entries(await generatedTypes())
    const outputs = texts.map(([name, text]) => {
      const path = join('src/generated', name)
      writeWhole(join(ROOT, path), `// Made from the source by ${ENTRY}: an edit is lost.\n${text}`)
      return path
    })
    removeOthers(outputs)
    writeWhole(STAMP, JSON.stringify({ packages: packages(), files: hashesOf([...inputs, ...outputs]) }))
  } finally {
    rmSync(bundle, { force: true })
  }
  return true
}

function isFresh() {
  const stamp = readStamp()
  if (stamp?.packages !== packages()) return false
  return Object.entries(stamp.files).every(([path, hash]) => existsSync(join(ROOT, path)) && hashOf(path) === hash)
}

function readStamp() {
  if (!existsSync(STAMP)) return undefined
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const hashesOf = paths => Object.fromEntries(paths.map(path => [path, hashOf(path)]))

const hashOf = path =>
  createHash('sha1')
    .update(readFileSync(join(ROOT, path)))
    .digest('base64')

/** The versions of the packages, which are exact. */
function packages() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return JSON.stringify({ dependencies, devDependencies })
}

/** Bundles the program that makes them with our own files. @returns the paths of these files */
async function bundleGenerator(outfile) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [ENTRY],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    metafile: true,
    logLevel: 'warning',
    // used lazily, by what is not asked for
    external: ['*.html', '*.svg'],
    plugins: [
      {
        name: 'packages stay outside',
        setup({ onResolve }) {
          onResolve({ filter: /^typescript$/ }, () => ({ path: 'typescript-5', external: true }))
          onResolve({ filter: /^[^.]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path === 'openapi-typescript' ? undefined : { path, external: true },
          )
          onResolve({ filter: /./ }, args =>
            args.with.type === 'text' ? { path: args.path, external: true } : undefined,
          )
        },
      },
    ],
  })
  return [...Object.keys(metafile.inputs).filter(path => !path.includes('node_modules/')), fileOf(import.meta.filename)]
}

const fileOf = path => path.slice(ROOT.length + 1)

/** In one step, as compilers may read at the same time. */
function writeWhole(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  const part = `${file}.${process.pid}`
  writeFileSync(part, text)
  renameSync(part, file)
}

/** Removes the files of versions that are no more. */
function removeOthers(outputs) {
  for (const name of readdirSync(join(FOLDER, 'api'))) {
    if (name.endsWith('.ts') && !outputs.includes(join('src/generated/api', name)))
      rmSync(join(FOLDER, 'api', name), { force: true })
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename) await writeTypes()
