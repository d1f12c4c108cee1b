// Loaded before the tests of the API: their instances are then processes of the executable in TEST_EXECUTABLE.
import { afterAll, mock } from 'bun:test'
import { join } from 'node:path'
import * as library from '../../../src/index.ts'
import { endExecutables, lendExecutable } from './lend-executable.ts'

const rest = { ...library }
mock.module(join(import.meta.dirname, '../../../src/index.ts'), () => ({ ...rest, startInstance: lendExecutable }))

afterAll(endExecutables)
