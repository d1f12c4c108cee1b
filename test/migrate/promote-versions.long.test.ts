import { describe } from 'bun:test'
import { versions } from '../../src/index.ts'
import { NEWEST } from '../lineage.ts'
import { PAIRS, SOME_PAIRS } from './pairs.ts'
import { keepsWhatIsThere, promotesBetween, promotesTo } from './promote-cases.ts'

const isElsewhere = ([from, to]: (typeof PAIRS)[number]) =>
  to !== NEWEST || !SOME_PAIRS.some(pair => pair[0] === from && pair[1] === to)

describe.each(PAIRS.filter(isElsewhere))('from %s to %s', promotesBetween)
describe.each(SOME_PAIRS.filter(isElsewhere))('from %s to %s', keepsWhatIsThere)
describe.each(versions.filter(name => name !== NEWEST))('to %s', promotesTo)
