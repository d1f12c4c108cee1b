import { createClock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import { createIds } from '../base/ids.ts'
import { type Collections, layout, type Values } from '../model/document.ts'
import { FixtureError } from '../seeding/fixture.ts'
import { type FixtureSource, readFixtureFiles } from '../seeding/fixture-files.ts'
import { readSources, seedSeveral } from '../seeding/seed-several.ts'
import { buildContents } from '../storage/build-contents.ts'
import { UsageError } from './explain.ts'
import { readFlags } from './target.ts'
import { print, printError } from './terminal.ts'

/** `understudy validate FILE…`: checks fixtures as loading them would. Sets the exit code to 1 where one is invalid. */
export async function validate(args: string[]) {
  const { positionals: files } = readFlags(args, {})
  if (files.length === 0) throw new UsageError('validate needs the file of a fixture, or a folder of them')
  for (const file of files) {
    try {
      tryFixtures(await readFixtureFiles(file))
      print(`${file}: a valid fixture`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      for (const line of error instanceof FixtureError ? error.errors : [error.message]) printError(line)
      process.exitCode = 1
    }
  }
}

function tryFixtures(sources: FixtureSource[]) {
  const checked = readSources(sources)
  const secrets = { seal: () => '', unseal: () => undefined, check: () => '' }
  const context = { clock: createClock(), ids: createIds(), newIds: 'counter' as const, secrets }
  buildContents<Collections, Values>(layout, draft => {
    seedSeveral(draft, checked, context)
  })
}
