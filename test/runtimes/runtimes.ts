import { createRequire } from 'node:module'
import { connect } from 'node:net'
import process from 'node:process'
import { startCli } from '../commands/run-cli.ts'
import { nodeProgram } from '../kit/package/node-program.ts'
import { packedCommand } from '../kit/package/pack.ts'

/** The program itself, for its wrapper would be ended without it. @throws an Error where it is not installed */
export const denoProgram = (): string => createRequire(import.meta.url)('deno/install_api.cjs').runInstall()

export type Runtime = 'Bun' | 'Deno' | 'Node'

export const ALL_RUNTIMES: readonly Runtime[] = ['Bun', 'Deno', 'Node']

/** The runtimes on which long tests start the service as its user does: all, or those of `TEST_RUNTIMES`. */
export const RUNTIMES = ALL_RUNTIMES.filter(runtime => process.env.TEST_RUNTIMES?.includes(runtime) ?? true)

/**
 * Rows that cost seconds: each on Bun, and once on one of the other runtimes in turn, which run the same code.
 */
export function rowsInTurn<T>(rows: readonly T[], runtimes = RUNTIMES): [Runtime, T][] {
  const others = runtimes.filter(runtime => runtime !== 'Bun')
  const onBun = runtimes.includes('Bun') ? rows.map((row): [Runtime, T] => ['Bun', row]) : []
  return [
    ...onBun,
    ...others.flatMap((runtime, nth) => everyNth(rows, others.length, nth).map((row): [Runtime, T] => [runtime, row])),
  ]
}

const everyNth = <T>(rows: readonly T[], step: number, from: number) => rows.filter((_, at) => at % step === from)

export const KEY = 'the-owners-key'

/** What runs a program in source on each of them. */
export const PROGRAMS: Record<Runtime, () => [string, ...string[]]> = {
  Bun: () => [process.execPath],
  Deno: () => [denoProgram(), 'run', '-A'],
  Node: () => [nodeProgram(), '--disable-warning=ExperimentalWarning'],
}

interface StartingOn {
  /** The most files that the process may open. */
  fileDescriptors?: number
  /** The data file; in memory where left out. */
  file?: string
}

/**
 * Starts the command line and waits until it listens. In a run of all tests it is the executable instead of Bun, and where
 * it is measured alone the package on Deno and Node.
 */
export async function startOn(runtime: Runtime, args: string[] = [], { fileDescriptors, file }: StartingOn = {}) {
  const limited = ['sh', '-c', `ulimit -n ${fileDescriptors}; exec "$0" "$@"`]
  const program = PROGRAMS[runtime]()
  const cli = startCli(
    [...(file ? ['--data', file] : ['--memory']), '--port', '0', '--api-key', KEY, '--log', 'off', ...args],
    {
      // Bun is the default, which the executable may take the place of
      command: fileDescriptors ? [...limited, ...program] : runtime === 'Bun' ? undefined : program,
      program: runtime === 'Bun' ? undefined : packedCommand(),
    },
  )
  const url = await cli.url()
  return {
    url,
    pid: Number(cli.pid),
    said: cli.said,
    [Symbol.asyncDispose]: async () => {
      cli.kill('SIGTERM')
      await cli.ended
    },
  }
}

export interface RawExchange {
  /** What came back, all of it. */
  text: string
  /** Whether the other side hung up. */
  isClosed: boolean
}

/**
 * Sends bytes over a socket as they are, and gives what comes back until `isEnough`, or until the other side hangs up.
 *
 * @param pieces sent one after the other, as fast as they are taken
 */
export function exchange(
  url: string,
  pieces: Iterable<string | Uint8Array>,
  isEnough: (text: string) => boolean = () => false,
  signal?: AbortSignal,
): Promise<RawExchange> {
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    const socket = connect(Number(port), hostname)
    const left = pieces[Symbol.iterator]()
    let text = ''
    const end = (isClosed: boolean) => {
      socket.destroy()
      resolve({ text, isClosed })
    }
    const send = () => {
      for (let next = left.next(); !next.done; next = left.next()) {
        if (socket.destroyed) return
        if (!socket.write(next.value)) return void socket.once('drain', send)
      }
    }
    signal?.addEventListener('abort', () => end(false), { once: true })
    socket.on('connect', send)
    socket.on('data', bytes => {
      text += bytes.toString('latin1')
      if (isEnough(text)) end(false)
    })
    // a reset comes after the answer where the rest of a body is not wanted
    socket.on('error', () => end(true))
    socket.on('close', () => end(true))
  })
}

/** The head of a request with the owner's key. */
export const headOf = (method: string, path: string, headers: Record<string, string> = {}) =>
  `${method} ${path} HTTP/1.1\r\n${Object.entries({ Host: '127.0.0.1', 'X-N8N-API-KEY': KEY, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

/** Whether the text has `count` whole JSON answers. */
export const hasAnswers = (count: number) => (text: string) =>
  text.split(/HTTP\/1\.1 (?!100)/).length > count && text.trimEnd().endsWith('}')

/** The answers in what came back over a socket. */
export function answersIn(text: string): { status: number; body: unknown }[] {
  return text
    .split(/(?=HTTP\/1\.1 \d{3})/)
    .filter(part => part.startsWith('HTTP/1.1 '))
    .map(part => ({ status: Number(part.slice(9, 12)), body: jsonIn(part.slice(part.indexOf('\r\n\r\n') + 4)) }))
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
