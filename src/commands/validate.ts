import { createClock } from '../clock.ts'
import { readFixture } from '../control/fixture.ts'
import { seed } from '../control/seed.ts'
import { ApiError } from '../errors.ts'
import { createIds } from '../ids.ts'
import { type Collections, layout, type Values } from '../model/document.ts'
import { profileOf } from '../profile.ts'
import { buildContents } from '../storage/build-contents.ts'
import { UsageError } from './explain.ts'
import { readFixtureFile } from './fixture-files.ts'

/** `understudy validate FILE…`: checks each fixture as loading it would. Sets the exit code to 1 where one has faults. */
export async function validate(files: string[]) {
  if (files.length === 0) throw new UsageError('validate needs the file of a fixture')
  for (const file of files) {
    const { source, value } = await readFixtureFile(file)
    try {
      tryFixture(value, source)
      console.log(`${file}: a valid fixture`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      for (const fault of error.message.split(', ')) console.error(fault)
      process.exitCode = 1
    }
  }
}

function tryFixture(value: unknown, source: string) {
  const fixture = readFixture(value, source)
  const secrets = { seal: () => '', unseal: () => undefined, check: () => '' }
  const context = { clock: createClock(), ids: createIds(), profile: profileOf('contract'), secrets }
  buildContents<Collections, Values>(layout, draft => seed(draft, fixture, context, source))
}
