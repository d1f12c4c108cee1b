import { test } from 'bun:test'
import { simulationFacts } from '../portable/simulation-facts.ts'

// Deno and Node have them from test/portable/run.ts
test.each(Object.entries(simulationFacts))('%s', (_name, fact) => fact())
