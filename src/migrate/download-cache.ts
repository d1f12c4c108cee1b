import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { oneAtATime } from '../core/base/one-at-a-time.ts'

/** Answers of a service by key, so that a clone that goes on does not request them again. */
export interface DownloadCache {
  /** In the order in which they were stored. */
  keys(): Iterable<string>
  has(key: string): boolean
  get(key: string): Promise<unknown>
  put(key: string, value: unknown): Promise<void>
}

/** Caches by name, one for each list of the service. */
export interface DownloadCaches {
  open(name: string): Promise<DownloadCache>
  close(): Promise<void>
}

/** Caches in memory. */
export function createMemoryCaches(): DownloadCaches {
  const caches = new Map<string, DownloadCache>()
  return {
    async open(name) {
      const cache = caches.get(name) ?? createMemoryCache()
      caches.set(name, cache)
      return cache
    },
    async close() {},
  }
}

/** A cache in memory. */
export function createMemoryCache(): DownloadCache {
  const stored = new Map<string, unknown>()
  return {
    keys: () => [...stored.keys()],
    has: key => stored.has(key),
    get: async key => stored.get(key),
    async put(key, value) {
      stored.set(key, value)
    },
  }
}

/**
 * Caches as files in a folder, one line for each value: key, tab, JSON. Memory holds the keys and the positions of the
 * lines. Only the owner may read the files: they may hold data of executions.
 */
export function createFileCaches(folder: string): DownloadCaches {
  const opened = new Map<string, Promise<FileCache>>()
  return {
    open(name) {
      let cache = opened.get(name)
      if (!cache) {
        cache = openFileCache(join(folder, `${name}.jsonl`))
        opened.set(name, cache)
      }
      return cache
    },
    async close() {
      for (const cache of opened.values()) await (await cache).close()
      opened.clear()
    },
  }
}

type FileCache = DownloadCache & { close(): Promise<void> }
interface Place {
  at: number
  length: number
}

async function openFileCache(path: string): Promise<FileCache> {
  const handle = await open(path, 'a+', 0o600)
  const { places, end } = await findLines(handle)
  // a last line without its end was being written when the process ended
  await handle.truncate(end)
  let size = end
  const inTurn = oneAtATime()
  return {
    keys: () => [...places.keys()],
    has: key => places.has(key),
    async get(key) {
      const place = places.get(key)
      if (!place) return undefined
      const bytes = Buffer.alloc(place.length)
      await handle.read(bytes, 0, place.length, place.at)
      return JSON.parse(bytes.toString('utf8'))
    },
    put(key, value) {
      const start = Buffer.from(`${JSON.stringify(key)}\t`)
      const json = Buffer.from(JSON.stringify(value))
      return inTurn(async () => {
        await handle.appendFile(Buffer.concat([start, json, Buffer.from('\n')]))
        places.set(key, { at: size + start.length, length: json.length })
        size += start.length + json.length + 1
      })
    },
    close: () => inTurn(() => handle.close()),
  }
}

const CHUNK = 1024 * 1024
const TAB = 0x09
const LINE_END = 0x0a

/** Where each whole line's JSON is, and where the last whole line ends. */
async function findLines(handle: FileHandle) {
  const places = new Map<string, Place>()
  const chunk = Buffer.alloc(CHUNK)
  let read = 0
  let end = 0
  let key: Buffer[] | undefined = []
  let keyText = ''
  let jsonAt = 0
  for (let bytes = await readAt(handle, chunk, 0); bytes > 0; bytes = await readAt(handle, chunk, read)) {
    for (let at = 0; at < bytes; ) {
      const found = chunk.subarray(0, bytes).indexOf(key ? TAB : LINE_END, at)
      const stop = found === -1 ? bytes : found
      if (key) key.push(Buffer.from(chunk.subarray(at, stop)))
      if (found !== -1 && key) {
        keyText = JSON.parse(Buffer.concat(key).toString('utf8'))
        jsonAt = read + found + 1
        key = undefined
      } else if (found !== -1) {
        places.set(keyText, { at: jsonAt, length: read + found - jsonAt })
        end = read + found + 1
        key = []
      }
      at = stop + 1
    }
    read += bytes
  }
  return { places, end }
}

const readAt = async (handle: FileHandle, chunk: Buffer, at: number) =>
  (await handle.read(chunk, 0, chunk.length, at)).bytesRead
