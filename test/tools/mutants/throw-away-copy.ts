import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { copyProject, type Project } from './project.ts'

/** A fault may make a program ask for memory for ever. */
const MOST_BYTES = 4 * 1024 ** 3
const BYTES_A_PAGE = 4096
/** As test/run.ts gives it to the short tests: a third less of processor time. The long ones measure memory. */
const KEPT_MEMORY = { MIMALLOC_PURGE_DELAY: '-1', MIMALLOC_ALLOW_THP: '1' }

export interface Run {
  /** It is `stopped` where it took too long or too much memory. */
  end: 'passed' | 'failed' | 'stopped'
  output: string
  ms: number
  /** Processor time, with that of the programs that it started and waited for. */
  processorMs: number
}

/** A copy of a project's files, with its packages: what is written and started here touches nothing else. */
export class ThrowAwayCopy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  readonly #root = join(this.#folder, 'copy')
  /** Where the programs that run here put their own files. */
  readonly #temporary = join(this.#folder, 't')
  readonly #env: Record<string, string>
  #running: number | undefined

  constructor(project: Project) {
    this.#env = { TMPDIR: this.#temporary, NO_COLOR: '1', ...(project.isShort ? KEPT_MEMORY : {}) }
    copyProject(project, this.#root)
  }

  path(file: string) {
    return join(this.#root, file)
  }

  write(file: string, text: string) {
    writeFileSync(this.path(file), text)
  }

  /** Runs a program to its end, and ends what it has started. */
  async run(command: string[], { mostMs }: { mostMs: number }): Promise<Run> {
    const began = performance.now()
    // a browser that ends a little later than its test makes it once more
    mkdirSync(this.#temporary, { recursive: true })
    const log = join(this.#folder, 'log')
    const output = openSync(log, 'w')
    const env = { ...process.env, ...this.#env }
    const child = Bun.spawn(command, { cwd: this.#root, env, detached: true, stdio: ['ignore', output, output] })
    closeSync(output)
    this.#running = child.pid
    let isStopped = false
    const stop = () => {
      isStopped = true
      this.#endRunning()
    }
    const timer = setTimeout(stop, mostMs)
    const watch = setInterval(() => bytesOf(child.pid) > MOST_BYTES && stop(), 300)
    const code = await child.exited
    clearTimeout(timer)
    clearInterval(watch)
    this.#endRunning()
    const end = isStopped ? 'stopped' : code === 0 ? 'passed' : 'failed'
    const processorMs = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000
    return { end, output: readFileSync(log, 'utf8'), ms: performance.now() - began, processorMs }
  }

  remove() {
    this.#endRunning()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Ends the whole process group, and removes what it has left behind. */
  #endRunning() {
    if (this.#running === undefined) return
    try {
      process.kill(-this.#running, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
    this.#running = undefined
    unmountBelow(this.#temporary)
    rmSync(this.#temporary, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** The tests of a full disk mount a small one. */
function unmountBelow(folder: string) {
  const mounted = readIfThere('/proc/mounts')
    .split('\n')
    .map(line => line.split(' ')[1] ?? '')
  for (const path of mounted.filter(path => path.startsWith(`${folder}/`))) spawnSync('umount', ['-l', path])
}

const bytesOf = (process: number) => Number(readIfThere(`/proc/${process}/statm`).split(' ')[1] ?? 0) * BYTES_A_PAGE

function readIfThere(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
