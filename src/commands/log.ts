import { styleText } from 'node:util'
import type { Config } from '../core/settings/settings.ts'
import type { ServedRequest } from '../instance/observe-responses.ts'

/** The log of a running instance, all in one format. */
export interface Log {
  /** A line for each response; nothing where left out. */
  onResponse: ((served: ServedRequest) => void) | undefined
  /** Writes a failure, with its stack on the lines after the first, or another message for the user. */
  report(message: string): void
}

/** Writes lines for people, or of JSON. Control characters are replaced: any client could have sent them. */
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

/** Lines after the first are indented, so that none looks like a message of its own. */
function prettyReport(message: string) {
  const [first = '', ...rest] = message.split('\n')
  const lines = [first, ...rest.map(line => (line.startsWith('    ') ? line : `    ${line}`))]
  return lines.map(line => printable(line, () => '?')).join('\n')
}

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/gu

const printable = (text: string, shown: (character: string) => string) => text.replace(CONTROL, shown)
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * What is written for each response: nothing, a line for people, or a line of JSON. Never a query, a header or a body.
 * People are not shown what the web page asks for itself, as long as it is answered.
 */
export function requestLines(log: 'pretty' | 'json' | 'off', write: (line: string) => void) {
  if (log === 'off') return undefined
  if (log === 'json') return (served: ServedRequest) => write(jsonLine(served))
  return (served: ServedRequest) => {
    if (!served.page || served.status >= 500) write(prettyLine(served))
  }
}

const jsonLine = ({ time, milliseconds, ...rest }: ServedRequest) =>
  JSON.stringify({ time: new Date(time).toISOString(), ...rest, milliseconds: rounded(milliseconds) })

function prettyLine({ id, time, method, path, status, milliseconds }: ServedRequest) {
  const clock = new Date(time).toISOString().slice(11, 19)
  const colour = status === 0 || status >= 500 ? 'red' : status < 400 ? 'green' : 'yellow'
  const shown = styleText(colour, status === 0 ? 'dropped' : String(status))
  return `${styleText('dim', clock)} ${method.padEnd(6)} ${printablePath(path)} ${shown} ${styleText('dim', `${rounded(milliseconds)} ms  ${id}`)}`
}

const rounded = (milliseconds: number) => Math.round(milliseconds * 10) / 10
const printablePath = (path: string) => path.replace(/[^\x21-\x7e]/g, '?').slice(0, 200)
