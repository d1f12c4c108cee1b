import { describe, expect, test } from 'bun:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startInstance } from '../../src/testing.ts'
import { denoProgram, startWith } from '../checks/documents/run-on-deno.ts'
import { temporaryFolder } from '../commands/run-cli.ts'
import { sampleFixture } from './sample.ts'

const sizes = { workflows: 12, tags: 3, credentials: 4, executions: 6 }
const KEY = 'key-of-the-other-service'
const ENV = '--allow-env=UNDERSTUDY_*,NODE_ENV,ENV,ELYSIA_AOT,NODE_DISABLE_COLORS,PORT'

describe.skipIf(!denoProgram)('on Deno, with the permissions of docs/runtimes.md alone', () => {
  test.each([
    ['with the address among them a service is copied', true, { status: 'done' }],
    ['without it, it is said what to do', false, { status: 'failed' }],
  ])(
    '%s',
    async (_what, isAllowed, expected) => {
      await using folder = await temporaryFolder()
      await using service = await startInstance({ apiKey: KEY, fixture: sampleFixture(sizes) })
      const { host } = new URL(service.url)
      const net = `--allow-net=127.0.0.1:0${isAllowed ? `,${host}` : ''}`
      await using copy = await startWith([net, ENV], ['--memory'], folder.path, { NODE_DISABLE_COLORS: '1' })
      const state = async (method: string, body?: object) =>
        JSON.parse((await copy.ask(method, '/_control/clone', body)).body)
      let found = await state('POST', { url: service.url, apiKey: KEY, executions: 6 })
      for (; found.status === 'running'; found = await state('GET')) await sleep(20)
      expect(found).toMatchObject(expected)
      if (!isAllowed) expect(found.error).toContain(`Start it with --allow-net=${host} as well`)
    },
    60_000,
  )
})
