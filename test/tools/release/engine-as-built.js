// The module of a built engine, which is empty in a checkout: its code, and what its memory holds when it has loaded its
// library. Both are files that are read as they are: to decode or unpack them would take longer than all else at a start.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Machine } from '../../../src/runs/expressions/machine.ts'

const ENGINE_FILE = /expressions[\\/]built-engine\.ts$/
const LIBRARY_FILE = /[\\/]emscripten-module-\w+\.mjs$/
const COMPILE = join(import.meta.dirname, '../../../src/core/runtime/compile-engine.ts')
const CODE = 'engine.wasm'
const WORLDS = ['expressions', 'code']
const memoryFile = world => `engine-${world}.bin`
const FILES = [CODE, ...WORLDS.map(memoryFile)]

export const isEngine = path => ENGINE_FILE.test(path)

/** Writes the files into the folder of the package. @returns the module that reads them, in a folder of that */
export const builtEngine = lib =>
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is source code
  engineText(lib, ['const read = name => readFileSync(new URL(`../${name}`, import.meta.url))'])

/**
 * A plugin of Bun's bundler, for an executable that holds the files. They are written before it builds, as it does not see
 * what comes later.
 *
 * @param folder where they are written
 */
export async function engineAsBuilt(folder) {
  const names = FILES.map((file, at) => `'${file}': file${at}`)
  const contents = await engineText(folder, [
    ...FILES.map((file, at) => `import file${at} from ${JSON.stringify(join(folder, file))} with { type: 'file' }`),
    `const files = { ${names.join(', ')} }`,
    'const read = name => readFileSync(files[name])',
  ])
  return {
    name: 'engine-as-built',
    setup({ onLoad }) {
      onLoad({ filter: ENGINE_FILE }, () => ({ contents, loader: 'js' }))
      onLoad({ filter: LIBRARY_FILE }, ({ path }) => ({
        contents: withoutCode(readFileSync(path, 'utf8')),
        loader: 'js',
      }))
    },
  }
}

/** @param read the lines that say how a file is read by its name */
async function engineText(lib, read) {
  const { code, memories } = await preparedEngine()
  writeFileSync(join(lib, CODE), code)
  return [
    "import { readFileSync } from 'node:fs'",
    `import { compileEngine } from ${JSON.stringify(COMPILE)}`,
    ...read,
    'export const builtEngine = {',
    `  code: compileEngine(read('${CODE}')),`,
    '  memories: {',
    ...memories.map((memory, at) => memoryText(WORLDS[at], memory, lib)),
    '  },',
    '}',
  ].join('\n')
}

/** Writes a memory. @returns what reads it when it is asked for */
function memoryText(world, { parts, entries, counter, addresses }, lib) {
  const file = memoryFile(world)
  writeFileSync(join(lib, file), Buffer.concat(parts.map(({ bytes }) => bytes)))
  let end = 0
  const read = parts.map(({ from, bytes }) => {
    const start = end
    end += bytes.length
    return `{ from: ${from}, bytes: bytes.subarray(${start}, ${end}) }`
  })
  return [
    `    get ${world}() {`,
    `      const bytes = read('${file}')`,
    '      return {',
    `        parts: [${read.join(', ')}],`,
    `        entries: ${JSON.stringify(entries)},`,
    `        counter: ${JSON.stringify(counter)},`,
    `        addresses: ${JSON.stringify(addresses)},`,
    '      }',
    '    },',
  ].join('\n')
}

/** The same in each build: the engine asks for the time once, for random numbers that no run sees. */
async function preparedEngine() {
  const { now } = Date
  const { instantiate } = WebAssembly
  let code
  Date.now = () => 0
  WebAssembly.instantiate = (bytes, imports) => {
    code = bytes
    return instantiate(bytes, imports)
  }
  try {
    const memories = []
    for (const world of WORLDS) memories.push((await Machine.create(world)).prepared)
    return { code, memories }
  } finally {
    Date.now = now
    WebAssembly.instantiate = instantiate
  }
}

export const isEngineLibrary = path => LIBRARY_FILE.test(path)

/** The library that starts the engine, without the text that holds its code. @throws Error where there is no such text */
export function withoutCode(library) {
  const text = /\w+\(`\\0asm(?:\\[\s\S]|[^`\\])*`\)/
  if (!text.test(library)) throw new Error('The library of the engine holds its code in another way')
  return library.replace(text, 'undefined')
}
