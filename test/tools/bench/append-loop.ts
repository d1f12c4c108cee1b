import { spawn } from 'node:child_process'
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { ownProgram } from './start-server.ts'

const SECONDS = 1

/** How often in a second a bare loop appends `bytes` bytes to a file and syncs it, in a process of its own. */
export async function appendRate(folder: string, bytes: number): Promise<number> {
  const [command = '', ...args] = ownProgram('append-loop.ts', join(folder, 'appended'), `${bytes}`)
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', chunk => {
    said += chunk
  })
  await new Promise(resolve => child.once('close', resolve))
  return Number(said)
}

function appendAndSync(file: string, bytes: number) {
  const line = Buffer.alloc(bytes, 'x')
  const descriptor = openSync(file, 'a')
  const began = performance.now()
  let count = 0
  for (; performance.now() - began < 1000 * SECONDS; count++) {
    writeSync(descriptor, line)
    fdatasyncSync(descriptor)
  }
  const rate = (count * 1000) / (performance.now() - began)
  closeSync(descriptor)
  rmSync(file)
  return rate
}

if (import.meta.main) console.log(appendAndSync(process.argv[2] ?? '', Number(process.argv[3])))
