import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { Probes } from './probes.ts'
import { hashOf, type Project } from './project.ts'
import type { ThrowAwayCopy } from './throw-away-copy.ts'

/** What a test file did without a fault. */
export interface Measured {
  test: string
  passed: boolean
  ms: number
  /** What it computes, which another run beside it does not make longer. */
  processorMs: number
  /** The files of the source that ran: in the process of the test, in its workers, and in processes that it started. */
  ran: Record<string, MeasuredFile>
}

export interface MeasuredFile {
  /** Of the file: of another one than today's only that it ran is known. */
  hash: string
  /** The starts of the regions that ran. */
  regions: number[]
}

const MOST_MS = 300_000

/**
 * Runs each test file once and notes what it runs of the source. What was measured is stored in the folder for
 * temporary files, until the test file changes.
 */
export async function measureTests(project: Project, copies: ThrowAwayCopy[], tell: (text: string) => void) {
  const folder = join(tmpdir(), 'mutants-tests')
  mkdirSync(folder, { recursive: true })
  const measured: Measured[] = []
  const left = project.tests.map(test => ({
    test,
    kept: join(folder, `${hashOf(test, readFileSync(join(project.root, test), 'utf8'))}.json`),
  }))
  const measure = async (copy: ThrowAwayCopy) => {
    let probes: Probes | undefined
    for (let next = left.shift(); next; next = left.shift()) {
      const { test, kept } = next
      const known = readKept(kept)
      if (known) measured.push(known)
      else {
        probes ??= new Probes(copy, project)
        const result = await measureTest(copy, probes, test)
        tell(
          `measured ${test} in ${Math.round(result.ms / 1000)} s${result.passed ? '' : ': it fails without a fault'}`,
        )
        measured.push(result)
        if (!result.passed) continue
        writeFileSync(`${kept}.${process.pid}`, JSON.stringify(result))
        renameSync(`${kept}.${process.pid}`, kept)
      }
    }
    probes?.remove()
  }
  await Promise.all(copies.map(measure))
  return measured
}

async function measureTest(copy: ThrowAwayCopy, probes: Probes, test: string): Promise<Measured> {
  const command = [process.execPath, 'test', '--timeout', '60000', `./${test}`]
  const run = async (): Promise<Omit<Measured, 'ran'>> => {
    const { end, ms, processorMs } = await copy.run(command, { mostMs: MOST_MS })
    return { test, passed: end === 'passed', ms, processorMs }
  }
  const probed = await run()
  const ran = probes.take()
  if (probed.passed) return { ...probed, ran }
  // a test that reads the source may refuse the probes
  probes.remove()
  const plain = await run()
  probes.insert()
  return { ...plain, ran }
}

function readKept(path: string): Measured | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
