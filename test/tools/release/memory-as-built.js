// The module of an engine's memory, which is empty in a checkout: with what an engine has loaded when the package is built.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { Machine } from '../../../src/runs/expressions/machine.ts'

const MEMORY_FILE = /expressions[\\/]built-memory\.ts$/
const FILE = 'engine-memory.bin.br'

export const isMemory = path => MEMORY_FILE.test(path)

/** Writes the memory into the folder of the package. @returns the module that reads it */
export async function builtMemory(lib) {
  const { parts, entries, addresses } = await preparedMemory()
  writeFileSync(join(lib, FILE), brotliCompressSync(Buffer.concat(parts.map(({ bytes }) => bytes))))
  let end = 0
  const read = parts.map(({ from, bytes }) => {
    const start = end
    end += bytes.length
    return `{ from: ${from}, bytes: bytes.subarray(${start}, ${end}) }`
  })
  return [
    "import { readFileSync } from 'node:fs'",
    "import { brotliDecompressSync } from 'node:zlib'",
    `const bytes = brotliDecompressSync(readFileSync(new URL('./${FILE}', import.meta.url)))`,
    `export const builtMemory = {`,
    `  parts: [${read.join(', ')}],`,
    `  entries: ${JSON.stringify(entries)},`,
    `  addresses: ${JSON.stringify(addresses)},`,
    '}',
  ].join('\n')
}

/** The same in each build: the engine asks for the time once, for random numbers that no run sees. */
async function preparedMemory() {
  const { now } = Date
  Date.now = () => 0
  try {
    return (await Machine.create()).prepared
  } finally {
    Date.now = now
  }
}
