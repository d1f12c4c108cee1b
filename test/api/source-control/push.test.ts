import { describe } from 'bun:test'
import { play } from './play.ts'
import { LOCAL_PUSH_CASES, pushCasesOf } from './push-cases.ts'
import { hasGit } from './serve-git.ts'
import { KINDS } from './setting.ts'

describe.skipIf(!hasGit).each([...KINDS])('pushing to a %s remote', kind => play(kind, pushCasesOf(kind)))
describe.skipIf(!hasGit)('pushing to a repository on this machine', () => play('local', LOCAL_PUSH_CASES))
