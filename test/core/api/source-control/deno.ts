import { gitCommands } from '../../../needs.ts'
import { FORMAT_CASES } from './format-cases.ts'
import { HTTP_CASES } from './http-cases.ts'
import { LOCAL_CASES } from './local-cases.ts'
import { PULL_CASES } from './pull-cases.ts'
import { pushCasesOf } from './push-cases.ts'
import { type RemoteTest, runCase } from './run-case.ts'
import { KINDS, type RemoteKind } from './setting.ts'

/** Every case of a pull or a push without a test runner, so that any runtime can run it: `deno run -A test/core/api/source-control/deno.ts`. */
let passed = 0
let failed = 0

for (const kind of KINDS) await runAll(kind, PULL_CASES)
await runAll('local', FORMAT_CASES)
if (gitCommands) for (const kind of KINDS) await runAll(kind, pushCasesOf(kind))
if (gitCommands) {
  await runAll('local', LOCAL_CASES)
  await runAll('basic', HTTP_CASES)
}
console.log(`${passed} pulls and pushes passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

async function runAll(kind: RemoteKind, cases: Record<string, RemoteTest>) {
  for (const [name, run] of Object.entries(cases)) {
    try {
      await runCase(kind, run)
      passed++
    } catch (error) {
      failed++
      console.error(`${kind}: ${name}`, error)
    }
  }
}
