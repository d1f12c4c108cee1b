import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { runWorkflow } from '../../../src/testing.ts'

const encoded = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

const HEADER = { alg: 'HS256', typ: 'JWT' }

/** A token that the secret of the credential signs. */
function tokenOf(payload: unknown, header: object = HEADER): string {
  const text = `${encoded(header)}.${encoded(payload)}`
  return `${text}.${createHmac('sha256', 'secret').update(text).digest('base64url')}`
}

async function play(parameters: object, { items = [{}], more = {} }: { items?: object[]; more?: object } = {}) {
  const start = { id: '1', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} }
  const it = { id: '2', name: 'It', type: 'n8n-nodes-base.jwt', typeVersion: 1, parameters }
  const credentials = { jwtAuth: { id: '1', name: 'JWT' } }
  const nodes = [start, { ...it, credentials, ...more }].map(node => ({ ...node, position: [0, 0] }))
  const connections = { Start: { main: [[{ node: 'It', type: 'main', index: 0 }]] } }
  return runWorkflow({ name: 'W', nodes, connections } as never, {
    input: items as never,
    credentials: { jwtAuth: { keyType: 'passphrase', secret: 'secret', algorithm: 'HS256' } },
  })
}

describe('JWT, as the engine of the service has it at version 2.41.0', () => {
  test.each([
    [
      'an issue time that is no number',
      { useJson: true, claimsJson: '{"iat":"x"}' },
      '"iat" should be a number of seconds',
    ],
    ['an end that is no number', { useJson: true, claimsJson: '{"exp":"5"}' }, '"exp" should be a number of seconds'],
    ['a name of the key that is no text', { options: { kid: 5 } }, '"keyid" must be a string'],
    ['claims of a form that it does not show', { useJson: 'x' }, 'Could not get parameter "claimsJson"'],
    [
      'a token without JSON, which names itself a JWT',
      { operation: 'decode', token: tokenOf('plain text') },
      'Unexpected token \'p\', "plain text" is not valid JSON',
    ],
    [
      'an empty algorithm',
      { operation: 'verify', token: tokenOf({ a: 1 }), options: { algorithm: '' } },
      'invalid algorithm',
    ],
  ])('fails at %s', async (_, parameters, message) => {
    const run = await play(parameters)
    expect(run.error?.message).toBe(message)
  })

  test('signs with none', async () => {
    const run = await play({ useJson: true, claimsJson: '{"iat":1}', options: { algorithm: 'none' } })
    const token = `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded({ iat: 1 })}.`
    expect(run.node('It').output).toEqual([{ token }])
  })

  test('puts out nothing for an operation that an expression names and it does not know', async () => {
    const run = await play({ operation: '={{ "x" }}', token: tokenOf({}) })
    expect(run.status).toBe('success')
    expect(run.node('It').output).toEqual([])
  })

  test('shows the payload alone where the whole is asked for by another value than true', async () => {
    const run = await play({ operation: 'decode', token: tokenOf({ a: 1 }), options: { complete: 'x' } })
    expect(run.node('It').output).toEqual([{ a: 1 }])
  })

  test('goes on with the failure of the first item, and fails at that of a later one', async () => {
    const parameters = { operation: 'decode', token: '={{ $json.t }}' }
    const more = { onError: 'continueRegularOutput' }
    const good = { t: tokenOf({ a: 1 }) }
    const first = await play(parameters, { items: [{}, good], more })
    expect(first.node('It').output).toEqual([{ error: 'The JWT token was not provided' }, { payload: { a: 1 } }])
    const second = await play(parameters, { items: [good, {}], more })
    expect(second.node('It').error?.message).toBe("Cannot read properties of undefined (reading 'json')")
  })
})
