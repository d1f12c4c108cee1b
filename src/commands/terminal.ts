import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { styleText } from 'node:util'
import { readTextFile } from '../core/base/read-text-file.ts'
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
  text
    .replace(UNPRINTABLE, writtenOut)
    .replace(COMMAND, before => before.slice(0, -1) + writtenOut(':'))
    .replace(GROUP, writtenOut)

/** The same in one line: a name may have ends of lines. */
export const inLine = (text: string) => printable(text).replace(/[\n\t]/g, writtenOut)

/** What GitHub Actions, or another runner of jobs, takes for a command: `::stop-commands::` in front, `##[group]` anywhere. */
const COMMAND = /^[^\S\n\r\u2028\u2029]*:(?=:)/gm
const GROUP = /#(?=#\w*\[)/g

const writtenOut = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

type Colour = Parameters<typeof styleText>[0]

const coloured = (text: string, colour: Colour | undefined) =>
  colour !== undefined && process.stdout.isTTY ? styleText(colour, text) : text

/** A line on standard output; in a colour where a terminal shows it. */
export const print = (text: string, colour?: Colour) => console.log(coloured(printable(text), colour))

/** The same after a mark that alone has the colour. */
export const printAfter = (mark: string, colour: Colour, text: string) =>
  console.log(`${coloured(mark, colour)} ${printable(text)}`)

/** A command of GitHub Actions, on a line of standard output. */
export const printCommand = (text: string) => console.log(text.replace(UNPRINTABLE, writtenOut))

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
  readTextFile(file, { isGiven: true }).catch(cause => {
    throw Object.assign(cause, { path: file })
  })
