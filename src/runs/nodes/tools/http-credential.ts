import { isRecord } from '../../../core/base/is-record.ts'
import type { BuiltRequest } from './http-built-request.ts'
import { SECRET } from './http-wire-request.ts'
import { type NodeContext, NodeFailure } from './node-context.ts'

/**
 * Sets what a credential adds, with a placeholder in the place of its secret.
 *
 * @returns the same with its secrets, as far as they are known
 */
export async function authenticate(
  context: NodeContext,
  itemIndex: number,
  query: Record<string, unknown>,
  headers: Record<string, string>,
): Promise<BuiltRequest['credential']> {
  const authentication = context.parameter('authentication', itemIndex, 'none')
  if (authentication === 'none') return undefined
  const type =
    authentication === 'predefinedCredentialType'
      ? String(context.parameter('nodeCredentialType', itemIndex, ''))
      : authentication === 'genericCredentialType'
        ? String(context.parameter('genericAuthType', itemIndex, ''))
        : OLD_TYPES[String(authentication)]
  const named = type === undefined ? undefined : context.node.credentials?.[type]
  const id = isRecord(named) && named.id != null ? String(named.id) : undefined
  if (type === undefined || id === undefined) {
    throw new NodeFailure('Credentials not found', { context: { itemIndex } })
  }
  const data = (await context.instance.credential(id))?.data ?? {}
  const set = (name: string, scheme: string, secret: unknown) => {
    headers[name] = scheme + SECRET
    return { headers: secret === undefined ? {} : { [name]: scheme + textOf(secret) }, query: {} }
  }
  switch (type) {
    case 'httpHeaderAuth':
      return set(textOf(data.name).toLowerCase() || 'authorization', '', data.value)
    case 'httpQueryAuth': {
      const name = textOf(data.name) || 'key'
      query[name] = SECRET
      return { headers: {}, query: { [name]: textOf(data.value) } }
    }
    case 'httpBasicAuth':
      return set(
        'authorization',
        'Basic ',
        Buffer.from(`${textOf(data.user)}:${textOf(data.password)}`).toString('base64'),
      )
    case 'httpDigestAuth':
      return set('authorization', 'Digest ', undefined)
    default: {
      if ('authorization' in headers) return undefined
      const { oauthTokenData } = data
      return set('authorization', 'Bearer ', isRecord(oauthTokenData) ? oauthTokenData.access_token : data.token)
    }
  }
}

const OLD_TYPES: Record<string, string> = {
  basicAuth: 'httpBasicAuth',
  digestAuth: 'httpDigestAuth',
  headerAuth: 'httpHeaderAuth',
  queryAuth: 'httpQueryAuth',
  oAuth1: 'oAuth1Api',
  oAuth2: 'oAuth2Api',
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
