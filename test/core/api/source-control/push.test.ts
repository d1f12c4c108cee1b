import { describe } from 'bun:test'
import { gitCommands } from '../../../needs.ts'
import { play } from './play.ts'
import { LOCAL_PUSH_CASES, pushCasesOf } from './push-cases.ts'

// push-http.long.test.ts pushes to a server what is pushed to a folder here
describe.skipIf(!gitCommands)('pushing to a local remote', () => play('local', pushCasesOf('local')))
describe.skipIf(!gitCommands)('pushing to a repository on this machine', () => play('local', LOCAL_PUSH_CASES))
