import { expect, test } from 'bun:test'
import { runCli, startCli } from './run-cli.ts'

test('a variable that is no setting is named, with the one that was meant', async () => {
  const cli = startCli(['--memory', '--port', '0'], { env: { UNDERSTUDY_PROT: '1', UNDERSTUDY_WHATEVER_ELSE: '2' } })
  await cli.url()
  cli.kill('SIGTERM')
  await cli.ended
  expect(cli.said.err.trim().split('\n')).toEqual([
    'There is no setting UNDERSTUDY_PROT; did you mean UNDERSTUDY_PORT?',
    'There is no setting UNDERSTUDY_WHATEVER_ELSE',
  ])
})

test.each<[string, string[], Record<string, string>, RegExp]>([
  ['PORT', [], { PORT: 'x1' }, /^understudy: PORT must be a whole number from 0 to 65535, not "x1"/],
  ['UNDERSTUDY_PORT before it', [], { PORT: 'x1', UNDERSTUDY_PORT: 'x2' }, /UNDERSTUDY_PORT .* not "x2"/],
  ['--port before both', ['--port', 'x3'], { PORT: 'x1', UNDERSTUDY_PORT: 'x2' }, /--port .* not "x3"/],
])('the port is read from %s', async (_name, args, env, says) => {
  const { code, err } = await runCli(['--memory', ...args], { env })
  expect([code, err]).toEqual([2, expect.stringMatching(says)])
})

test.each([
  ['an address that is none', ['--host', '256.1.1.1']],
  ['an address of another machine', ['--host', '192.0.2.1']],
])('%s is refused with the reason of the platform, not a stack', async (_name, args) => {
  const { code, err } = await runCli(['--memory', '--port', '0', '--api-key', 'k', ...args])
  expect(code).toBe(1)
  expect(err).toMatch(/^understudy: (Nothing can listen on|The address) .*\n$/)
})
