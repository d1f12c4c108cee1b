import { describe, expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { compareInstances, type Fixture } from '../../src/index.ts'
import { aWorkflow } from '../../src/testing.ts'
import { runCli } from '../commands/run-cli.ts'
import { rehearse, writes } from './rehearsal.ts'

const CURRENT = 'n8n-2.41'
const ALL = {
  executionOrder: 'v1',
  timezone: 'Europe/Berlin',
  errorWorkflow: 'HANDLERXXXXXXXXX',
  saveManualExecutions: false,
  callerPolicy: 'any',
}
const documentWith = (settings: object): Fixture => ({
  workflows: [
    aWorkflow({ id: 'HANDLERXXXXXXXXX', name: 'Handler', nodes: ['Schedule Trigger'] }),
    { ...aWorkflow({ id: 'MINEXXXXXXXXXXXX', name: 'Mine', nodes: ['Schedule Trigger'] }), settings } as never,
  ],
})

/** A document that was promoted with all settings, and then has only these. */
async function promotedThenLeft(profile: typeof CURRENT | 'n8n-1.41', settings: object) {
  const rehearsal = await rehearse(documentWith(ALL), { profile })
  const { file, folder, service } = rehearsal
  const env = { KEY: service.apiKey }
  const edit = (settings: object) => writeFile(file, JSON.stringify(documentWith(settings)))
  await rehearsal.promote()
  await edit(settings)
  const run = (command: string, ...args: string[]) =>
    runCli([command, ...args, '--key-env', 'KEY'], { cwd: folder, env })
  return {
    ...rehearsal,
    [Symbol.asyncDispose]: () => rehearsal[Symbol.asyncDispose](),
    edit,
    settings: () => service.state().workflows?.find(({ name }) => name === 'Mine')?.settings,
    runPromote: () => run('promote', service.url, '--data', file, '--yes'),
    runCompare: (...flags: string[]) => run('compare', file, service.url, '--only', 'workflows', ...flags),
  }
}

describe('a setting that was removed here', () => {
  test.each(['timezone', 'errorWorkflow'] as const)(
    '%s is no longer set at a service that merges settings',
    async gone => {
      const { [gone]: _, ...left } = ALL
      await using target = await promotedThenLeft(CURRENT, left)
      expect(await target.runPromote()).toMatchObject({
        code: 0,
        out: expect.stringMatching(new RegExp(`~ change workflow "Mine" \\(.*\\): settings.${gone}\n`)),
      })
      expect(Object.keys(target.settings() ?? {}).sort()).toEqual(
        Object.keys(ALL)
          .filter(key => key !== gone)
          .sort(),
      )
      expect(target.settings()).not.toHaveProperty(gone)
      expect(await target.runCompare()).toMatchObject({ code: 0 })
      target.service.requests.clear()
      expect(await target.runPromote()).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to do') })
      expect(writes(target.service)).toEqual([])
    },
  )

  test.each([
    ['saveManualExecutions', false],
    ['callerPolicy', 'any'],
  ] as const)('%s stays where settings are merged, and both commands say so', async (kept, value) => {
    const { [kept]: _, ...left } = ALL
    await using target = await promotedThenLeft(CURRENT, left)
    target.service.requests.clear()
    const why = `a service of this version keeps settings that a change leaves out. Take it out in the editor there, or set it here`
    for (const _ of ['first', 'second']) {
      const { code, out } = await target.runPromote()
      expect(code).toBe(1)
      expect(out).toMatch(
        new RegExp(`! workflow "Mine" \\(.*\\) cannot, because settings.${kept} stays there: ${why}\n`),
      )
      expect(out).toContain('1 the same')
      expect(out).toContain('1 that cannot be')
    }
    expect(writes(target.service)).toEqual([])
    const { code, out } = await target.runCompare()
    expect(code).toBe(1)
    expect(out).toContain(`settings.${kept}: null → ${JSON.stringify(value)}: promote cannot change it: ${why}\n`)
    const { kinds } = JSON.parse((await target.runCompare('--json')).out)
    expect(kinds.workflows.different[0].differences).toEqual([
      { what: `settings.${kept}`, left: null, right: value, remark: `promote cannot change it: ${why}` },
    ])
    await target.edit(ALL)
    expect(await target.runPromote()).toMatchObject({ code: 0 })
    expect(await target.runCompare()).toMatchObject({ code: 0 })
  })

  test('does not hold up what else is changed there', async () => {
    await using target = await promotedThenLeft(CURRENT, { executionOrder: 'v1', executionTimeout: 60 })
    const { code, out } = await target.runPromote()
    expect(code).toBe(1)
    expect(out).toMatch(
      /~ change workflow "Mine" .*: settings.errorWorkflow, settings.executionTimeout, settings.timezone\n/,
    )
    expect(out).toMatch(/! workflow "Mine" .* settings.callerPolicy, settings.saveManualExecutions stay there: /)
    const { timezone, errorWorkflow, ...left } = ALL
    expect(target.settings()).toEqual({ ...left, executionTimeout: 60 } as never)
  })

  test('is removed where a change replaces the settings', async () => {
    await using target = await promotedThenLeft('n8n-1.41', { executionOrder: 'v1' })
    expect(await target.runPromote()).toMatchObject({ code: 0 })
    expect(target.settings()).toEqual({ executionOrder: 'v1' })
    expect(await target.runCompare()).toMatchObject({ code: 0 })
    expect(await target.runPromote()).toMatchObject({ out: expect.stringContaining('Nothing to do') })
  })
})

test('a setting that the target does not take is told by each promotion, and by the comparison', async () => {
  await using target = await promotedThenLeft('n8n-1.41', ALL)
  for (const _ of ['first', 'second']) {
    expect((await target.runPromote()).out).toContain(
      '(1 workflows are there without what this version does not take: settings.callerPolicy)',
    )
  }
  const { code, out } = await target.runCompare()
  expect(code).toBe(1)
  expect(out).toContain(
    'settings.callerPolicy: "any" → null: promote cannot change it: this version does not take it\n',
  )
})

test('a setting that only the service has, and that its version does not take, is removed by a change', async () => {
  const fixture = documentWith({ executionOrder: 'v1', callerPolicy: 'any' })
  await using rehearsal = await rehearse(documentWith({ executionOrder: 'v1' }), { profile: 'n8n-1.41', fixture })
  const { file, service } = rehearsal
  expect((await rehearsal.promote()).plan.hasChanges).toBe(true)
  expect((await rehearsal.promote()).plan.hasChanges).toBe(false)
  const target = { url: service.url, apiKey: service.apiKey }
  expect(await compareInstances(file, target, { only: ['workflows'] })).toMatchObject({ isSame: true })
  expect(await readFile(file, 'utf8')).not.toContain('callerPolicy')
})
