import { styleText } from 'node:util'
import type { Answered } from '../instance.ts'

/**
 * What is written for each answer: nothing, a line for people, or a line of JSON. Never a query, a header or a body.
 * People are not shown what the web page asks for itself, as long as it is answered.
 */
export function requestLines(log: 'pretty' | 'json' | 'off', write: (line: string) => void) {
  if (log === 'off') return undefined
  if (log === 'json') return (answered: Answered) => write(jsonLine(answered))
  return (answered: Answered) => {
    if (!answered.page || answered.status >= 500) write(prettyLine(answered))
  }
}

const jsonLine = ({ time, milliseconds, ...rest }: Answered) =>
  JSON.stringify({ time: new Date(time).toISOString(), ...rest, milliseconds: rounded(milliseconds) })

function prettyLine({ id, time, method, path, status, milliseconds }: Answered) {
  const clock = new Date(time).toISOString().slice(11, 19)
  const colour = status < 400 ? 'green' : status < 500 ? 'yellow' : 'red'
  const shown = styleText(colour, String(status))
  return `${styleText('dim', clock)} ${method.padEnd(6)} ${printable(path)} ${shown} ${styleText('dim', `${rounded(milliseconds)} ms  ${id}`)}`
}

const rounded = (milliseconds: number) => Math.round(milliseconds * 10) / 10
const printable = (path: string) => path.replace(/[^\x21-\x7e]/g, '?').slice(0, 200)
