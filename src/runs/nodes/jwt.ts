import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { CompactSign, compactVerify, errors } from 'jose'
import { isRecord } from '../../core/base/is-record.ts'
import { readJson } from '../../core/base/read-json.ts'
import type { Item, NodeItem } from '../../core/model/run-data.ts'
import { bareFailure } from './stop-and-error.ts'
import { jsonErrorMessage } from './tools/json-errors.ts'
import { type NodeContext, NodeFailure, type NodeType } from './tools/node-context.ts'
import { flagOf, numberOf, objectOf, shownParameter, textOf } from './tools/parameters.ts'

/** JWT: sign, verify and decode, with a secret or PEM keys. */
export const jwt: NodeType = {
  async run(context) {
    const operation = textOf(context, 'operation', 0, 'sign')
    const credential = await credentialOf(context, operation)
    if (!OPERATIONS.includes(operation)) return { main: [[]] }
    const made: NodeItem[] = []
    for (const at of context.items.keys()) {
      context.checkTime()
      try {
        const json =
          operation === 'sign'
            ? { token: await signed(context, credential, at) }
            : operation === 'verify'
              ? await verified(context, credential, at)
              : decoded(context, at)
        made.push({ json, pairedItem: at })
      } catch (error) {
        if (!(error instanceof NodeFailure) || context.onError === 'stop') throw error
        // the service looks for the item in an input of that number: there is only the first
        if (at > 0) throw bareFailure("Cannot read properties of undefined (reading 'json')")
        made.push({ json: { error: error.message }, pairedItem: at })
      }
    }
    return { main: [made] }
  },
}

const OPERATIONS = ['sign', 'verify', 'decode']

/** Decoding asks for one too, and reads nothing of it. */
async function credentialOf({ node, instance }: NodeContext, operation: string): Promise<Record<string, unknown>> {
  const credentials = isRecord(node.credentials) ? node.credentials : {}
  const { id } = isRecord(credentials.jwtAuth) ? credentials.jwtAuth : {}
  const found = typeof id === 'string' ? await instance.credential(id) : undefined
  if (!isRecord(node.credentials)) throw new NodeFailure('Node does not have any credentials set')
  if (found) return found.data
  if (id !== undefined && operation === 'decode') return {}
  if (typeof id === 'string') throw unknownCredential(id, 'jwtAuth')
  throw new NodeFailure('Node does not have any credentials set for "jwtAuth"')
}

function unknownCredential(id: string, type: string): NodeFailure {
  const message = `Credential with ID "${id}" does not exist for type "${type}".`
  const whole = { level: 'info', shouldReport: false, tags: {}, message, stack: `Error: ${message}` }
  return new NodeFailure(message, { whole })
}

const failureAt = (message: string, itemIndex: number, description?: string) =>
  new NodeFailure(message, { context: { itemIndex }, ...(description === undefined ? {} : { description }) })

function keyOf(credential: Record<string, unknown>, isForSigning: boolean, at: number): Uint8Array | KeyObject {
  if (credential.keyType !== 'pemKey') return new TextEncoder().encode(String(credential.secret ?? ''))
  const pem = String((isForSigning ? credential.privateKey : credential.publicKey) ?? '')
  try {
    return isForSigning ? createPrivateKey(pem) : createPublicKey(pem)
  } catch {
    throw failureAt(`The ${isForSigning ? 'private' : 'public'} key of the credential cannot be read`, at)
  }
}

const algorithmOf = (context: NodeContext, credential: Record<string, unknown>, at: number) =>
  String(context.parameter('options.algorithm', at) ?? credential.algorithm ?? 'HS256')

async function signed(context: NodeContext, credential: Record<string, unknown>, at: number): Promise<string> {
  const payload = context.parameter('useJson', at)
    ? jsonObject(shownParameter(context, 'claimsJson', at), at)
    : objectOf(context, 'claims', at)
  const kid = context.parameter('options.kid', at) || ''
  if (typeof kid !== 'string') throw failureAt('"keyid" must be a string', at)
  const header = {
    alg: algorithmOf(context, credential, at),
    typ: 'JWT',
    ...(kid === '' ? {} : { kid }),
    ...jsonObject(context.parameter('headerClaims', at, {}), at),
  }
  checkClaims(payload, at)
  const claims = 'iat' in payload ? payload : { ...payload, iat: Math.floor(context.now / 1000) }
  const text = JSON.stringify(claims)
  if (header.alg === 'none') return unsigned(header, text)
  try {
    const bytes = new TextEncoder().encode(text)
    return await new CompactSign(bytes).setProtectedHeader(header).sign(keyOf(credential, true, at))
  } catch (error) {
    if (error instanceof NodeFailure) throw error
    throw failureAt(error instanceof Error ? error.message : String(error), at)
  }
}

