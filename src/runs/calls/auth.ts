import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../core/base/clock.ts'
import { ApiError, answerOf, type Texts } from '../../core/base/errors.ts'
import { callRefusals } from '../../core/features/calls/refusals.ts'
import type { RunFacts } from '../../core/http/version.ts'
import type { Secrets, State, Store } from '../../core/model/state.ts'
import type { Node } from '../../core/model/workflow.ts'
import { recordOf } from '../schedules/item.ts'

export interface CallAuthContext {
  store: Store
  secrets: Secrets
  clock: Clock
  version: { texts: Texts; runs?: RunFacts; webhooksBelowWorkflow?: boolean }
}

/** Decides whether a call of a node may come in, by the sealed data of the node's credential. */
export async function checkCall(request: Request, node: Node, context: CallAuthContext): Promise<AuthAnswer> {
  const { store, secrets, clock, version } = context
  try {
    return await checkWebhookAuth(node, {
      header: name => request.headers.get(name),
      credential: type => credentialOf(store.data, node, type, secrets),
      now: clock.now(),
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { refusal: answerOf(error, version.texts) }
  }
}

function credentialOf(state: State, { credentials }: Node, type: string, { unseal }: Secrets) {
  const { id } = recordOf(recordOf(credentials)[type])
  const found = id === undefined || id === null ? undefined : state.credentials.get(String(id))
  if (found?.type !== type) return undefined
  return found.isStandIn ? 'made-up' : recordOf(unseal(found.data))
}

/** The answer to a caller without access. */
export interface AuthRefusal {
  status: number
  message: string
}

/** A call, and what its webhook node needs to decide about access. */
export interface AuthContext {
  /** A header of the call. */
  header(name: string): string | null
  /** The data of the node's credential of a type; `made-up` where the real one is unknown. */
  credential(type: string): Record<string, unknown> | 'made-up' | undefined
  /** In milliseconds since 1970. */
  now: number
}

/** The header that was looked at, and what the token says where it is one. */
export interface Admitted {
  refusal?: undefined
  checked?: string
  jwtPayload?: Record<string, unknown>
}
export type AuthAnswer = { refusal: AuthRefusal } | Admitted

/**
 * Decides whether a call may come in, by the authentication of a webhook node (docs/webhooks.md#who-may-call).
 *
 * @throws ApiError where it may not
 */
async function checkWebhookAuth({ parameters }: Node, context: AuthContext): Promise<Admitted> {
  const kind = parameters?.authentication ?? 'none'
  if (kind === 'none') return {}
  const known = typeof kind === 'string' && Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  if (!known) throw callRefusals.callAuthenticationUnknown(kind)
  const data = context.credential(known.credential)
  if (data === 'made-up') throw callRefusals.callCredentialMadeUp()
  if (!data || !known.needs.every(name => textOf(data[name]) !== '')) {
    throw callRefusals.callCredentialMissing()
  }
  return known.check(data, context)
}

interface Kind {
  credential: string
  /** What its data must have. */
  needs: string[]
  check(data: Record<string, unknown>, context: AuthContext): Admitted | Promise<Admitted>
}

const KINDS: Record<string, Kind> = {
  basicAuth: {
    credential: 'httpBasicAuth',
    needs: ['user', 'password'],
    check({ user, password }, { header }) {
      const given = basicOf(header('authorization'))
      if (given === undefined) throw callRefusals.callNotAuthorized()
      if (!isSecret(given, `${user}:${password}`)) throw callRefusals.callPasswordWrong()
      return { checked: 'authorization' }
    },
  },
  headerAuth: {
    credential: 'httpHeaderAuth',
    needs: ['name', 'value'],
    check({ name, value }, { header }) {
      if (!isSecret(headerOf(header, name) ?? '', textOf(value))) throw callRefusals.callHeaderWrong()
      return { checked: textOf(name) }
    },
  },
  jwtAuth: {
    credential: 'jwtAuth',
    needs: [],
    async check(data, { header, now }) {
      const [, token = ''] = (header('authorization') ?? '').split(' ')
      if (token === '') throw callRefusals.callTokenMissing()
      return { checked: 'authorization', jwtPayload: await verifiedToken(token, data, now) }
    },
  },
}

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

/** What is wrong with a token; anything else is malformed. */
const PROBLEMS: Record<string, () => ApiError> = {
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: callRefusals.callTokenSignatureWrong,
  ERR_JWT_EXPIRED: callRefusals.callTokenExpired,
  ERR_JWT_CLAIM_VALIDATION_FAILED: callRefusals.callTokenNotActive,
  ERR_JOSE_ALG_NOT_ALLOWED: callRefusals.callTokenAlgorithmWrong,
  ERR_JOSE_NOT_SUPPORTED: callRefusals.callTokenUnsigned,
}

/**
 * Checks a JSON Web Token by the data of a credential of type `jwtAuth`: a passphrase, or a public key as PEM.
 *
 * @param now in milliseconds since 1970
 * @returns what it says
 * @throws ApiError where it is none
 */
async function verifiedToken(token: string, data: Record<string, unknown>, now: number) {
  const { keyType, secret, publicKey, algorithm = 'HS256' } = data
  // few workflows need it
  const { errors, importSPKI, jwtVerify } = await import('jose')
  const options = { algorithms: [String(algorithm)], currentDate: new Date(now) }
  // a token without a signature, whatever its header says
  if (token.split('.').length === 3 && token.endsWith('.')) throw callRefusals.callTokenUnsigned()
  try {
    const key =
      keyType === 'pemKey'
        ? await importSPKI(String(publicKey), String(algorithm))
        : new TextEncoder().encode(String(secret ?? ''))
    return (await jwtVerify(token, key, options)).payload
  } catch (error) {
    // an invalid key, or one for another algorithm, throws no JOSEError
    if (!(error instanceof errors.JOSEError)) throw callRefusals.callTokenKeyUnfit()
    throw (PROBLEMS[error.code] ?? callRefusals.callTokenMalformed)()
  }
}
