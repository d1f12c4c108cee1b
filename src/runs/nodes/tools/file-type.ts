const TYPES: Record<string, string> = {
  txt: 'text/plain',
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  xml: 'application/xml',
  pdf: 'application/pdf',
  zip: 'application/zip',
  gz: 'application/gzip',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  md: 'text/markdown',
  ics: 'text/calendar',
}

/** What stands after the last dot of a name. */
export const endingOf = (name: string | undefined) => /.\.([^.]+)$/.exec(name ?? '')?.[1]

/** The type of a file by the end of its name. */
export const typeByName = (name: string): string | undefined => TYPES[name.split('.').at(-1)?.toLowerCase() ?? '']

const BEGINNINGS: [type: string, hex: string][] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '47494638'],
  ['application/pdf', '25504446'],
  ['application/zip', '504b0304'],
  ['application/gzip', '1f8b'],
]

/** The type of a file by how it begins. */
export function typeByContent(bytes: Uint8Array): string {
  const beginning = Buffer.from(bytes.slice(0, 8)).toString('hex')
  return BEGINNINGS.find(([, hex]) => beginning.startsWith(hex))?.[0] ?? 'text/plain'
}

/** The name of a file that has none. */
export function usualName(type: string): string {
  const extension = Object.entries(TYPES).find(([, known]) => known === type)?.[0]
  return extension ? `file.${extension}` : 'file'
}

/** Why a value cannot be written as bytes, in the words of the service's runtime. */
export const notBytes = (value: unknown): string =>
  `The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object. Received ${shown(value)}`

const shown = (value: unknown) =>
  typeof value === 'object' && value !== null
    ? `an instance of ${Array.isArray(value) ? 'Array' : 'Object'}`
    : value === null
      ? 'null'
      : `type ${typeof value} (${String(value)})`
