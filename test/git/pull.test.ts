import { describe, test } from 'bun:test'
import { FORMAT_CASES } from './format-cases.ts'
import { HTTP_CASES, inFolder } from './http-cases.ts'
import { LOCAL_CASES } from './local-cases.ts'
import { PULL_CASES } from './pull-cases.ts'
import { hasGit } from './serve-git.ts'
import { createSetting, KINDS } from './setting.ts'

/** Milliseconds; a busy machine is slow to start git. */
const TIMEOUT = 60_000

describe.each([...KINDS])('pulling from a %s remote', kind => {
  test.each(Object.entries(PULL_CASES))(
    '%s',
    async (_, run) => {
      await using setting = await createSetting(kind)
      await run(setting)
    },
    TIMEOUT,
  )
})

describe('pulling what is in the files', () => {
  test.each(Object.entries(FORMAT_CASES))(
    '%s',
    async (_, run) => {
      await using setting = await createSetting('local')
      await run(setting)
    },
    TIMEOUT,
  )
})

describe.skipIf(!hasGit)('pulling over HTTP', () => {
  test.each(Object.entries(HTTP_CASES))(
    '%s',
    async (_, run) => {
      await using setting = await createSetting('basic')
      const { server } = setting
      if (server) await inFolder(folder => run({ ...setting, server }, folder))
    },
    TIMEOUT,
  )
})

describe.skipIf(!hasGit)('pulling from a repository that git works on', () => {
  test.each(Object.entries(LOCAL_CASES))(
    '%s',
    async (_, run) => {
      await using setting = await createSetting('local')
      await inFolder(folder => run(setting, folder))
    },
    TIMEOUT,
  )
})
