import { describe } from 'bun:test'
import { FORMAT_CASES } from './format-cases.ts'
import { play } from './play.ts'

// apart from the other pulls: they take longer by far
describe('pulling what is in the files', () => play('local', FORMAT_CASES))
