import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { Fixture } from '../../src/index.ts'
import { startInstance } from '../../src/testing.ts'
import { temporaryFolder } from '../commands/run-cli.ts'

const SCRIPT = join(import.meta.dirname, 'measure-memory.ts')
const [FEW, MANY] = process.env.MIGRATE_SIZE === 'full' ? [1000, 10_000] : [300, 3000]
const DATA_BYTES = 20_000
/** What is held of each execution: its id, where its line is in a file; or a digest of its data in a comparison. */
const HELD_BYTES = { clone: 500, compare: 2000, 'compare-public': 2500 }
/** A page of executions with their data is in memory while it is read: in one of two measurements, or in none. */
const PAGE_BYTES = 4 * 1024 * 1024

describe.skipIf(!existsSync('/proc/self/status'))(`${MANY} executions of ${DATA_BYTES / 1000} KB are not held`, () => {
  test.each(['clone', 'compare', 'compare-public'] as const)(
    'by %s',
    async task => {
      await using folder = await temporaryFolder()
      await using source = await startInstance({ apiKey: 'the-key', fixture: withExecutions(MANY) })
      const [few, many] = [join(folder.path, 'few.json'), join(folder.path, 'many.json')]
      const [small, large] = [await memoryOf(task, source.url, FEW, few), await memoryOf(task, source.url, MANY, many)]
      const more = (large.heap - small.heap) / (MANY - FEW)
      const peaks = `at its peak the process had ${mb(small.peak)} and ${mb(large.peak)} MB`
      console.log(
        `${task}: ${mb(small.heap)} MB for ${FEW}, ${mb(large.heap)} MB for ${MANY}: ${Math.round(more)} bytes for each; ${peaks}`,
      )
      if (task === 'clone') expect((await stat(many)).size).toBeGreaterThan(MANY * DATA_BYTES)
      expect(large.heap - small.heap).toBeLessThan(HELD_BYTES[task] * (MANY - FEW) + PAGE_BYTES)
    },
    300_000,
  )
})

function withExecutions(count: number): Fixture {
  const note = 'x'.repeat(DATA_BYTES)
  const executions = Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    workflowId: '1',
    status: 'success' as const,
    startedAt: '2026-01-01T00:00:00.000Z',
    data: { resultData: { runData: {}, note: `${at} ${note}` } },
  }))
  return { workflows: [{ id: '1', name: 'W' }], executions }
}

/** The most that was alive, collected at each twentieth, and the most that the process had. In bytes. */
async function memoryOf(task: string, url: string, executions: number, file: string) {
  const command = [process.execPath, SCRIPT, task, url, String(executions), file]
  const child = Bun.spawn(command, { env: { ...process.env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out) as { heap: number; peak: number }
}

const mb = (bytes: number) => Math.round(bytes / 100_000) / 10
