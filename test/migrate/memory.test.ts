import { expect, test } from 'bun:test'
import { join } from 'node:path'
import process from 'node:process'
import type { Fixture } from '../../src/index.ts'
import { startInstance } from '../../src/testing.ts'
import { temporaryFolder } from '../cli/run-cli.ts'

const CLI = join(import.meta.dirname, '../../src/cli.ts')
const FULL = process.env.MIGRATE_SIZE === 'full'
const [FEW, MANY] = FULL ? [1000, 10_000] : [300, 3000]
const DATA_BYTES = 20_000

test('a clone takes no more memory for ten times as many executions', async () => {
  await using folder = await temporaryFolder()
  await using source = await startInstance({ apiKey: 'the-key', fixture: withExecutions(MANY) })
  const few = await peakOf(['clone', source.url, '--data', join(folder.path, 'few'), '--executions', `${FEW}`])
  const many = await peakOf(['clone', source.url, '--data', join(folder.path, 'many'), '--executions', `${MANY}`])
  const extra = (MANY - FEW) * DATA_BYTES
  console.log(`peak memory: ${mb(few)} MB for ${FEW}, ${mb(many)} MB for ${MANY}; ${mb(extra)} MB more were read`)
  // what is garbage may wait for a while
  expect(many - few).toBeLessThan(Math.max(extra / 4, 30_000_000))
})

function withExecutions(count: number): Fixture {
  const note = 'x'.repeat(DATA_BYTES)
  const executions = Array.from({ length: count }, (_, at) => ({
    ...{ id: at + 1, workflowId: '1', status: 'success' as const, startedAt: '2026-01-01T00:00:00.000Z' },
    data: { resultData: { runData: {}, note: `${at} ${note}` } },
  }))
  return { workflows: [{ id: '1', name: 'W' }], executions }
}

/** The most memory that the command had, in bytes. */
async function peakOf(args: string[]): Promise<number> {
  const env = { ...process.env, THE_KEY: 'the-key' }
  const child = Bun.spawn([process.execPath, CLI, ...args, '--key-env', 'THE_KEY'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(await child.exited).toBe(0)
  return child.resourceUsage()?.maxRSS ?? Number.NaN
}

const mb = (bytes: number) => Math.round(bytes / 1_000_000)
