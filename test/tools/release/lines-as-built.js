// A file of facts, a line for each type of node, as the package has it: packed in blocks, so that to read some types is to
// unpack some blocks. The module gives what `linesByType` of src/core/model/lines-by-type.ts makes of the text.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { linesByType } from '../../../src/core/model/lines-by-type.ts'

const LINES_FILE = /[\\/](activation-requirements\.json|parameters\.jsonl)$/

/** Characters of a block: a smaller one is quicker to unpack, and all together are larger. */
const BLOCK = 24 * 1024

export const isLines = path => LINES_FILE.test(path)

/** An object by types becomes lines, too. */
function textOf(path) {
  const text = readFileSync(path, 'utf8')
  if (path.endsWith('.jsonl')) return text
  const types = Object.entries(JSON.parse(text))
  return types.map(([type, groups]) => JSON.stringify({ type, groups })).join('\n')
}

/** Writes the blocks into the folder of the package. @returns the module that reads them */
export function packedLines(path, lib) {
  const { types, linesOf } = linesByType(textOf(path))
  const blocks = [[]]
  const blockOf = {}
  for (const type of types) {
    if (blocks.at(-1).join('\n').length > BLOCK) blocks.push([])
    blocks.at(-1).push(...linesOf(type))
    blockOf[type] = blocks.length - 1
  }
  const packed = blocks.map(lines => brotliCompressSync(lines.join('\n')))
  const name = `${basename(dirname(path))}-${basename(path)}.br`
  writeFileSync(join(lib, name), Buffer.concat(packed))
  return `
    import { readFileSync } from 'node:fs'
    import { brotliDecompressSync } from 'node:zlib'
    import { linesByType } from '../../src/core/model/lines-by-type.ts'
    const bytes = readFileSync(new URL('../${name}', import.meta.url))
    const sizes = ${JSON.stringify(packed.map(({ length }) => length))}
    const blockOf = new Map(Object.entries(JSON.parse(${JSON.stringify(JSON.stringify(blockOf))})))
    const blocks = new Map()
    function unpacked(block) {
      const from = sizes.slice(0, block).reduce((sum, size) => sum + size, 0)
      return linesByType(brotliDecompressSync(bytes.subarray(from, from + sizes[block])).toString())
    }
    export default {
      types: [...blockOf.keys()],
      linesOf(type) {
        const block = blockOf.get(type)
        if (block === undefined) return []
        if (!blocks.has(block)) blocks.set(block, unpacked(block))
        return blocks.get(block).linesOf(type)
      },
    }`
}
