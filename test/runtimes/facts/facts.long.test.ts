import { afterAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { install, pack } from '../../kit/package/pack.ts'
import { denoProgram } from '../runtimes.ts'
import { bundleFacts, FACTS, testFacts } from './run-facts.ts'

const SRC = join(import.meta.dirname, '../../../src')
const folder = mkdtempSync(join(tmpdir(), 'understudy-node-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

testFacts('on Deno', [denoProgram(), 'run', '-A', FACTS])

const facts = join(folder, 'facts.mjs')
await bundleFacts(facts, join(SRC, 'testing.ts'))
testFacts('on Node', [nodeProgram(), '--disable-warning=ExperimentalWarning', facts, join(SRC, 'cli.ts')])

const project = join(folder, 'project')
install(pack(folder).file, project)
const factsOfPackage = join(project, 'facts.js')
await bundleFacts(factsOfPackage, 'n8n-understudy/testing')
testFacts('the packed package on Node', [
  nodeProgram(),
  factsOfPackage,
  join(project, 'node_modules/n8n-understudy/lib/cli.js'),
])
