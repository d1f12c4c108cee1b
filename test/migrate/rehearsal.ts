import { expect } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Fixture, type ProfileName, type PromoteOptions, promote } from '../../src/index.ts'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { temporaryFolder } from '../commands/run-cli.ts'

/** A document in a folder of its own, and a service to promote it to. */
export async function rehearse(fixture: Fixture, target: { profile: ProfileName; fixture?: Fixture }) {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  await writeFile(file, JSON.stringify(fixture))
  const service = await startInstance(target)
  return {
    file,
    folder: folder.path,
    service,
    promote: (options: Partial<PromoteOptions> = {}) =>
      promote({ file, url: service.url, apiKey: service.apiKey, confirm: () => true, ...options }),
    async [Symbol.asyncDispose]() {
      await service.stop()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** A key of the owner with all scopes but one. */
export async function keyWithout(service: TestInstance, scope: string) {
  const all = ((await service.request('GET', '/page/me')).body as { scopesOf: Record<string, string[]> }).scopesOf
  const scopes = all['global:owner']?.filter(one => one !== scope)
  expect(scopes?.length).toBe((all['global:owner']?.length ?? 0) - 1)
  const [{ email = '' } = {}] = service.state().users ?? []
  const made = await service.request('POST', '/_control/keys', { user: email, label: 'few', scopes })
  return (made.body as { apiKey: string }).apiKey
}

/** The requests that changed something, or were to. */
export const writes = (service: TestInstance) => service.requests.all().filter(({ method }) => method !== 'GET')

/** A `fetch` whose service carries out the first change, and is gone. */
export function losingService() {
  let isGone = false
  return async (url: string, init: RequestInit) => {
    if (isGone) throw new TypeError('gone')
    const response = await fetch(url, init)
    isGone = init.method !== 'GET'
    if (isGone) throw new TypeError('gone')
    return response
  }
}
