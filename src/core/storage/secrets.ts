import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { StorageError } from '../base/store.ts'
import { type FileSystem, nodeFiles, refuseOtherKind } from './files/index.ts'
import { closeKeyFile, makeKeyFile, readKeyFile } from './key-file.ts'

export interface SecretsOptions {
  /** The key as text: long and random. Takes precedence over the file. */
  key?: string
  /** A file with the key. If missing, it is created, readable by its owner only, when the first secret is sealed. */
  keyFile?: string
  /** Whether the key file is left as it is, and others who may read it still may. Default false. */
  onlyReads?: boolean
  /** The document's check text (see `Secrets.check`): `undefined` or `null` while it holds no secret. */
  check?: string | null
  /** Where the key file is. Default: the machine's file system. */
  files?: FileSystem
}

export interface Secrets {
  /** Encrypts and authenticates JSON data. The same data gives a different text each time. */
  seal(data: unknown): string
  /** Decrypts a sealed text. Throws a `StorageError` if it was sealed with another key, or changed. */
  unseal(text: string): unknown
  /** A text to store in the document with the first secret, by which the next start sees whether the key is the same. */
  check(): string
}

/**
 * Seals data with AES-256-GCM, so that files never hold it in clear. Without a key and a key file, a random key is used
 * that lives as long as the process.
 *
 * @throws StorageError if `check` does not match the key, or if there is a check but no key
 * @example
 * const secrets = createSecrets({ keyFile: 'data/instance.json.key', check: document.check })
 * const text = secrets.seal({ password: 'secret' })
 * secrets.unseal(text) // { password: 'secret' }
 */
export function createSecrets(options: SecretsOptions = {}): Secrets {
  let key: Buffer | undefined
  const theKey = () => (key ??= keyFrom(options))
  if (options.check != null) refuseOtherKey(options, options.check)
  return {
    seal: data => seal(theKey(), data),
    unseal: text => unseal(theKey(), text),
    check: () => checkOf(theKey()),
  }
}

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

function seal(key: Buffer, data: unknown) {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(data), 'utf8'), cipher.final()])
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`
}

function unseal(key: Buffer, text: string): unknown {
  const [version, sealed] = text.split('.')
  const bytes = Buffer.from(sealed ?? '', 'base64url')
  if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES)
    throw new StorageError('This is not an encrypted text')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const data = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    return JSON.parse(data.toString('utf8'))
  } catch {
    throw new StorageError('The text was encrypted with another key, or was changed')
  }
}

function keyFrom({ key, keyFile, onlyReads = false, files = nodeFiles }: SecretsOptions): Buffer {
  if (key !== undefined) return derive(key)
  if (keyFile === undefined) return derive(randomBytes(32).toString('base64'))
  if (!files.stat(keyFile)) return derive(makeKeyFile(keyFile, files))
  refuseOtherKind(keyFile, 'the key file', files)
  if (!onlyReads) closeKeyFile(keyFile, files)
  return derive(readKeyFile(keyFile, files))
}

function refuseOtherKey(options: SecretsOptions, check: string) {
  const { key, keyFile, files = nodeFiles } = options
  if (key === undefined && !(keyFile !== undefined && files.stat(keyFile))) {
    throw new StorageError(
      `The document holds secrets, but their key is missing: ${keyFile ? `put ${keyFile} back, or ` : ''}give the ` +
        'encryption key that was used for them',
    )
  }
  if (checkOf(keyFrom(options)) === check) return
  const where = key === undefined ? `in ${keyFile} ` : 'given '
  throw new StorageError(`The encryption key ${where}is not the one that the document's secrets were encrypted with`)
}

const derive = (key: string) => Buffer.from(hkdfSync('sha256', key, '', 'understudy secrets', 32))
const checkOf = (key: Buffer) =>
  createHmac('sha256', key).update('understudy key check').digest('base64url').slice(0, 22)
