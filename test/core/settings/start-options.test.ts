import { expect, test } from 'bun:test'
import { refuseOpenHost } from '../../../src/core/settings/setting-rules.ts'
import { startInstance } from '../../../src/index.ts'

const DATE = 'clock must be a date and time such as 2026-01-01T00:00:00Z, not'

test.each<[options: object, message: string]>([
  [{ report: [] }, 'report must be a function that takes a text, not a list'],
  [{ clock: () => 0 }, `${DATE} a function`],
  [{ clock: {} }, `${DATE} an object`],
  [{ clock: true }, `${DATE} true`],
  [{ idSeed: { a: 1 } }, 'idSeed must be text, not an object'],
  [{ host: 'h'.repeat(99), port: -1 }, 'port must be a whole number from 0 to 65535, not -1'],
  [{ faultSeed: 2 ** 32 }, 'faultSeed must be a whole number from 0 to 4294967295, not 4294967296'],
  [{ gitRemote: { url: 'u', token: 5 } }, 'gitRemote.token must be text'],
  [{ gitRemote: { url: 'u', branch: 5 } }, 'gitRemote.branch must be text, not 5'],
  [{ gitRemote: { url: 'u', branch: '' } }, 'gitRemote.branch must not be empty'],
  [{ gitRemote: { url: '' } }, 'gitRemote.url must not be empty'],
  [
    { gitRemote: { url: 'u', idleTimeout: 2 ** 31 } },
    'gitRemote.idleTimeout must be a whole number from 0 to 2147483647, not 2147483648',
  ],
  [{ gitRemote: { url: 'u', followRedirects: [''] } }, 'gitRemote.followRedirects must not be empty'],
  [
    { gitRemote: { url: 'u', nope: 1 } },
    'There is no option of gitRemote "nope"; there are: url, branch, username, token, cacheFolder, idleTimeout, ' +
      'timeout, maxBytes, followRedirects',
  ],
  [
    { nope: 1 },
    'There is no option "nope"; there are: fixture, profile, apiKey, allowHosts, allowOrigins, serviceName, licence, ' +
      'simulate, keepExecutions, timezone, publishDelay, keepCallSecrets, unmocked, allowForward, clock, clockMode, idSeed, faultSeed, host, port, socket, ' +
      'credentialTypes, overrides, gitRemote, sourceControl, report, http',
  ],
])('the options %p are refused with the whole sentence', async (options, message) => {
  const error = await startInstance({ ...options, fixture: 'no-such-file.json' } as never).catch(error => error)
  expect([error.name, error.message]).toEqual(['TypeError', message])
})

test.each([
  ['127.0.0.1', undefined, true],
  ['localhost', undefined, true],
  ['::1', undefined, true],
  ['[::1]', undefined, true],
  ['0.0.0.0', undefined, false],
  ['0.0.0.0', 'k', true],
  ['', undefined, false],
])('the host %j with the key %j may be listened on: %p', (host, key, mayBe) => {
  const ask = () => refuseOpenHost(host, key, 'apiKey')
  const message = `${host} can be reached by others: choose a key of your own with apiKey`
  if (mayBe) expect(ask).not.toThrow()
  else expect(ask).toThrow(message)
})
