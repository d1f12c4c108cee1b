import { describe } from 'bun:test'
import { gitCommands } from '../../../needs.ts'
import { play } from './play.ts'
import { pushCasesOf } from './push-cases.ts'

describe.skipIf(!gitCommands)('pushing to an HTTP remote that wants a key', () => play('basic', pushCasesOf('basic')))
