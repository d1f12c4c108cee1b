import { createHash, timingSafeEqual } from 'node:crypto'
import type { Node } from '../model/workflow.ts'
import { verifiedToken } from './json-web-token.ts'

/** What a caller is told who may not come in. */
export interface AuthRefusal {
  status: number
  message: string
}

/** A call, and what its webhook node knows of who may come in. */
export interface AuthContext {
  /** A header of the call. */
  header(name: string): string | null
  /** The data of the node's credential of a type; `made-up` where nobody knows the real one. */
  credential(type: string): Record<string, unknown> | 'made-up' | undefined
  /** In milliseconds since 1970. */
  now: number
  /** What the version says to a wrong user or password. */
  wrongPassword?: AuthRefusal | undefined
}

/** A refusal; or the header that was looked at, and what the token says where it is one. */
export type AuthAnswer =
  | { refusal: AuthRefusal }
  | { refusal?: undefined; checked?: string; jwtPayload?: Record<string, unknown> }

const REQUIRED = { status: 401, message: 'Authorization is required!' }
const WRONG = { status: 403, message: 'Authorization data is wrong!' }

/** Decides whether a call may come in, by the authentication of a webhook node (docs/simulation.md#who-may-call). */
export async function checkWebhookAuth({ parameters }: Node, context: AuthContext): Promise<AuthAnswer> {
  const kind = parameters?.authentication ?? 'none'
  if (kind === 'none') return {}
  const known = typeof kind === 'string' && Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  if (!known) return failed(`The authentication ${JSON.stringify(kind)} is not simulated`)
  const data = context.credential(known.credential)
  if (data === 'made-up') {
    return failed('The data of the credential is made up, since it was cloned without it: give it the real one')
  }
  if (!data || !known.needs.every(name => textOf(data[name]) !== '')) {
    return failed('No authentication data defined on node!')
  }
  return known.check(data, context)
}

interface Kind {
  credential: string
  /** What its data must have. */
  needs: string[]
  check(data: Record<string, unknown>, context: AuthContext): AuthAnswer | Promise<AuthAnswer>
}

const KINDS: Record<string, Kind> = {
  basicAuth: {
    credential: 'httpBasicAuth',
    needs: ['user', 'password'],
    check({ user, password }, { header, wrongPassword = WRONG }) {
      const given = basicOf(header('authorization'))
      if (given === undefined) return { refusal: REQUIRED }
      return isSecret(given, `${user}:${password}`) ? { checked: 'authorization' } : { refusal: wrongPassword }
    },
  },
  headerAuth: {
    credential: 'httpHeaderAuth',
    needs: ['name', 'value'],
    check: ({ name, value }, { header }) =>
      isSecret(headerOf(header, name) ?? '', textOf(value)) ? { checked: textOf(name) } : { refusal: WRONG },
  },
  jwtAuth: {
    credential: 'jwtAuth',
    needs: [],
    async check(data, { header, now }) {
      const [, token = ''] = (header('authorization') ?? '').split(' ')
      if (token === '') return { refusal: { status: 401, message: 'No token provided' } }
      const verified = await verifiedToken(token, data, now)
      return 'problem' in verified
        ? { refusal: { status: 403, message: verified.problem } }
        : { checked: 'authorization', jwtPayload: verified.payload }
    },
  },
}

const failed = (message: string): AuthAnswer => ({ refusal: { status: 500, message } })
const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value))

/** Whether a text is the secret, in a time that says nothing of how much of it is. */
const isSecret = (given: string, secret: string) => timingSafeEqual(digestOf(given), digestOf(secret))
const digestOf = (text: string) => createHash('sha256').update(text).digest()

/** `user:password` of an `Authorization` header. */
function basicOf(header: string | null): string | undefined {
  const given = /^ *basic +([A-Za-z0-9._~+/-]+=*) *$/i.exec(header ?? '')?.[1]
  const text = given && Buffer.from(given, 'base64').toString('utf8')
  return text?.includes(':') ? text : undefined
}

/** A name that no header can have is no header of the call. */
function headerOf(header: AuthContext['header'], name: unknown): string | null {
  try {
    return header(textOf(name))
  } catch {
    return null
  }
}
