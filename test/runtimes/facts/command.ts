import { type SpawnOptions, spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'

/** Starts the command line on this runtime: that of the sources, or the one that the first argument names. */
export function spawnCommand(args: string[], options: SpawnOptions) {
  const cli = process.argv[2] ?? join(import.meta.dirname, '../../../src/cli.ts')
  const runtime = 'Deno' in globalThis ? ['run', '-A', cli] : [cli]
  return spawn(process.execPath, [...runtime, ...args], options)
}
