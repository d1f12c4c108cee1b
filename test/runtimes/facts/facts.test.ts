import { afterAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { denoProgram } from '../runtimes.ts'
import { bundleFacts, FACTS, testFacts } from './run-facts.ts'

const SRC = join(import.meta.dirname, '../../../src')
const folder = mkdtempSync(join(tmpdir(), 'understudy-node-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

testFacts('on Deno', [denoProgram(), 'run', '-A', FACTS])

const facts = join(folder, 'facts.mjs')
await bundleFacts(facts, join(SRC, 'testing.ts'))
testFacts('on Node', [nodeProgram(), '--disable-warning=ExperimentalWarning', facts, join(SRC, 'cli.ts')])
