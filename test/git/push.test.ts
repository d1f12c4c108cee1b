import { describe, test } from 'bun:test'
import { inFolder } from './http-cases.ts'
import { LOCAL_PUSH_CASES, PUSH_CASES } from './push-cases.ts'
import { hasGit } from './serve-git.ts'
import { createSetting, KINDS } from './setting.ts'

/** Milliseconds; a busy machine is slow to start git. */
const TIMEOUT = 60_000

describe.skipIf(!hasGit).each([...KINDS])('pushing to a %s remote', kind => {
  test.each(Object.entries(PUSH_CASES))(
    '%s',
    async (_, run) => {
      await using setting = await createSetting(kind)
      await run(setting)
    },
    TIMEOUT,
  )
})

describe.skipIf(!hasGit)('pushing to a repository on this machine', () => {
  test.each(Object.entries(LOCAL_PUSH_CASES))(
    '%s',
    async (_, run) => {
      await using setting = await createSetting('local')
      await inFolder(folder => run(setting, folder))
    },
    TIMEOUT,
  )
})
