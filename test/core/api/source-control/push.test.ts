import { describe } from 'bun:test'
import { gitCommands } from '../../../needs.ts'
import { play } from './play.ts'
import { LOCAL_PUSH_CASES, pushCasesOf } from './push-cases.ts'

// without a key: PULL_CASES
describe.skipIf(!gitCommands).each(['local', 'basic'] as const)('pushing to a %s remote', kind =>
  play(kind, pushCasesOf(kind)),
)
describe.skipIf(!gitCommands)('pushing to a repository on this machine', () => play('local', LOCAL_PUSH_CASES))
