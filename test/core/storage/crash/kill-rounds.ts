import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { State } from '../../../../src/core/base/store.ts'
import { type Collections, FORMAT, layout, type Values } from '../../../../src/core/model/document.ts'
import { openDocumentStore } from '../../../../src/core/storage/document-store.ts'
import { createMemoryStore } from '../../../../src/core/storage/memory-store.ts'
import { doneBy, operate, ownedBy, WRITERS } from './operations.ts'

export interface KillReport {
  rounds: number
  confirmed: number
  /** Rounds after which a line was found torn. */
  torn: number
  /** Rounds that ended while a document was being written. */
  duringCheckpoint: number
  /** Rounds that ended before the writer had opened the store. */
  duringStart: number
}

/**
 * Starts a process of sixteen writers again and again on the same file, kills it at a random moment, and checks what a
 * restart finds. Throws with what was lost, or half there.
 */
export async function runKillRounds(rounds: number, runtime: string[] = [process.execPath]): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-crash-'))
  const confirmed = new Array<number>(WRITERS).fill(0)
  const report: KillReport = { rounds, confirmed: 0, torn: 0, duringCheckpoint: 0, duringStart: 0 }
  const expected = createMemoryStore<Collections, Values>(layout)
  try {
    for (let round = 1; round <= rounds; round++) {
      const isGentle = round === rounds
      const newlyConfirmed = await runUntilKilled(join(folder, 'instance.json'), confirmed, runtime, isGentle)
      const names = readdirSync(folder)
      if (isGentle && names.join() !== 'instance.json') throw new Error(`left after a clean stop: ${names}`)
      if (names.some(name => name.includes('json.tmp-'))) report.duringCheckpoint++
      if (newlyConfirmed === 0) report.duringStart++
      report.confirmed += newlyConfirmed
      if (names.length === 0) continue
      report.torn += await checkRestart(folder, confirmed, expected, `round ${round}`)
    }
    return report
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns how many operations were confirmed. */
async function runUntilKilled(file: string, confirmed: number[], runtime: string[], isGentle: boolean) {
  const [command = '', ...args] = runtime
  const script = join(import.meta.dirname, 'writer.ts')
  const child = spawn(command, [...args, script, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const end = () => void setTimeout(() => child.kill(isGentle ? 'SIGTERM' : 'SIGKILL'), Math.random() * 250)
  if (!isGentle && Math.random() < 0.2) end()
  else child.stdout.once('data', end)
  let text = ''
  child.stdout.on('data', chunk => {
    text += chunk
  })
  const code = await new Promise(resolve => child.once('close', resolve))
  if (isGentle ? code !== 0 : code !== null) throw new Error(`the writer ended by itself, with code ${code}`)
  const lines = text.split('\n').slice(0, -1)
  for (const line of lines) {
    const [writer = 0, number = 0] = line.split(' ').map(Number)
    confirmed[writer] = number
  }
  return lines.length
}

/** Restarts on a copy of the files. Returns 1 if a torn line was dropped. */
async function checkRestart(
  folder: string,
  confirmed: number[],
  expected: ReturnType<typeof createMemoryStore<Collections, Values>>,
  where: string,
) {
  const copy = mkdtempSync(join(tmpdir(), 'understudy-crash-copy-'))
  cpSync(folder, copy, { recursive: true, filter: name => !name.includes('.lock-') })
  where += ` (files kept in ${copy})`
  const reports: string[] = []
  const file = join(copy, 'instance.json')
  const store = await openDocumentStore<Collections, Values>({
    file,
    layout,
    format: FORMAT,
    report: text => reports.push(text),
  })
  const total = await checkWriters(store.data, confirmed, expected, where)
  if (store.data.counters.workflows !== total) throw new Error(`${where}: the count is not that of the operations`)
  await store.close()
  JSON.parse(readFileSync(file, 'utf8'))
  const left = readdirSync(copy)
  if (left.join() !== 'instance.json') throw new Error(`${where}: left behind: ${left}`)
  rmSync(copy, { recursive: true })
  return reports.length
}

/** What a restart has found counts as confirmed from then on. */
async function checkWriters(
  found: State<Collections, Values>,
  confirmed: number[],
  expected: ReturnType<typeof createMemoryStore<Collections, Values>>,
  where: string,
) {
  let total = 0
  for (const [writer, count] of confirmed.entries()) {
    const done = doneBy(found, writer)
    total += done
    confirmed[writer] = done
    if (done < count)
      throw new Error(`${where}: writer ${writer}: ${count} operations were confirmed, ${done} are there`)
    if (done > count + 1)
      throw new Error(`${where}: writer ${writer}: ${done} operations, of which ${count} were confirmed`)
    for (let number = doneBy(expected.data, writer) + 1; number <= done; number++) {
      await expected.update(draft => operate(draft, writer, number))
    }
    if (isDeepStrictEqual(ownedBy(found, writer), ownedBy(expected.data, writer))) continue
    throw new Error(`${where}: writer ${writer}: after ${done} operations its records are not what those make`)
  }
  return total
}
