import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { badRequest } from '../../core/base/errors.ts'
import { late } from '../../core/base/late-modules.ts'
import { childUrl } from './child-url.ts'
import type { FoundEngine } from './find-engine.ts'
import type { AskName, Asks, ChildJob, ChildResult, DescribedPackage, FromChild, ToChild } from './messages.ts'

/** The most memory of the process's objects, in megabytes. */
const MAX_HEAP_MB = 1536
/** The most memory of the process, with bytes beside its objects; it is looked at this often, in milliseconds. */
const MAX_RESIDENT_MB = 3072
const LOOK_MS = 250
/** How long it may take to start, in milliseconds. */
const START_LIMIT_MS = 60_000
/** The most bytes of one line that it says. */
const MAX_LINE = 64 * 1024 * 1024
/** It ends this long after its last run, in milliseconds. */
const LINGER_MS = 2000

export type Answers = { [Name in AskName]: (given: Asks[Name]['given']) => Promise<Asks[Name]['made']> }

/** The process did not end a run in time, or ended by itself. */
export class ChildFailure extends Error {}

/** A folder of its own for a process: it may write nowhere else. */
const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'understudy-nodes-'))

/** Starts a process that reads these files, and nothing else of this machine. */
function startClosed(node: string, readable: readonly string[], folder: string): ChildProcess {
  const file = fileURLToPath(childUrl)
  // in the package, the file and its parts are in one folder
  const own = file.endsWith('.ts') ? join(dirname(file), '..') : dirname(file)
  if (!existsSync(file)) throw new ChildFailure('it is not part of an executable: use the package of npm')
  return late.childProcess.spawn(
    node,
    [
      '--permission',
      ...[own, folder, ...readable].map(path => `--allow-fs-read=${path}`),
      `--allow-fs-write=${folder}`,
      `--max-old-space-size=${MAX_HEAP_MB}`,
      '--no-warnings',
      file,
    ],
    { cwd: folder, env: environment(folder), stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true },
  )
}

/**
 * Loads a package in a process of its own, and returns what its nodes say of themselves.
 *
 * @throws ChildFailure where it takes too long, or the process ends
 */
export async function describeIn(node: string, readable: readonly string[], folder: string): Promise<DescribedPackage> {
  const own = temporaryFolder()
  try {
    const child = startClosed(node, readable, own)
    const { stdout, stderr, stdin } = child
    if (!stdout || !stderr || !stdin) throw new TypeError('The process has no streams')
    const made = Promise.withResolvers<DescribedPackage>()
    const token = randomBytes(16).toString('hex')
    const fail = (reason: string) => made.reject(new ChildFailure(reason))
    let said = ''
    stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000)
    })
    stdin.on('error', () => {})
    createInterface({ input: stdout }).on('line', line => {
      const message = line.length > MAX_LINE ? undefined : readLine(line, token)
      if (message?.kind === 'described') made.resolve(message)
      if (message?.kind === 'broken') fail(message.message)
    })
    child.on('error', error => fail(error.message))
    child.on('exit', () => fail(said.trim().split('\n').at(-1) || 'it ended'))
    const timer = setTimeout(() => fail('it did not load in time'), START_LIMIT_MS)
    stdin.write(`${JSON.stringify({ kind: 'describe', token, folder } satisfies ToChild)}\n`)
    try {
      return await made.promise
    } finally {
      clearTimeout(timer)
      child.kill('SIGKILL')
    }
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

/** What the process says itself; a line of a node is dropped. */
function readLine(line: string, token: string): FromChild | undefined {
  try {
    const message = JSON.parse(line) as FromChild
    return message.token === token ? message : undefined
  } catch {
    return undefined
  }
}

/** A process of Node with the engine of a project, and no other contact than its lines. */
export class EngineProcess {
  readonly #child: ChildProcess
  readonly #token = randomBytes(16).toString('hex')
  readonly #folder: string
  readonly #ready = Promise.withResolvers<void>()
  #task: { resolve(result: ChildResult): void; reject(error: unknown): void; answers: Answers } | undefined
  #isOver = false
  #said = ''
  #linger: ReturnType<typeof setTimeout> | undefined

