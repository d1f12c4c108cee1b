import { newBuffer } from '../../core/base/new-buffer.ts'
import type { MadeRun } from './sent-run.ts'

/**
 * Longer texts go to the serving thread as bytes that are moved. A message is put together in memory of the thread, of
 * which Node and Deno give little back to the system.
 */
const LARGE_CHARACTERS = 256 * 1024
const FIELDS = ['data', 'begun'] as const

/** A text of a run, or of one that it called, by its place among these. */
export interface MovedText {
  called: number | undefined
  field: (typeof FIELDS)[number]
  bytes: ArrayBuffer
  /** The quickest for the thread that reads it: UTF-8 of other letters than ASCII takes three times as long as UTF-16. */
  encoding: 'utf8' | 'utf16le'
}

/** Takes the large texts out of a run. */
export function takeLargeTexts(made: MadeRun): MovedText[] {
  return [undefined, ...made.called.keys()].flatMap(called =>
    FIELDS.flatMap((field): MovedText[] => {
      const run = runOf(made, called)
      const text = run?.[field]
      if (!run || text === undefined || text.length <= LARGE_CHARACTERS) return []
      run[field] = ''
      return [{ called, field, ...encoded(text) }]
    }),
  )
}

/** Puts them back. */
export function putLargeTexts(made: MadeRun, texts: readonly MovedText[]) {
  for (const { called, field, bytes, encoding } of texts) {
    const run = runOf(made, called)
    if (run) run[field] = Buffer.from(bytes).toString(encoding)
  }
}

const runOf = (made: MadeRun, called: number | undefined): MadeRun | undefined =>
  called === undefined ? made : made.called[called]

function encoded(text: string): Pick<MovedText, 'bytes' | 'encoding'> {
  const isAscii = Buffer.byteLength(text) === text.length
  const encoding = isAscii ? 'utf8' : 'utf16le'
  const bytes = newBuffer(isAscii ? text.length : text.length * 2)
  Buffer.from(bytes).write(text, encoding)
  return { bytes, encoding }
}
