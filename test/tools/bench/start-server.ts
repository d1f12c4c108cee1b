import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'

/** A server in a process of its own. */
export interface Started {
  url: string
  /** From the start of the process to its first answer. */
  milliseconds: number
  /** Resident memory, in MB. */
  memory(): number
  /** Processor time so far, all threads, in seconds; not known everywhere. */
  processorTime(): number
  stop(): Promise<void>
}

/** What the instances of this bench are called by. */
export const KEY = 'bench-key'
export const KEY_HEADER = { 'X-N8N-API-KEY': KEY }

const ROOT = join(import.meta.dirname, '../../..')

/** The command line from source, on the program of a runtime. */
export const sourceOn = (program: string) => [program, join(ROOT, 'src/cli.ts')]
export const SOURCE = sourceOn(process.execPath)
/** A program that comes with this bench. */
/** Serves a document: durable, with its request log, quiet. */
export const serveDocument = (file: string, command = SOURCE, flags: readonly string[] = []) =>
  start(port => [...command, 'serve', '--data', file, '--api-key', KEY, '--port', `${port}`, '--log', 'off', ...flags])

/** Starts a server and waits until it has answered a request. */
export async function start(commandOf: (port: number) => string[]): Promise<Started> {
  const port = await freePort()
  const [command = '', ...args] = commandOf(port)
  const began = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  await Promise.race([firstAnswer(port), ended.then(() => Promise.reject(new Error(`${command} ended at its start`)))])
  return {
    url: `http://127.0.0.1:${port}`,
    milliseconds: performance.now() - began,
    memory: () => residentMemory(child.pid ?? 0),
    processorTime: () => processorTime(child.pid ?? 0),
    stop() {
      child.kill()
      return ended
    },
  }
}

const ASK = `GET /api/v1/workflows HTTP/1.1\r\nHost: 127.0.0.1\r\nX-N8N-API-KEY: ${KEY}\r\n\r\n`
const RETRY_MS = 2

function firstAnswer(port: number): Promise<void> {
  return new Promise(resolve => {
    const attempt = () => {
      const socket = connect(port, '127.0.0.1', () => socket.write(ASK))
      socket.once('error', () => setTimeout(attempt, RETRY_MS))
      socket.once('data', () => {
        socket.destroy()
        resolve()
      })
    }
    attempt()
  })
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function residentMemory(pid: number) {
  const kilobytes = existsSync(`/proc/${pid}/status`)
    ? /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    : spawnSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' }).stdout
  return Number(kilobytes) / 1024
}

const TICKS_PER_SECOND = 100

function processorTime(pid: number) {
  if (!existsSync(`/proc/${pid}/stat`)) return Number.NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
