import type { Operation } from '../../../http/operation.ts'
import type { Reply } from '../../../http/reply.ts'

/**
 * OPTIONS, as the newer operations answer it: the methods of the path in alphabetical order, those of the older ones
 * left out. A path that only older ones have refuses it.
 */
export function answerOptions(method: string, operations: readonly Operation[]): Reply | undefined {
  if (method !== 'OPTIONS') return undefined
  const methods = operations.filter(({ dialect }) => dialect !== 'old').map(({ method }) => method as string)
  if (methods.length === 0) return undefined
  if (methods.includes('GET')) methods.push('HEAD')
  const allow = methods.sort().join(', ')
  const headers = new Headers({ 'content-type': 'text/plain', allow, vary: 'Accept-Encoding' })
  return { status: 200, body: allow, headers }
}
