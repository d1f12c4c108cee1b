import { describe, expect, test } from 'bun:test'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSecrets } from '../../../src/core/storage/secrets.ts'
import { createInstance, type InstanceOptions } from '../../../src/instance/instance.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'

const FIXTURES = join(import.meta.dir, 'fixtures')
const ENCRYPTION_KEY = 'format-1-encryption-key'

/** Written by the first version; never written again. Keys: `owner-key`, `mia-key`. */
const DOCUMENT = join(FIXTURES, 'format-1.json')

/** Opens a copy of it. */
async function open({ withJournal }: { withJournal: boolean }, more: Partial<InstanceOptions> = {}) {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  await copyFile(DOCUMENT, file)
  if (withJournal) await copyFile(`${DOCUMENT}.journal`, `${file}.journal`)
  const said: string[] = []
  const instance = await createInstance({
    file,
    profile: 'contract',
    fixtures: [],
    serviceName: 'n8n',
    control: true,
    page: false,
    allowHosts: [],
    encryptionKey: ENCRYPTION_KEY,
    clock: Date.parse('2026-05-01T12:00:00Z'),
    clockMode: 'frozen',
    report: line => said.push(line),
    ...more,
  })
  const read = async (path: string, key = 'owner-key') =>
    (await instance.fetch(path, { headers: { 'x-n8n-api-key': key } })).json()
  return { instance, file, said, read, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

describe('a document of format 1', () => {
  test('opens with everything in it, and is left as it was by a stop', async () => {
    await using opened = await open({ withJournal: false })
    const state = await opened.read('/_control/state')
    await opened.instance.stop()
    const { apiKeys, sealCheck, ...written } = JSON.parse(await readFile(DOCUMENT, 'utf8'))
    const credentials = written.credentials.map(({ data, ...shown }: { data: string }) => shown)
    expect(state).toEqual({ ...written, credentials })
    expect(await readFile(opened.file, 'utf8')).toBe(await readFile(DOCUMENT, 'utf8'))
    expect([apiKeys.length, opened.said]).toEqual([2, []])
  })

  test('lets its keys in, and opens its sealed credentials', async () => {
    await using opened = await open({ withJournal: false })
    const [mine, workflows] = [await opened.read('/api/v1/tags', 'mia-key'), await opened.read('/api/v1/workflows')]
    await opened.instance.stop()
    expect(mine.data.map(({ name }: { name: string }) => name)).toEqual(['urgent', 'nächtlich', 'pulled'])
    expect(workflows.data.map(({ id }: { id: string }) => id)).toEqual(['1', 'abc DEF/ü', 'p1'])
    const { credentials, sealCheck } = JSON.parse(await readFile(DOCUMENT, 'utf8'))
    const secrets = createSecrets({ key: ENCRYPTION_KEY, check: sealCheck })
    expect(credentials.map(({ data }: { data: string }) => secrets.unseal(data))).toEqual([
      { user: 'shop', password: 'correct-horse-battery-staple' },
      { accessToken: 'not-a-real-token' },
    ])
  })

  test('opens with the journal that a crash left', async () => {
    await using opened = await open({ withJournal: true })
    const tags = await opened.read('/api/v1/tags')
    const executions = await opened.read('/api/v1/executions')
    await opened.instance.stop()
    expect(tags.data.map(({ name }: { name: string }) => name)).toEqual([
      'very urgent',
      'nächtlich',
      'pulled',
      'after the crash',
    ])
    expect(executions.data.map(({ id }: { id: number }) => id)).toEqual([3])
  })
})
