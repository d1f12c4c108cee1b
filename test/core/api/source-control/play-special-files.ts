// Runs the cases of special files without a test runner, so that any runtime can run them.
import process from 'node:process'
import { runCase } from './run-case.ts'
import { readsPastLinks, refusesSpecialFile, SPECIAL_FILES, SPECIAL_FILES_OF_PUSHES } from './special-files.ts'

try {
  for (const [damage, says] of Object.values(SPECIAL_FILES))
    await runCase('local', setting => refusesSpecialFile(setting, damage, says))
  for (const [damage, says] of Object.values(SPECIAL_FILES_OF_PUSHES))
    await runCase('local', setting => refusesSpecialFile(setting, damage, says, false))
  await runCase('local', readsPastLinks)
  process.exit(0)
} catch (error) {
  console.error(error)
  // a reader that waits would keep the process
  process.exit(1)
}
