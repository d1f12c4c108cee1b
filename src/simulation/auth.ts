import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import type { Secrets, State, Store } from '../model/state.ts'
import type { Node } from '../model/workflow.ts'
import { recordOf } from './item.ts'

export interface CallAuthContext {
  store: Store
  secrets: Secrets
  clock: Clock
  version: { wrongPassword?: AuthRefusal | undefined }
}

/** Decides whether a call of a node may come in, by the sealed data of the node's credential. */
export function checkCall(request: Request, node: Node, context: CallAuthContext): Promise<AuthAnswer> {
  const { store, secrets, clock, version } = context
  return checkWebhookAuth(node, {
    header: name => request.headers.get(name),
    credential: type => credentialOf(store.data, node, type, secrets),
    now: clock.now(),
    wrongPassword: version.wrongPassword,
  })
}

function credentialOf(state: State, { credentials }: Node, type: string, { unseal }: Secrets) {
  const { id } = recordOf(recordOf(credentials)[type])
  const found = id === undefined || id === null ? undefined : state.credentials.get(String(id))
  if (found?.type !== type) return undefined
  return found.isStandIn ? 'made-up' : recordOf(unseal(found.data))
}

/**
 * Decides whether somebody may see and send a form: from its second version on a form may ask for a user and a password,
 * and whoever does not give them is asked anew.
 */
export async function checkFormAuth(node: Node, check: (node: Node) => Promise<AuthAnswer>): Promise<AuthAnswer> {
  if ((node.typeVersion ?? 1) < 2) return {}
  const answer = await check(node)
  if (!answer.refusal || answer.refusal.status >= 500) return answer
  return { refusal: { ...answer.refusal, status: 401 } }
}

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

/** Whether a text is the secret, in a time that says nothing of how much of it is. */
export const isSecret = (given: string, secret: string) => timingSafeEqual(digestOf(given), digestOf(secret))
const digestOf = (text: string) => createHash('sha256').update(text).digest()

/** What a token says, or why it is none. */
export type Verified = { payload: Record<string, unknown> } | { problem: string }

/** The words for what is wrong with a token; anything else is `jwt malformed`. */
const PROBLEMS: Record<string, string> = {
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'invalid signature',
  ERR_JWT_EXPIRED: 'jwt expired',
  ERR_JWT_CLAIM_VALIDATION_FAILED: 'jwt not active',
  ERR_JOSE_ALG_NOT_ALLOWED: 'invalid algorithm',
  ERR_JOSE_NOT_SUPPORTED: 'jwt signature is required',
}

/**
 * Checks a JSON Web Token by the data of a credential of type `jwtAuth`: a passphrase, or a public key as PEM.
 *
 * @param now in milliseconds since 1970
 */
export async function verifiedToken(token: string, data: Record<string, unknown>, now: number): Promise<Verified> {
  const { keyType, secret, publicKey, algorithm = 'HS256' } = data
  // few workflows need it
  const { errors, importSPKI, jwtVerify } = await import('jose')
  const options = { algorithms: [String(algorithm)], currentDate: new Date(now) }
  // a token without a signature, whatever its header says
  if (token.split('.').length === 3 && token.endsWith('.')) return { problem: 'jwt signature is required' }
  try {
    const key =
      keyType === 'pemKey'
        ? await importSPKI(String(publicKey), String(algorithm))
        : new TextEncoder().encode(String(secret ?? ''))
    return { payload: (await jwtVerify(token, key, options)).payload }
  } catch (error) {
    // a key that is none, or not for the algorithm, is no JOSEError
    if (!(error instanceof errors.JOSEError)) return { problem: 'the key of the credential does not fit its algorithm' }
    return { problem: PROBLEMS[error.code] ?? 'jwt malformed' }
  }
}

/**
 * Signs what a token is to say, by the data of a credential of type `jwtAuth`.
 *
 * @throws where there is no such credential, or its key cannot sign
 */
export async function signToken(
  node: Node,
  payload: Record<string, unknown>,
  { store, secrets, clock }: CallAuthContext,
) {
  const data = credentialOf(store.data, node, 'jwtAuth', secrets)
  if (!data || data === 'made-up') throw new Error('There is no credential to sign the token with')
  const { keyType, secret, privateKey, algorithm = 'HS256' } = data
  const { importPKCS8, SignJWT } = await import('jose')
  const key =
    keyType === 'pemKey'
      ? await importPKCS8(String(privateKey), String(algorithm))
      : new TextEncoder().encode(String(secret ?? ''))
  return new SignJWT(payload)
    .setProtectedHeader({ alg: String(algorithm), typ: 'JWT' })
    .setIssuedAt(Math.floor(clock.now() / 1000))
    .sign(key)
}
