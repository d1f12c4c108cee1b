import { createHash, createHmac, createSign, getHashes } from 'node:crypto'
import { isRecord } from '../../core/base/is-record.ts'
import type { NodeItem } from '../../core/model/run-data.ts'
import { excludedIn } from './excluded-modes.ts'
import { bareFailure } from './stop-and-error.ts'
import { bytesOf } from './tools/binary-file.ts'
import { type NodeContext, NodeFailure, type NodeResult, type NodeType } from './tools/node-context.ts'
import { flagOf, textOf } from './tools/parameters.ts'

/** Crypto: hash, hmac, sign and generate. Encrypting and decrypting are not run. */
export const crypto: NodeType = {
  async run(context): Promise<NodeResult> {
    const action = textOf(context, 'action', 0, 'hash')
    const credential = action === 'hash' || action === 'generate' ? {} : await credentialOf(context, action)
    const excluded = excludedIn(context)
    if (excluded !== undefined) return { callsService: excluded }
    const made: NodeItem[] = []
    for (const [at, item] of context.items.entries()) {
      context.checkTime()
      try {
        made.push(await madeItem(context, item, action, at, credential))
      } catch (error) {
        if (!(error instanceof NodeFailure) || context.onError === 'stop') throw error
        made.push({ json: { error: shownFailure(context, error) }, pairedItem: { item: at } })
      }
    }
    return { main: [made] }
  },
}

const ACTIONS = ['hash', 'hmac', 'sign', 'generate', 'encrypt', 'decrypt']

async function madeItem(
  context: NodeContext,
  item: NodeItem,
  action: string,
  at: number,
  credential: Record<string, unknown>,
): Promise<NodeItem> {
  if (!ACTIONS.includes(action)) throw new NodeFailure('Could not get parameter "dataPropertyName"')
  const name = textOf(context, 'dataPropertyName', at, 'data')
  const value = await readValue(context, action, at, credential)
  const binary = item.binary && !flagOf(context, 'binaryData', at) ? { binary: item.binary } : {}
  return { json: { ...item.json, [name]: value }, ...binary, pairedItem: { item: at } }
}

/** From version 2 on, an item tells more of its failure than the message. */
function shownFailure({ typeVersion }: NodeContext, { message, details }: NodeFailure): unknown {
  if (typeVersion < 2) return message
  const { name = details.name ?? 'NodeOperationError', code } = details.whole ?? {}
  return { message, name, ...(code === undefined ? {} : { code }) }
}

const SECRETS: Readonly<Record<string, { field: string; missing: string }>> = {
  hmac: {
    field: 'hmacSecret',
    missing: 'No HMAC secret set in credentials. Please add an HMAC secret to your Crypto credentials.',
  },
  sign: {
    field: 'signPrivateKey',
    missing: 'No private key set in credentials. Please add a private key to your Crypto credentials.',
  },
}

/** From version 2 on, secrets are in a credential. */
async function credentialOf({ node, typeVersion, instance }: NodeContext, action: string) {
  if (typeVersion < 2) return {}
  if (!isRecord(node.credentials)) throw new NodeFailure('Node does not have any credentials set')
  const { id } = isRecord(node.credentials.crypto) ? node.credentials.crypto : {}
  if (id === undefined) throw new NodeFailure('Node does not have any credentials set for "crypto"')
  const data = (typeof id === 'string' && (await instance.credential(id))?.data) || {}
  const secret = SECRETS[action]
  if (secret && !data[secret.field]) throw new NodeFailure(secret.missing)
  return data
}

async function readValue(context: NodeContext, action: string, at: number, credential: Record<string, unknown>) {
  const usualType = context.typeVersion < 2 ? 'MD5' : 'SHA256'
  const algorithm = algorithmOf(textOf(context, 'type', at, usualType))
  const encoding = textOf(context, 'encoding', at, 'hex') === 'base64' ? 'base64' : 'hex'
  switch (action) {
    case 'generate':
      return generated(context, at)
    case 'hmac': {
      const secret = context.typeVersion < 2 ? context.parameter('secret', at, '') : credential.hmacSecret
      if (typeof secret !== 'string') throw wrongArgument('key', KEY_KINDS, secret)
      return createHmac(algorithm, secret)
        .update(await inputOf(context, at))
        .digest(encoding)
    }
    case 'sign': {
      const key = String(
        (context.typeVersion < 2 ? context.parameter('privateKey', at, '') : credential.signPrivateKey) ?? '',
      )
      return signed(textOf(context, 'algorithm', at), textOf(context, 'value', at), key, encoding)
    }
    default:
      return createHash(algorithm)
        .update(await inputOf(context, at))
        .digest(encoding)
  }
}

