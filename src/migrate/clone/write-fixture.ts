import { open } from 'node:fs/promises'
import type { Fields } from '../fields.ts'
import type { PartContent } from './fixture-parts.ts'

const CHUNK = 256 * 1024

/** Writes a fixture as a new file, a record a line, and waits for the disk. The whole text never exists at once. */
export async function writeFixture(path: string, parts: [name: string, content: PartContent][]): Promise<void> {
  const handle = await open(path, 'w', 0o600)
  let pending: string[] = []
  let length = 0
  const flush = async () => {
    await handle.appendFile(pending.join(''))
    pending = []
    length = 0
  }
  try {
    for await (const piece of pieces(parts)) {
      pending.push(piece)
      length += piece.length
      if (length >= CHUNK) await flush()
    }
    await flush()
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* pieces(parts: [name: string, content: PartContent][]) {
  let opening = '{\n'
  for (const [name, content] of parts) {
    yield `${opening}  ${JSON.stringify(name)}: `
    opening = ',\n'
    if ('value' in content) yield JSON.stringify(content.value, null, 2).replaceAll('\n', '\n  ')
    else yield* lines(content.records)
  }
  yield '\n}\n'
}

async function* lines(records: AsyncIterable<Fields> | Iterable<Fields>) {
  let opening = '[\n    '
  for await (const record of records) {
    yield opening + JSON.stringify(record)
    opening = ',\n    '
  }
  yield opening.startsWith('[') ? '[]' : '\n  ]'
}
