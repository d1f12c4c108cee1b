import { apiKeyHeader, type Sent } from './api.ts'

/** A request as a command for a shell. The key is not in it: it is taken from the variable `API_KEY`. */
export function curlOf(
  { method, path, body, headers = {}, isWithoutKey }: Sent,
  origin = location.origin,
  header = apiKeyHeader,
) {
  const address = origin + path
  // an answer to HEAD has no body to wait for, and brackets and braces in an address are text
  const options = [method === 'HEAD' ? '--head' : `-X ${method}`, ...(/[[\]{}]/.test(address) ? ['--globoff'] : [])]
  const parts = [`curl ${options.join(' ')} ${quoted(address)}`, ...(isWithoutKey ? [] : [`-H "${header}: $API_KEY"`])]
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (body !== undefined) {
    parts.push(`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`)
  }
  return parts.join(' \\\n  ')
}

/** Text as one word for a shell, whatever is in it. */
export const quoted = (text: unknown) => `'${String(text).replaceAll("'", `'\\''`)}'`
