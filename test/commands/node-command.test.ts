import { describe, expect, test } from 'bun:test'
import { runCli } from './run-cli.ts'

describe('understudy node', () => {
  test('prints what a node takes with values of its parameters', async () => {
    const { code, out, err } = await runCli(['node', 'slack', '--version', '2.3', '--with', 'operation=schedule'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toStartWith('n8n-nodes-base.slack, typeVersion 2.3 (there are 1, 2, ')
    expect(out).toContain('\n  select: options, required, "channel", "user" [if ')
    expect(out).toContain('\ncredential: slackApi, required [if authentication is "accessToken"]\n')
    // of another operation
    expect(out).not.toContain('permalink')
    expect(out).not.toContain('\n  timestamp:')
  })

  test('prints it as JSON, in the newest version where none is named', async () => {
    const { code, out } = await runCli(['node', 'n8n-nodes-base.merge', '--json'])
    const { profile, type, version, allVersions, inputs, parameters } = JSON.parse(out)
    expect([code, profile, type, version]).toEqual([0, 'n8n-2.41', 'n8n-nodes-base.merge', allVersions.at(-1)])
    expect(inputs).toEqual([{ type: 'main', per: 'numberInputs', otherwise: 2 }])
    expect(parameters[0]).toMatchObject({ name: 'mode', values: expect.arrayContaining(['append', 'combine']) })
  })

  test.each([
    ['a type that is unknown', ['slak'], 1, 'has no node type "slak"; did you mean n8n-nodes-base.slack?'],
    [
      'a version that is unknown',
      ['if', '--version', '9'],
      1,
      'n8n-nodes-base.if has no typeVersion 9: it has 1, 2, 2.1, ',
    ],
    ['a version that is no number', ['if', '--version', 'new'], 2, '--version must be a number, not "new"'],
    ['no type', [], 2, 'node needs one type of node'],
    ['a value without a name', ['if', '--with', 'x'], 2, '--with must be NAME=VALUE, not "x"'],
    [
      'a profile of which it is not known',
      ['if', '--profile', 'contract'],
      2,
      'what nodes take in contract is not known',
    ],
  ])('refuses %s', async (_what, args, status, says) => {
    const { code, out, err } = await runCli(['node', ...args])
    expect([code, out]).toEqual([status, ''])
    expect(err).toContain(says)
  })
})
