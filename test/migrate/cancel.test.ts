import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { cloneService, cloneToFile } from '../../src/index.ts'
import { startInstance } from '../../src/testing.ts'
import { temporaryFolder } from '../commands/run-cli.ts'

test('a clone that is cancelled ends at once, while its request waits for a response', async () => {
  const arrived = Promise.withResolvers<void>()
  const cancelling = new AbortController()
  const cloning = cloneService({
    url: 'http://127.0.0.1:1',
    apiKey: 'key',
    signal: cancelling.signal,
    fetch: (_url, { signal }) => {
      arrived.resolve()
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    },
  })
  await arrived.promise
  cancelling.abort()
  await expect(cloning).rejects.toMatchObject({ name: 'AbortError' })
})

test('a clone leaves no listener on the signal that cancels it', async () => {
  await using source = await startInstance({ fixture: { workflows: [{ id: '1', name: 'One' }] } })
  const { signal } = new AbortController()
  const counts = { added: 0, removed: 0 }
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    counts.added++
    add(...given)
  }
  signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    counts.removed++
    remove(...given)
  }
  await cloneService({ url: source.url, apiKey: source.apiKey, signal })
  expect(counts.added).toBeGreaterThan(0)
  expect(counts.removed).toBe(counts.added)
})

test('what a clone has read is for its owner alone', async () => {
  await using folder = await temporaryFolder()
  await using source = await startInstance({ fixture: { workflows: [{ id: '1', name: 'One' }] } })
  const file = join(folder.path, 'copy.json')
  source.faults.set({ rules: [{ path: '/:kind', after: 3, status: 500 }] })
  const { url, apiKey } = source
  expect(await cloneToFile({ url, apiKey, file, retries: { tries: 1 } }).catch(({ name }) => name)).toBe('ServiceError')
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
  const names = await readdir(`${file}.clone`)
  expect(names.length).toBeGreaterThan(1)
  expect(modeOf(`${file}.clone`)).toBe('700')
  for (const name of names) expect([name, modeOf(join(`${file}.clone`, name))]).toEqual([name, '600'])
})
