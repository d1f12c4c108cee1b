import { describe, expect, test } from 'bun:test'
import { VERSION_NAMES } from '../../src/core/versions/versions.ts'
import { startInstance as startWithoutKit } from '../../src/index.ts'
import { startInstance } from '../../src/testing/bun.ts'

/** As JavaScript can have them: the compiler refuses nearly all. */
const WRONG: [options: object, message: string][] = [
  [{ clockMode: 'x' }, 'clockMode must be frozen or running, not "x"'],
  [{ clockMode: 'frozen' }, 'clockMode has no effect without clock: give that too, or leave it out'],
  [{ clock: 'soon' }, 'clock must be a date and time such as 2026-01-01T00:00:00Z, not "soon"'],
  [{ clock: Number.NaN }, 'clock must be a date and time such as 2026-01-01T00:00:00Z, not NaN'],
  [{ clock: new Date('soon') }, 'clock must be a date and time such as 2026-01-01T00:00:00Z, not Invalid Date'],
  [{ socket: 'no' }, 'socket must be true or false, not "no"'],
  [{ simulate: 'no' }, 'simulate must be true or false, not "no"'],
  [{ sourceControl: 'x' }, 'sourceControl must be true or false, not "x"'],
  [{ faultSeed: 'x' }, 'faultSeed must be a whole number from 0 to 4294967295, not "x"'],
  [{ faultSeed: 1.5 }, 'faultSeed must be a whole number from 0 to 4294967295, not 1.5'],
  [{ keepExecutions: 0 }, 'keepExecutions must be a whole number from 1 to 10000000, not 0'],
  [{ port: 'x' }, 'port must be a whole number from 0 to 65535, not "x"'],
  [{ port: 65_536 }, 'port must be a whole number from 0 to 65535, not 65536'],
  [{ port: null }, 'port must be a whole number from 0 to 65535, not null'],
  [{ report: 'x' }, 'report must be a function that takes a text, not "x"'],
  [{ apiKey: '' }, 'apiKey must be 1 to 4096 printable characters without blanks'],
  [{ apiKey: 'a b' }, 'apiKey must be 1 to 4096 printable characters without blanks'],
  [{ serviceName: 'x y' }, 'serviceName must be letters, digits and hyphens, not "x y"'],
  [{ allowHosts: 'x' }, 'allowHosts must be a list, not "x"'],
  [{ allowHosts: ['http://x'] }, 'without http:// and without a port, not "http://x"'],
  [
    { allowOrigins: ['foo'] },
    'allowOrigins must be an origin such as http://localhost:3000, without a path, not "foo"',
  ],
  [{ allowOrigins: { length: 0 } }, 'allowOrigins must be a list, not an object'],
  [
    { credentialTypes: { a: 5 } },
    'credentialTypes is not usable: a: must be a data schema: {"properties": …, "required": […]}',
  ],
  [{ credentialTypes: [] }, 'credentialTypes is not usable: must hold an object: type name → data schema'],
  [{ host: 5 }, 'host must be text, not 5'],
  [{ host: '0.0.0.0' }, 'host 0.0.0.0 can be reached by others: choose a key of your own with apiKey'],
  [{ host: '' }, 'host must not be empty'],
  [{ idSeed: 5 }, 'idSeed must be text, not 5'],
  [{ licence: 'foo' }, 'licence must be all, none, or some of feat:variables, '],
  [{ licence: ['feat:folders', 5] }, 'feat:sourceControl, not 5'],
  [{ licence: 5 }, 'licence must be all, none, or some of '],
  [{ profile: 5 }, `profile must be ${VERSION_NAMES.join(' or ')}, not 5`],
  [{ gitRemote: 5 }, 'gitRemote must be text, not 5'],
  [{ gitRemote: {} }, 'gitRemote.url must be text, not undefined'],
  [{ gitRemote: { url: './repository', timeout: 'x' } }, 'gitRemote.timeout must be a whole number from 0 to '],
  [{ gitRemote: { url: './repository', token: 5 } }, 'gitRemote.token must be text'],
  [{ gitRemote: { url: './repository', brunch: 'x' } }, 'There is no option of gitRemote "brunch"; there are: url, '],
]

describe.each([
  ['the kit', startInstance],
  ['the package', startWithoutKit],
])('%s refuses', (_name, start) => {
  test.each(WRONG)('%p', async (options, message) => {
    const error = await start({ ...options, fixture: 'no-such-file.json' }).catch(error => error)
    expect(error).toBeInstanceOf(TypeError)
    expect(error.message).toContain(message)
  })
})

test.each([[null], ['fixture.json'], [[]]])('options that are none are refused: %p', async options => {
  for (const start of [startInstance, startWithoutKit]) {
    await expect(start(options as never)).rejects.toThrow('The options must be an object such as { port: 0 }, not ')
  }
})

test.each(['token', 'apiKey'])('what is refused of a secret is not shown: %s', async name => {
  const wrong = ['a secret']
  const options = name === 'token' ? { gitRemote: { url: './repository', token: wrong } } : { apiKey: wrong }
  const error = await startInstance(options as never).catch(error => error)
  expect(error).toBeInstanceOf(TypeError)
  expect(error.message).not.toContain('a secret')
})

test('nothing listens where an option is refused', async () => {
  const first = await startInstance()
  const port = Number(new URL(first.url).port)
  await first.stop()
  await expect(startInstance({ port, clockMode: 'x' as never })).rejects.toThrow('clockMode')
  await using second = await startInstance({ port })
  expect(second.url).toBe(first.url)
})

test.each<[object]>([
  [{ host: '0.0.0.0', apiKey: 'my-own' }],
  [{ host: '0.0.0.0', socket: false }],
  [{ apiKey: undefined, port: undefined, licence: undefined }],
  [{ licence: null }],
  [{ licence: ['feat:folders'] }],
  [{ clock: 0, clockMode: 'running' }],
  [{ faultSeed: 0 }],
  [{ faultSeed: 2 ** 32 - 1 }],
  [{ gitRemote: { url: './repository', branch: 'main', idleTimeout: 100 } }],
])('%p is taken', async options => {
  await using instance = await startInstance(options)
  expect((await instance.request('GET', '/api/v1/tags')).status).toBe(200)
})
