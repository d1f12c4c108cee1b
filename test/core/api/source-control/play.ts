import { setDefaultTimeout, test } from 'bun:test'
import { type RemoteTest, runCase } from './run-case.ts'
import type { RemoteKind } from './setting.ts'

/** Makes a test of each case. */
export function play(kind: RemoteKind, cases: Record<string, RemoteTest>) {
  // a busy machine is slow to start git
  setDefaultTimeout(60_000)
  test.each(Object.entries(cases))('%s', (_, run) => runCase(kind, run))
}
