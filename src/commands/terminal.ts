import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { OnProgress, Progress } from '../migrate/read/read-records.ts'

/** Whether the user can be asked a question. */
export const isAtTerminal = () => process.stdin.isTTY === true && process.stderr.isTTY === true

/** Asks for a secret, which is not shown while it is typed. */
export async function askSecret(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  // what is typed is hidden from here on, so that nothing is asked before
  process.stderr.write(question)
  try {
    return await answerTo(reader, '')
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}

/** Asks for a yes; anything else is a no, and so is the end of the signal. */
export async function askYes(question: string, signal?: AbortSignal): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await answerTo(reader, `${question} [y/N] `, signal)).trim())
  } finally {
    reader.close()
  }
}

/** The end of the input, as Ctrl-C and Ctrl-D make it, is an empty answer. */
function answerTo(reader: ReturnType<typeof createInterface>, question: string, signal?: AbortSignal): Promise<string> {
  return new Promise(resolve => {
    reader.once('close', () => resolve(''))
    reader.once('SIGINT', () => reader.close())
    reader.question(question, signal ? { signal } : {}).then(resolve, () => resolve(''))
  })
}

/**
 * The output of a running instance, on standard output and on standard error. A line that cannot be written, as on a
 * full disk or after its reader has ended, is lost; the service continues.
 */
export function openOutput() {
  // Node reports a lost line by an event, Deno by throwing
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return { print: ignoringFailures(console.log), printError: ignoringFailures(console.error) }
}

function ignoringFailures(write: (line: string) => void) {
  return (line: string) => {
    try {
      write(line)
    } catch {
      // no stream is left to report it on
    }
  }
}

/** Characters that a terminal takes for orders, or that turn the direction of a line; but for ends of lines and tabs. */
const UNPRINTABLE = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/**
 * Text that names from elsewhere may be part of, with what a terminal would obey written out: `\\u001b[2J`.
 */
export const printable = (text: string) =>
  text.replace(UNPRINTABLE, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A line on standard output. */
export const print = (text: string) => console.log(printable(text))

/** A line on standard error. */
export const printError = (text: string) => console.error(printable(text))

const WIDTH = 24
const EVERY_MS = 80

/** A bar on the last line of a terminal; no bar where standard error is not a terminal. */
export function progressBar(): { onProgress: OnProgress; end(): void } {
  const { stderr } = process
  if (!stderr.isTTY) return { onProgress: () => {}, end: () => {} }
  let drawnAt = 0
  let isDrawn = false
  return {
    onProgress(progress) {
      const now = performance.now()
      if (now - drawnAt < EVERY_MS && progress.done !== progress.total) return
      drawnAt = now
      isDrawn = true
      stderr.write(`\r\x1b[2K${printable(lineOf(progress)).slice(0, (stderr.columns || 80) - 1)}`)
    },
    end() {
      if (isDrawn) stderr.write('\r\x1b[2K')
      isDrawn = false
    },
  }
}

function lineOf({ part, done, total }: Progress): string {
  if (total === undefined) return `${part} ${done}`
  const filled = total === 0 ? WIDTH : Math.round((WIDTH * done) / total)
  return `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${part} ${done} of ${total}`
}

/**
 * The text of a file that a flag names. @throws the error of the file system, which names the file on every platform
 */
export const readText = (file: string) =>
  readFile(file, 'utf8').catch(cause => {
    throw Object.assign(cause, { path: file })
  })
