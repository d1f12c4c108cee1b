import { test } from 'bun:test'
import { appFacts } from '../../runtimes/facts/app-facts.ts'

// on Deno and Node, and with the package: test/runtimes/facts
test.each(Object.entries(appFacts))('%s', (_fact, holds) => holds())
