import { describe } from 'bun:test'
import { PROFILES } from '../world.ts'
import { refusesBadInput } from './bad-input-cases.ts'

describe.each(PROFILES.slice(1))('in profile %s', refusesBadInput)
