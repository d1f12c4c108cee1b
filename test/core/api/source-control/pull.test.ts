import { describe } from 'bun:test'
import { gitCommands } from '../../../needs.ts'
import { HTTP_CASES } from './http-cases.ts'
import { LOCAL_CASES } from './local-cases.ts'
import { play } from './play.ts'
import { PULL_CASES } from './pull-cases.ts'

// pull-http.long.test.ts pulls from a server what is pulled from a folder here
describe('pulling from a local remote', () => play('local', PULL_CASES))
describe.skipIf(!gitCommands)('pulling over HTTP', () => play('basic', HTTP_CASES))
describe.skipIf(!gitCommands)('pulling from a repository that git works on', () => play('local', LOCAL_CASES))
