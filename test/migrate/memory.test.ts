import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { Fixture } from '../../src/index.ts'
import { startInstance } from '../../src/testing.ts'
import { temporaryFolder } from '../cli/run-cli.ts'

const CLI = join(import.meta.dirname, '../../src/cli.ts')
const FULL = process.env.MIGRATE_SIZE === 'full'
const [FEW, MANY] = FULL ? [1000, 10_000] : [300, 3000]
const DATA_BYTES = FULL ? 20_000 : 60_000

test.skipIf(!existsSync('/proc/self/status'))(
  'a clone takes no more memory for ten times as many executions',
  async () => {
    await using folder = await temporaryFolder()
    await using source = await startInstance({ apiKey: 'the-key', fixture: withExecutions(MANY) })
    const few = await peakOf(['clone', source.url, '--data', join(folder.path, 'few'), '--executions', `${FEW}`])
    const many = await peakOf(['clone', source.url, '--data', join(folder.path, 'many'), '--executions', `${MANY}`])
    const extra = (MANY - FEW) * DATA_BYTES
    console.log(`peak memory: ${mb(few)} MB for ${FEW}, ${mb(many)} MB for ${MANY}; ${mb(extra)} MB more were read`)
    // what is garbage may wait for a while
    expect(many - few).toBeLessThan((extra * 3) / 4)
  },
)

function withExecutions(count: number): Fixture {
  const note = 'x'.repeat(DATA_BYTES)
  const executions = Array.from({ length: count }, (_, at) => ({
    ...{ id: at + 1, workflowId: '1', status: 'success' as const, startedAt: '2026-01-01T00:00:00.000Z' },
    data: { resultData: { runData: {}, note: `${at} ${note}` } },
  }))
  return { workflows: [{ id: '1', name: 'W' }], executions }
}

/** The most memory that the command had, in bytes. What `wait` tells of a child counts what its parent had, too. */
async function peakOf(args: string[]): Promise<number> {
  const env = { ...process.env, THE_KEY: 'the-key' }
  const command = [process.execPath, CLI, ...args, '--key-env', 'THE_KEY']
  const child = Bun.spawn(command, { env, stdio: ['ignore', 'ignore', 'ignore'] })
  let peak = 0
  while (child.exitCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024)
    await Bun.sleep(5)
  }
  expect(child.exitCode).toBe(0)
  return peak
}

const mb = (bytes: number) => Math.round(bytes / 1_000_000)
