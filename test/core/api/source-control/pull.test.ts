import { describe } from 'bun:test'
import { gitCommands } from '../../../needs.ts'
import { HTTP_CASES } from './http-cases.ts'
import { LOCAL_CASES } from './local-cases.ts'
import { play } from './play.ts'
import { PULL_CASES } from './pull-cases.ts'

// with a key: HTTP_CASES and the cases of pushing
describe.each(['local', ...(gitCommands ? (['http'] as const) : [])] as const)('pulling from a %s remote', kind =>
  play(kind, PULL_CASES),
)
describe.skipIf(!gitCommands)('pulling over HTTP', () => play('basic', HTTP_CASES))
describe.skipIf(!gitCommands)('pulling from a repository that git works on', () => play('local', LOCAL_CASES))
