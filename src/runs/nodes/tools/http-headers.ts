import { decoded } from '../../../core/base/decoded.ts'

/** Headers by their names in small letters, as the request library writes them: what is nothing or false is left out. */
export function sentHeaders(fields: Record<string, unknown>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (name === '' || value === undefined || value === null || value === false) continue
    if (Array.isArray(value) && value.length === 0) continue
    headers[name.toLowerCase()] = Array.isArray(value) ? value.map(sentValue).join(', ') : sentValue(value)
  }
  return headers
}

/** Control characters and characters beyond Latin-1 are dropped. */
const sentValue = (value: unknown): string =>
  String(value)
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .replace(/^[\t ]+/, '')
    .trimEnd()

/** The first name that cannot be sent. */
export const invalidName = (headers: Record<string, string>): string | undefined =>
  Object.keys(headers).find(name => !/^[\w^`\-!#$%&'*+.|~]+$/.test(name))

/** A name and password in an address, as they are sent. */
export function loginIn({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`
}
