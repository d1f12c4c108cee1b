import { describe } from 'bun:test'
import { gitCommands } from '../../../needs.ts'
import { play } from './play.ts'
import { PULL_CASES } from './pull-cases.ts'

describe.skipIf(!gitCommands)('pulling from an HTTP remote', () => play('http', PULL_CASES))
