import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startCli } from '../../commands/run-cli.ts'
import { denoProgram as findDeno } from '../../runtimes/runtimes.ts'

/** Deno's program; `undefined` where it is not installed. */
export const denoProgram: string | undefined = (() => {
  try {
    return findDeno()
  } catch {
    return undefined
  }
})()

const KEY = 'owner-key'

/** The service in a folder, on Deno, with these permissions alone and nobody to ask for more. */
export async function startWith(permissions: string[], args: string[], cwd: string, env: Record<string, string> = {}) {
  const cli = startCli([...args, '--port', '0', '--api-key', KEY, '--log', 'off'], {
    cwd,
    // has it look for colours, as a terminal does
    env: { NO_COLOR: '', FORCE_COLOR: '1', ...env },
    // what bun test sets, and where it is set something else is not asked for
    command: ['env', '-u', 'NODE_ENV', denoProgram ?? '', 'run', '--no-prompt', ...permissions],
  })
  const url = await cli.url()
  const ask = async (method: string, path: string, body?: unknown) => {
    const headers = { 'X-N8N-API-KEY': KEY, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    return { status: answer.status, body: await answer.text() }
  }
  const stop = async () => {
    cli.kill('SIGTERM')
    return { code: await cli.ended, err: cli.said.err }
  }
  return { ask, stop, [Symbol.asyncDispose]: async () => void (await stop()) }
}

/** What a script says that has these permissions alone. */
export async function runWith(permissions: string[], script: string, cwd: string) {
  const file = join(cwd, 'script.ts')
  await writeFile(file, script)
  return execFileSync(denoProgram ?? '', ['run', '--no-prompt', ...permissions, file], { cwd, encoding: 'utf8' })
}
