import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Whether somebody can be asked. */
export const isAtTerminal = () => process.stdin.isTTY === true && process.stderr.isTTY === true

/** Asks for something that does not show while it is typed. */
export async function askSecret(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await answerTo(reader, '')
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}

/** Asks for a yes; anything else is a no. */
export async function askYes(question: string): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await answerTo(reader, `${question} [y/N] `)).trim())
  } finally {
    reader.close()
  }
}

/** The end of the input, as Ctrl-C and Ctrl-D make it, is an empty answer. */
function answerTo(reader: ReturnType<typeof createInterface>, question: string): Promise<string> {
  return new Promise(resolve => {
    reader.once('close', () => resolve(''))
    reader.once('SIGINT', () => reader.close())
    reader.question(question).then(resolve, () => resolve(''))
  })
}
