import { afterAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { install, pack } from '../../kit/package/pack.ts'
import { bundleFacts, testFacts } from './run-facts.ts'

const folder = mkdtempSync(join(tmpdir(), 'understudy-node-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const project = join(folder, 'project')
install(pack(folder).file, project)
const facts = join(project, 'facts.js')
await bundleFacts(facts, 'n8n-understudy/testing')
testFacts('the packed package on Node', [nodeProgram(), facts, join(project, 'node_modules/n8n-understudy/lib/cli.js')])
