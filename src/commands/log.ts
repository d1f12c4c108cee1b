import type { ServedRequest } from '../instance/observe-responses.ts'
import type { Config } from '../settings/settings.ts'
import { requestLines } from './request-lines.ts'

/** What is written while it serves: in one form, whatever there is to tell. */
export interface Log {
  /** A line for each response; nothing where left out. */
  onResponse: ((served: ServedRequest) => void) | undefined
  /** A failure, with its stack on the lines after the first, or anything else that somebody must know. */
  report(message: string): void
}

/** Writes lines for people, or of JSON. No control character reaches them as it is: it might come from anyone. */
export function createLog(format: Config['log'], write: (line: string) => void): Log {
  if (format !== 'json') return { onResponse: requestLines(format, write), report: text => write(prettyReport(text)) }
  const writeJson = (line: string) => write(printable(line, escaped))
  return { onResponse: requestLines(format, writeJson), report: text => writeJson(jsonReport(text)) }
}

function jsonReport(message: string) {
  const [first = '', ...stack] = message.split(/\n(?= {4}at )/)
  const line = { time: new Date().toISOString(), message: first, ...(stack.length ? { stack } : {}) }
  return JSON.stringify(line)
}

/** Lines after the first are indented, so that none passes for one of its own. */
function prettyReport(message: string) {
  const [first = '', ...rest] = message.split('\n')
  const lines = [first, ...rest.map(line => (line.startsWith('    ') ? line : `    ${line}`))]
  return lines.map(line => printable(line, () => '?')).join('\n')
}

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/gu

const printable = (text: string, shown: (character: string) => string) => text.replace(CONTROL, shown)
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