const encoded = (text: string) => Buffer.from(text).toString('base64url')
const unsigned = (header: object, claims: string) => `${encoded(JSON.stringify(header))}.${encoded(claims)}.`

function checkClaims(claims: Item, at: number): void {
  for (const name of ['iat', 'exp', 'nbf']) {
    if (Object.hasOwn(claims, name) && typeof claims[name] !== 'number')
      throw failureAt(`"${name}" should be a number of seconds`, at)
  }
}

function jsonObject(given: unknown, at: number): Item {
  const value = typeof given === 'string' ? readJson(given) : given
  if (isRecord(value)) return value
  throw failureAt(`The 'JSON Output' in item ${at} does not contain a valid JSON object`, at)
}

interface Token {
  text: string
  header: Item
  payload: unknown
  signature: string
}

const FORM = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*$/

function tokenText(context: NodeContext, at: number): string {
  const given = context.parameter('token', at)
  if (given === undefined || given === null || given === '') {
    const hint = "Be sure to add a valid JWT token to the 'Token' parameter"
    throw failureAt('The JWT token was not provided', at, hint)
  }
  const text = String(given)
  if (FORM.test(text)) return text
  throw new NodeFailure(`Invalid input for 'Token' [item ${at}]`, {
    name: 'ExpressionError',
    description: 'Value is not a valid JWT token',
    context: { runIndex: context.runIndex, itemIndex: at, nodeCause: context.node.name },
    more: { shouldReport: false },
  })
}

function partsOf(text: string, at: number): Token | undefined {
  const [head = '', body = '', signature = ''] = text.split('.')
  const plain = (part: string) => Buffer.from(part, 'base64url').toString('utf8')
  const header = readJson(plain(head))
  if (!isRecord(header)) return undefined
  const shown = plain(body)
  const payload = readJson(shown)
  if (payload === undefined && header.typ === 'JWT') throw failureAt(jsonErrorMessage(shown, undefined), at)
  return { text, header, payload: payload === undefined ? shown : payload, signature }
}

function decoded(context: NodeContext, at: number): Item {
  const token = partsOf(tokenText(context, at), at)
  if (!token) return { payload: null }
  return shownToken(context, token, at)
}

function shownToken(context: NodeContext, { header, payload, signature }: Token, at: number): Item {
  const complete = context.parameter('options.complete', at)
  if (complete === true) return { header, payload, signature }
  return complete && isRecord(payload) ? payload : { payload }
}

async function verified(context: NodeContext, credential: Record<string, unknown>, at: number): Promise<Item> {
  const token = partsOf(tokenText(context, at), at)
  if (!token) throw failureAt('invalid token', at)
  const algorithm = algorithmOf(context, credential, at)
  if (token.header.alg !== algorithm) throw failureAt('invalid algorithm', at)
  try {
    await compactVerify(token.text, keyOf(credential, false, at), { algorithms: [algorithm] })
  } catch (error) {
    if (error instanceof NodeFailure) throw error
    const isWrong = error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWSInvalid
    if (!isWrong) throw failureAt(error instanceof Error ? error.message : String(error), at)
    const hint = 'Be sure that the provided JWT token is correctly encoded and matches the selected credentials'
    throw failureAt("The JWT token can't be verified", at, hint)
  }
  checkTimes(context, token, at)
  return shownToken(context, token, at)
}

function checkTimes(context: NodeContext, { payload }: Token, at: number): void {
  const { exp, nbf } = isRecord(payload) ? payload : {}
  const now = Math.floor(context.now / 1000)
  const tolerance = numberOf(context, 'options.clockTolerance', at, 0)
  if (nbf !== undefined && !flagOf(context, 'options.ignoreNotBefore', at)) {
    if (typeof nbf !== 'number') throw failureAt('invalid nbf value', at)
    if (nbf > now + tolerance) throw failureAt('jwt not active', at)
  }
  if (exp !== undefined && !flagOf(context, 'options.ignoreExpiration', at)) {
    if (typeof exp !== 'number') throw failureAt('invalid exp value', at)
    if (now >= exp + tolerance) throw failureAt('jwt expired', at)
  }
}
