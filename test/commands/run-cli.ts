import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const CLI = join(import.meta.dirname, '../../src/cli.ts')

interface Starting {
  cwd?: string
  env?: Record<string, string>
  command?: string[]
  program?: string
  through?: string[]
}

/**
 * The command line as its user starts it, with nothing of this environment that it would read: from source, or the
 * executable of `TEST_EXECUTABLE`. Another `command` than Bun may run the source, or another `program`; `through` is a
 * command that starts it.
 */
export function startCli(
  args: string[],
  { cwd = tmpdir(), env = {}, command, program: run = CLI, through = [] }: Starting = {},
) {
  const executable = command ? undefined : process.env.TEST_EXECUTABLE
  const [program = '', ...first] = [...through, ...(command ?? [executable || process.execPath])]
  const clean = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('UNDERSTUDY_') && name !== 'GITHUB_ACTIONS',
  )
  const child = spawn(program, [...first, ...(executable ? [] : [run]), ...args], {
    cwd,
    env: { ...Object.fromEntries(clean), NO_COLOR: '1', ...env },
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', chunk => {
    said.out += chunk
  })
  child.stderr.on('data', chunk => {
    said.err += chunk
  })
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  return {
    said,
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    pid: child.pid,
    /** The URL of the banner, once it is there. */
    url: () =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          const url = /API +(http:\S+)\/api\/v1/.exec(said.out)?.[1]
          if (url) resolve(url)
        }
        child.stdout.on('data', look)
        child.once('close', code => reject(new Error(`ended with ${code}: ${said.out}${said.err}`)))
        look()
      }),
  }
}

/** Runs the command line to its end. */
export async function runCli(args: string[], options?: Parameters<typeof startCli>[1]) {
  const cli = startCli(args, options)
  const code = await cli.ended
  return { code, ...cli.said }
}

/** A folder that is removed at the end of the block. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'understudy-cli-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