  constructor({ project, node, readable, nodes }: FoundEngine) {
    this.#folder = temporaryFolder()
    this.#child = startClosed(node, readable, this.#folder)
    const { stdout, stderr, stdin } = this.#child
    if (!stdout || !stderr || !stdin) throw new TypeError('The process of the engine has no streams')
    stderr.setEncoding('utf8')
    stderr.on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-4000)
    })
    stdin.on('error', () => {})
    createInterface({ input: stdout }).on('line', line => this.#hear(line))
    this.#child.on('error', error => this.#over(error.message))
    this.#child.on('exit', () => this.#over(this.#said.trim().split('\n').slice(-3).join(' ') || 'it ended'))
    const timer = setTimeout(() => this.#over('it did not start in time'), START_LIMIT_MS)
    timer.unref?.()
    this.#ready.promise.then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    )
    this.#say({ kind: 'start', token: this.#token, project, nodes })
  }

  get isOver() {
    return this.#isOver
  }

  /**
   * Computes one run; another may begin when it has ended.
   *
   * @param timeLimit in milliseconds, from when it is ready
   * @throws ChildFailure where it does not end in time, or the process ends
   */
  async run(job: ChildJob, answers: Answers, timeLimit: number): Promise<ChildResult> {
    clearTimeout(this.#linger)
    this.#child.ref()
    await this.#ready.promise
    const made = Promise.withResolvers<ChildResult>()
    this.#task = { resolve: made.resolve, reject: made.reject, answers }
    this.#say({ kind: 'run', task: 1, job })
    const timer = setTimeout(() => this.#over(`the run took longer than ${timeLimit / 1000} s`), timeLimit)
    const look = setInterval(() => {
      if (residentMb(this.#child.pid) > MAX_RESIDENT_MB) this.#over(`it took more than ${MAX_RESIDENT_MB} MB of memory`)
    }, LOOK_MS)
    try {
      return await made.promise
    } finally {
      clearTimeout(timer)
      clearInterval(look)
      this.#task = undefined
      this.#rest()
    }
  }

  end() {
    this.#over('it was ended')
  }

  /** Idle, it does not keep this process alive, and ends soon. */
  #rest() {
    if (this.#isOver) return
    this.#child.unref()
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr])
      (stream as unknown as { unref?: () => void } | null)?.unref?.()
    this.#linger = setTimeout(() => this.end(), LINGER_MS)
    this.#linger.unref?.()
  }

  #say(message: ToChild) {
    if (!this.#isOver) this.#child.stdin?.write(`${JSON.stringify(message)}\n`)
  }

  #hear(line: string) {
    if (line.length > MAX_LINE) return this.#over('it said too much')
    const message = readLine(line, this.#token)
    if (!message) return
    switch (message.kind) {
      case 'ready':
        return this.#ready.resolve()
      case 'broken':
        return this.#over(message.message)
      case 'ask':
        return void this.#answer(message.ask, message.name, message.given)
      case 'made':
        return this.#task?.resolve(message.made)
      case 'failed':
        return this.#task?.reject(message.isMissing ? badRequest(message.message) : new Error(message.message))
    }
  }

  async #answer(ask: number, name: AskName, given: unknown) {
    try {
      const answer = this.#task?.answers[name] as ((given: unknown) => Promise<unknown>) | undefined
      if (!answer) throw new TypeError(`Nothing answers ${name}`)
      this.#say({ kind: 'answer', ask, value: (await answer(given)) ?? null })
    } catch (error) {
      this.#say({ kind: 'refusal', ask, message: error instanceof Error ? error.message : String(error) })
    }
  }

  #over(reason: string) {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#linger)
    const failure = new ChildFailure(reason)
    this.#ready.reject(failure)
    this.#ready.promise.catch(() => {})
    this.#task?.reject(failure)
    this.#child.kill('SIGKILL')
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** The memory of a process in megabytes; 0 where the system does not say. */
function residentMb(pid: number | undefined): number {
  try {
    const [, kilobytes = 0] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}

/** Nothing of this process's environment: what the engine needs to start. */
function environment(folder: string): Record<string, string> {
  return {
    TZ: 'UTC',
    HOME: folder,
    USERPROFILE: folder,
    TMPDIR: folder,
    TEMP: folder,
    N8N_USER_FOLDER: folder,
    N8N_ENCRYPTION_KEY: 'x'.repeat(32),
    N8N_RUNNERS_ENABLED: 'false',
    N8N_LOG_LEVEL: 'silent',
    N8N_BLOCK_ENV_ACCESS_IN_NODE: 'true',
    NODE_ENV: 'production',
    GENERIC_TIMEZONE: 'UTC',
    ...(process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot ?? '' } : {}),
  }
}
