import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { nodeFiles, resolveFile, syncFolder } from '../../core/storage/files/index.ts'
import { lockFile } from '../../core/storage/lock/index.ts'
import { connectService } from '../client/client.ts'
import { createFileCaches } from '../download-cache.ts'
import type { Fields } from '../fields.ts'
import { ServiceError } from '../service-error.ts'
import { type CloneOptions, type CloneSummary, cloneInto } from './clone.ts'
import type { PartContent } from './fixture-parts.ts'

const ABOUT = 'about.json'

export interface CloneToFileOptions extends CloneOptions {
  /** The file to make. What is read is cached in the folder `<file>.clone` until it is complete. */
  file: string
  /** Whether the file is a fixture, which no start writes to. Default false: a start takes it as its document. */
  isFixture?: boolean | undefined
  /** Receives what the user should know and did not ask for. */
  report?: ((message: string) => void) | undefined
}

/**
 * Copies a service into a file that a start takes as its document, or as a fixture. Where it breaks off, the next call
 * goes on from there; the file is made at the end, at one stroke.
 *
 * @throws ServiceError where the service cannot be read, or the file is there already
 * @throws FileInUseError where another process makes or serves it
 */
export async function cloneToFile(options: CloneToFileOptions): Promise<CloneSummary> {
  const service = connectService(options)
  const path = await resolveFile(options.file, nodeFiles)
  const lock = await lockFile(path, 0)
  try {
    if (existsSync(path))
      throw new ServiceError(`${path} exists already, and a clone creates a new file. Name another one`)
    const folder = `${path}.clone`
    await beginOrGoOn(folder, service.url, options)
    const caches = createFileCaches(folder)
    try {
      const ofDocument: [string, PartContent][] = options.isFixture ? [] : [['sealCheck', { value: null }]]
      const summary = await cloneInto(service, caches, options, parts =>
        writeFixture(join(folder, 'document'), [...parts, ...ofDocument]),
      )
      await rename(join(folder, 'document'), path)
      await syncFolder(dirname(path), nodeFiles)
      await caches.close()
      await rm(folder, { recursive: true })
      return summary
    } finally {
      await caches.close()
      await removeIfNothingRead(folder)
    }
  } finally {
    lock.release()
  }
}

/** Where the address or the key is wrong there is nothing to go on from. */
async function removeIfNothingRead(folder: string) {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(names.map(async name => (name === ABOUT ? 0 : (await stat(join(folder, name))).size)))
  if (sizes.every(size => size === 0)) await rm(folder, { recursive: true, force: true })
}

/** A folder that was begun for another clone is replaced. */
async function beginOrGoOn(
  folder: string,
  url: string,
  { executions = 0, tags = [], active = false, report }: CloneToFileOptions,
) {
  const about = JSON.stringify({ version: 1, url, executions, tags: [...tags].sort(), active })
  const file = join(folder, ABOUT)
  const before = await readFile(file, 'utf8').catch(() => undefined)
  if (before === about) return report?.(`Continuing the interrupted clone in ${folder}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (before !== undefined) {
    report?.(`${folder} belongs to another clone: starting again`)
    await rm(folder, { recursive: true })
    await mkdir(folder, { mode: 0o700 })
  } else if ((await readdir(folder)).length > 0) {
    throw new ServiceError(
      `${folder} is in the way: a clone stores there what it has read. Move it, or name another file`,
    )
  }
  await writeFile(file, about, { mode: 0o600 })
}

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
