import { describe, expect, test } from 'bun:test'
import packageJson from '../../package.json' with { type: 'json' }
import { clone } from '../../src/commands/clone.ts'
import { compare } from '../../src/commands/compare.ts'
import { UsageError } from '../../src/commands/explain.ts'
import { COMMAND_HELP } from '../../src/commands/help.ts'
import { keys } from '../../src/commands/keys.ts'
import { node } from '../../src/commands/node.ts'
import { promote } from '../../src/commands/promote.ts'
import { test as testCommand } from '../../src/commands/test.ts'
import { users } from '../../src/commands/users.ts'
import { validate } from '../../src/commands/validate.ts'
import { verify } from '../../src/commands/verify.ts'
import { SETTINGS } from '../../src/core/settings/settings.ts'
import { runCli } from './run-cli.ts'

const COMMANDS = { keys, users, clone, compare, verify, promote, validate, node, test: testCommand }

/** The flags that a command takes are those that it does not refuse as unknown; alone, all are refused. */
const isTaken = async (command: string, flag: string) => {
  // without a folder, tests would run
  const forms = command === 'test' ? [['nowhere'], ['record']] : [[]]
  const refusals: string[] = []
  for (const form of forms) {
    const args = form[0] === 'record' ? [...form, `--${flag}=x`] : [`--${flag}=x`, ...form]
    const error = await COMMANDS[command as keyof typeof COMMANDS](args).catch(error => error)
    expect(error).toBeInstanceOf(UsageError)
    refusals.push(error.message)
  }
  return refusals.some(message => !message.includes(`Unknown option '--${flag}'`))
}

const lineOf = (...parts: string[]) => new RegExp(`^${parts.map(RegExp.escape).join(' +')}$`)

describe.each(Object.entries(COMMAND_HELP))('the help of %s', (name, { usage, flags = [], examples }) => {
  test('has its usage, flags, exit codes and examples (bun run generate writes them)', async () => {
    const { code, out, err } = await runCli([name, '--help'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatchSnapshot()
    const lines = out.split('\n').map(line => line.trim())
    for (const line of [...usage, ...examples]) expect(lines).toContain(`npx n8n-understudy ${line}`)
    for (const [flag, says] of flags) expect(lines).toContainEqual(expect.stringMatching(lineOf(flag, says)))
    expect(out).toMatch(/\nExit codes: 0 /)
    expect(out).toMatch(/\nExamples:(\n {2}npx n8n-understudy .+){2,}\n$/)
  })

  test('names flags that the command takes', async () => {
    const named = flags.filter(([flag]) => flag !== 'PATH').map(([flag]) => /^--([a-z-]+)/.exec(flag)?.[1] ?? flag)
    expect(new Set(named).size).toBe(named.length)
    for (const flag of named) expect([flag, await isTaken(name, flag)]).toEqual([flag, true])
  })

  test('has each flag of its examples', () => {
    const known = [...flags.map(([flag]) => flag.split(' ')[0]), ...Object.keys(SETTINGS).map(flag => `--${flag}`)]
    const used = examples.flatMap(line => line.match(/--[a-z-]+/g) ?? [])
    expect(used.filter(flag => !known.includes(flag))).toEqual([])
  })
})

test('the help of all names each command in one line', async () => {
  const { out } = await runCli(['--help'])
  expect(out.replace(packageJson.version, 'VERSION')).toMatchSnapshot()
  const lines = out.split('\n')
  for (const line of Object.values(COMMAND_HELP).flatMap(({ usage }) => usage)) {
    expect(lines).toContain(`  npx n8n-understudy ${line}`)
  }
  expect(out.split('\n').filter(line => line.length > 160)).toEqual([])
})
