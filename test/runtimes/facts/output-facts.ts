import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnCommand } from './command.ts'

const FULL_DISK = '/dev/full'

/** What a service does whose log cannot be written. */
export const outputFacts: Record<string, () => Promise<void>> = {
  'goes on when nobody reads its log any longer': () =>
    servesAndStops('pipe', ({ stdout, stderr }) => {
      stdout?.destroy()
      stderr?.destroy()
    }),
  'goes on when its log is on a full disk': async () => {
    if (!existsSync(FULL_DISK)) return
    const file = await open(FULL_DISK, 'w')
    await servesAndStops(file.fd).finally(() => file.close())
  },
}

async function servesAndStops(output: 'pipe' | number, interfere: (child: ChildProcess) => void = () => {}) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-output-'))
  const ready = join(folder, 'ready.json')
  const args = ['--data', join(folder, 'instance.json'), '--port', '0', '--api-key', 'owner-key', '--ready-file', ready]
  const child = spawnCommand(args, { stdio: ['ignore', output, output] })
  const ended = new Promise(resolve => child.once('exit', resolve))
  try {
    while (!existsSync(ready)) {
      assert.equal(child.exitCode, null)
      await sleep(20)
    }
    interfere(child)
    const { url } = JSON.parse(readFileSync(ready, 'utf8'))
    for (let number = 0; number < 10; number++) {
      const headers = { 'X-N8N-API-KEY': 'owner-key', 'content-type': 'application/json' }
      const body = JSON.stringify({ name: `tag ${number}` })
      const answer = await fetch(`${url}/api/v1/tags`, { method: 'POST', headers, body })
      assert.equal(answer.status, 201)
      await answer.text()
    }
    child.kill('SIGTERM')
    await ended
    assert.deepEqual(await readdir(folder), ['instance.json'])
  } finally {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}
