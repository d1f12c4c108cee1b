/** Shorter texts are in every sentence. */
const SHORTEST = 4

/**
 * Makes what a service says fit to be shown: it may repeat the key, or what it was sent.
 *
 * @param key shown as `[key]`
 * @param secret a value whose texts and numbers are shown as `[value]`
 */
export function hideSecrets(key: string, secret: unknown): (text: string) => string {
  // the longest first: one may be part of another
  const values = leavesOf(secret).sort((a, b) => b.length - a.length)
  return text => values.reduce((shown, value) => shown.replaceAll(value, '[value]'), text.replaceAll(key, '[key]'))
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf)
  if (typeof value !== 'string' && typeof value !== 'number') return []
  const text = String(value)
  // a body that is repeated has it as JSON
  return text.length >= SHORTEST ? [...new Set([text, JSON.stringify(text).slice(1, -1)])] : []
}
