import { styleText } from 'node:util'
import type { ServedRequest } from '../instance/observe-responses.ts'

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
  return `${styleText('dim', clock)} ${method.padEnd(6)} ${printable(path)} ${shown} ${styleText('dim', `${rounded(milliseconds)} ms  ${id}`)}`
}

const rounded = (milliseconds: number) => Math.round(milliseconds * 10) / 10
const printable = (path: string) => path.replace(/[^\x21-\x7e]/g, '?').slice(0, 200)
