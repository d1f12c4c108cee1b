import { describe } from 'bun:test'
import { PROFILES } from '../world.ts'
import { refusesBadInput } from './bad-input-cases.ts'

// bad-input-versions.long.test.ts has the others
describe.each(PROFILES.slice(0, 1))('in profile %s', refusesBadInput)
