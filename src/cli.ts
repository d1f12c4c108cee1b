#!/usr/bin/env node
import process from 'node:process'
import { enableCompileCache, tooOldNode } from './core/runtime/platform.ts'

// asked before anything else is loaded: a runtime that is too old fails at what it does not know
const reason = tooOldNode()
if (reason === undefined) {
  enableCompileCache()
  import('./commands/run.ts').then(({ run }) => run(process.argv.slice(2)))
} else {
  console.error(`understudy: ${reason}`)
  process.exitCode = 1
}
