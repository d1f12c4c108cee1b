import { isRecord } from '../../core/base/is-record.ts'

export interface FileSent {
  bytes: Uint8Array
  type: string
  name: string | undefined
}

/**
 * The files that callers sent. Items describe them; their bytes are stored in memory, up to a limit, since only answers
 * of workflows read them.
 */
export interface CallFiles {
  /** Stores a file, and returns its description for the item. */
  add(file: FileSent): Record<string, unknown>
  /** The bytes of a file that an item names; `undefined` where they are gone. */
  bytesOf(file: unknown): Uint8Array | undefined
}

/** The most bytes of files in memory: the oldest are removed first. */
const MAX_BYTES = 64 * 1024 * 1024

const EXTENSIONS: Record<string, string> = {
  'text/plain': 'txt',
  'text/html': 'html',
  'text/csv': 'csv',
  'text/css': 'css',
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/gzip': 'gz',
  'application/octet-stream': 'bin',
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
}

/** @param uuid makes the names of those that have none */
export function createCallFiles(uuid: () => string): CallFiles {
  const stored = new Map<string, Uint8Array>()
  let size = 0

  return {
    add({ bytes, type, name }) {
      const id = uuid()
      stored.set(id, bytes)
      size += bytes.length
      for (const [oldest, { length }] of stored) {
        if (size <= MAX_BYTES || stored.size === 1) break
        stored.delete(oldest)
        size -= length
      }
      return {
        ...kindOf(type, name),
        data: STORED_APART,
        fileName: name ?? uuid(),
        id,
        fileSize: shownSize(bytes.length),
        bytes: bytes.length,
      }
    },
    bytesOf(file) {
      if (!isRecord(file)) return undefined
      if (typeof file.id === 'string') return stored.get(file.id.split('/').at(-1) ?? '')
      return typeof file.data === 'string' ? Buffer.from(file.data, 'base64') : undefined
    },
  }
}

/** What stands in an item in the place of bytes that are stored beside it. */
export const STORED_APART = 'filesystem-v2'

/** The description of a file that has its bytes in the item. */
export const inlineFile = ({ bytes, type, name }: FileSent): Record<string, unknown> => ({
  ...kindOf(type, name),
  data: Buffer.from(bytes).toString('base64'),
  ...(name === undefined ? {} : { fileName: name }),
  fileSize: shownSize(bytes.length),
  bytes: bytes.length,
})

/** The type of a file, by the end of its name. */
export function mimeTypeOf(name: string): string {
  const extension = extensionIn(name)?.toLowerCase()
  const [type] = Object.entries(EXTENSIONS).find(([, known]) => known === extension) ?? []
  return type ?? (extension === 'jpg' ? 'image/jpeg' : 'application/octet-stream')
}

const extensionIn = (name: string) => /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]

function kindOf(type: string, name: string | undefined) {
  const fileType = fileTypeOf(type)
  const extension = EXTENSIONS[type] ?? extensionIn(name ?? '')
  return {
    mimeType: type,
    ...(fileType === undefined ? {} : { fileType }),
    ...(extension === undefined ? {} : { fileExtension: extension }),
  }
}

/** Adds the execution to the ids of its files, which were stored before the execution had an id. */
export function withExecution(binary: Record<string, unknown>, workflowId: string, executionId: string) {
  const folder = `filesystem-v2:workflows/${workflowId}/executions/${executionId}/binary_data/`
  return Object.fromEntries(
    Object.entries(binary).map(([name, file]) =>
      isRecord(file) && typeof file.id === 'string' && !file.id.includes('/')
        ? [name, { ...file, id: folder + file.id }]
        : [name, file],
    ),
  )
}

function fileTypeOf(type: string): string | undefined {
  for (const kind of ['image', 'audio', 'video'] as const) if (type.startsWith(`${kind}/`)) return kind
  if (type === 'application/json') return 'json'
  if (type === 'text/html') return 'html'
  if (type.startsWith('text/')) return 'text'
  return type === 'application/pdf' ? 'pdf' : undefined
}

function shownSize(bytes: number): string {
  const units = ['B', 'kB', 'MB']
  let size = bytes
  let unit = 0
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000
    unit++
  }
  return `${Number(size.toPrecision(3))} ${units[unit]}`
}