const ALGORITHMS = ['MD5', 'SHA1', 'SHA256', 'SHA3-256', 'SHA3-384', 'SHA3-512', 'SHA384', 'SHA512']

function algorithmOf(given: string): string {
  if (!ALGORITHMS.includes(given) || !getHashes().some(name => name.toLowerCase() === given.toLowerCase())) {
    throw new NodeFailure('Digest method not supported')
  }
  return given.toLowerCase()
}

async function inputOf(context: NodeContext, at: number): Promise<string | Uint8Array> {
  if (flagOf(context, 'binaryData', at)) return bytesOf(context, at, textOf(context, 'binaryPropertyName', at, 'data'))
  const value = context.parameter('value', at, '')
  if (typeof value === 'string') return value
  throw wrongArgument('data', 'Buffer, TypedArray, or DataView', value)
}

const KEY_KINDS = 'ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey'

/** A value of another type, in the words of the service's runtime. */
function wrongArgument(name: string, kinds: string, value: unknown): NodeFailure {
  const message = `The "${name}" argument must be of type string or an instance of ${kinds}. Received ${received(value)}`
  return runtimeFailure('TypeError', 'ERR_INVALID_ARG_TYPE', message)
}

const runtimeFailure = (name: string, code: string, message: string) =>
  new NodeFailure(message, { whole: { name, code, message, stack: `${name}: ${message}` } })

function received(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (typeof value === 'string') return `type string ('${value}')`
  if (typeof value === 'object') return `an instance of ${Array.isArray(value) ? 'Array' : 'Object'}`
  return `type ${typeof value} (${String(value)})`
}

function signed(algorithm: string, value: string, key: string, encoding: 'base64' | 'hex'): string {
  try {
    return createSign(algorithm).update(value).sign(key, encoding)
  } catch (error) {
    throw bareFailure(error instanceof Error ? error.message : String(error))
  }
}

const MAX_LENGTH = 65_536

/** From the seed of the run, so that a run repeated is the same. */
function generated(context: NodeContext, at: number): string {
  const type = textOf(context, 'encodingType', at, 'uuid')
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => Math.floor(context.random() * 256))
  if (type === 'uuid') return uuidOf(bytes(16))
  const length = lengthOf(context.parameter('stringLength', at, 32))
  const made = bytes(length)
  if (type === 'base64') {
    return Buffer.from(made).toString('base64').replace(/\W/g, '').slice(0, length)
  }
  if (type === 'hex') return Buffer.from(made).toString('hex').slice(0, length)
  return Buffer.from(made).toString('ascii').slice(0, length)
}

/** @throws NodeFailure for what the service's runtime refuses, or more than is made here */
function lengthOf(given: unknown): number {
  if (typeof given !== 'number')
    throw runtimeFailure(
      'TypeError',
      'ERR_INVALID_ARG_TYPE',
      `The "size" argument must be of type number. Received ${received(given)}`,
    )
  if (given < 0)
    throw runtimeFailure(
      'RangeError',
      'ERR_OUT_OF_RANGE',
      `The value of "size" is out of range. It must be >= 0 && <= 2147483647. Received ${given}`,
    )
  if (given <= MAX_LENGTH) return Math.trunc(given)
  throw new NodeFailure(`At most ${MAX_LENGTH} random characters are made`)
}

function uuidOf(bytes: Uint8Array): string {
  const made = Uint8Array.from(bytes)
  made[6] = ((made[6] ?? 0) & 0x0f) | 0x40
  made[8] = ((made[8] ?? 0) & 0x3f) | 0x80
  return Buffer.from(made)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
