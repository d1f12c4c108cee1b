import { describe } from 'bun:test'
import { NEWEST } from '../lineage.ts'
import { SOME_PAIRS } from './pairs.ts'
import { keepsWhatIsThere, promotesBetween, promotesTo } from './promote-cases.ts'

// promote-versions.long.test.ts has the other versions
const pairs = SOME_PAIRS.filter(([, to]) => to === NEWEST)
describe.each(pairs)('from %s to %s', promotesBetween)
describe.each(pairs)('from %s to %s', keepsWhatIsThere)
describe(`to ${NEWEST}`, () => promotesTo(NEWEST))
