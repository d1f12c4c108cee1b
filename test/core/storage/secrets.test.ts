import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError } from '../../../src/core/base/store.ts'
import { createSecrets } from '../../../src/core/storage/secrets.ts'
import { FOLDER, SimulatedDisk } from '../../tools/powercut/simulated-disk.ts'
import { temporaryFolder } from './library.ts'

let folder: ReturnType<typeof temporaryFolder>
let keyFile: string
beforeEach(() => {
  folder = temporaryFolder()
  keyFile = join(folder.path, 'instance.json.key')
})
afterEach(() => folder.remove())

const OPEN_FILES = '/proc/self/fd'

/** The paths of what this process has open, on Linux. */
const openFiles = () =>
  readdirSync(OPEN_FILES).flatMap(name => {
    try {
      return readlinkSync(join(OPEN_FILES, name))
    } catch {
      // the one that was open to list them
      return []
    }
  })

const DATA = { user: 'ann', password: 'pässwörd 🎭', nested: { list: [1, null, true] } }

test('a new key is on disk before anything is sealed with it', () => {
  const disk = new SimulatedDisk()
  createSecrets({ keyFile: join(FOLDER, 'instance.json.key'), files: disk }).seal(DATA)
  expect(disk.steps.map(({ kind }) => kind)).toEqual(['name', 'write', 'sync', 'rename', 'sync folder'])
})

describe('a sealed text', () => {
  test.each<[string, () => Parameters<typeof createSecrets>[0]]>([
    ['a given key', () => ({ key: 'a key from the environment' })],
    ['a key file', () => ({ keyFile })],
  ])('with %s can be read again after a restart', (_, options) => {
    const first = createSecrets(options())
    const text = first.seal(DATA)
    const second = createSecrets({ ...options(), check: first.check() })
    expect(second.unseal(text)).toEqual(DATA)
  })

  test('without a key can be read as long as the process lives', () => {
    const secrets = createSecrets()
    const text = secrets.seal(DATA)
    expect(secrets.unseal(text)).toEqual(DATA)
    expect(() => createSecrets().unseal(text)).toThrow(StorageError)
  })

  test('shows nothing of what is in it, and is another each time', () => {
    const secrets = createSecrets({ key: 'k' })
    const [first, second] = [secrets.seal(DATA), secrets.seal(DATA)]
    expect(first).not.toBe(second)
    for (const word of ['ann', 'password', Buffer.from('password').toString('base64').slice(0, 8)]) {
      expect(first).not.toContain(word)
    }
  })

  test('keeps an own key named __proto__', () => {
    const secrets = createSecrets()
    const text = secrets.seal(JSON.parse('{"__proto__":{"a":1}}'))
    expect(JSON.stringify(secrets.unseal(text))).toBe('{"__proto__":{"a":1}}')
  })

  test('that was changed anywhere is refused, without a word of what is in it', () => {
    const secrets = createSecrets({ key: 'k' })
    const text = secrets.seal(DATA)
    for (let at = 0; at < text.length; at++) {
      const changed = `${text.slice(0, at)}${text[at] === 'A' ? 'Q' : 'A'}${text.slice(at + 1)}`
      expect(() => secrets.unseal(changed)).toThrow(StorageError)
    }
  })

  test('is read as documents have it', () => {
    const secrets = createSecrets({ key: 'k' })
    expect(secrets.unseal('v1.MR-Xu1QwjWAn8BryJVeBn_Ap3I8oba_kz7biZTP7NgmHHYQ')).toEqual({ a: 1 })
    expect(secrets.check()).toBe('UiEo8oh-BJANqpXXwvt5ts')
  })

  test('of as many bytes as go before the data is damaged', () => {
    const unseal = () => createSecrets({ key: 'k' }).unseal(`v1.${Buffer.alloc(28).toString('base64url')}`)
    expect(unseal).toThrow('The text was encrypted with another key, or was changed')
  })

  test.each([
    `v1.${Buffer.alloc(27).toString('base64url')}`,
    '',
    'v1',
    'v1.',
    'v1.AAAA',
    'plain text',
    '{"password":"x"}',
  ])('is not %j', text => {
    expect(() => createSecrets({ key: 'k' }).unseal(text)).toThrow('This is not an encrypted text')
  })
})

describe('the key file', () => {
  test('is made when it is first needed, for its owner only', () => {
    const secrets = createSecrets({ keyFile })
    expect(existsSync(keyFile)).toBe(false)
    secrets.seal(DATA)
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(Buffer.from(readFileSync(keyFile, 'utf8'), 'base64')).toHaveLength(32)
    expect(folder.names()).toEqual(['instance.json.key'])
  })

  test.skipIf(!existsSync(OPEN_FILES))('is made without leaving a file or its folder open', () => {
    createSecrets({ keyFile }).seal(DATA)
    expect(existsSync(keyFile)).toBe(true)
    expect(openFiles().filter(path => path.startsWith(folder.path))).toEqual([])
  })

  test('that others may read is closed to them', () => {
    createSecrets({ keyFile }).check()
    chmodSync(keyFile, 0o644)
    createSecrets({ keyFile }).check()
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  })

  test('gives way to a key that is given', () => {
    expect(createSecrets({ key: 'k', keyFile }).check()).toBe(createSecrets({ key: 'k' }).check())
    expect(existsSync(keyFile)).toBe(false)
  })
})

describe('the start is refused', () => {
  test.each<[string, (check: string) => unknown, string]>([
    ['with another key', check => createSecrets({ key: 'another', check }), 'The encryption key given is not the one'],
    [
      'without a key',
      check => createSecrets({ check }),
      'their key is missing: give the encryption key that was used for them',
    ],
    [
      'without the key file',
      check => createSecrets({ keyFile, check }),
      'instance.json.key back, or give the encryption key that was used for them',
    ],
    [
      'with another key file',
      check => {
        createSecrets({ keyFile }).check()
        createSecrets({ keyFile, check })
      },
      'is not the one',
    ],
    [
      'with an empty key file',
      check => {
        writeFileSync(keyFile, '\n')
        createSecrets({ keyFile, check })
      },
      'is empty',
    ],
  ])('%s', (_, start, words) => {
    const check = createSecrets({ key: 'the key' }).check()
    let refusal: unknown
    try {
      start(check)
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(StorageError)
    expect((refusal as Error).message).toContain(words)
    expect((refusal as Error).message).not.toContain('the key')
    expect((refusal as Error).message).not.toContain(check)
  })
})
