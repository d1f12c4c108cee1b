// Takes the lock of a file again and again, and writes down when it has it: `lock-holder.ts FILE LOG TIMES dies|releases|stays`
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockFile } from '../../../src/core/storage/lock/file-lock.ts'

const [file = '', log = '', times = '1', end] = process.argv.slice(2)
for (let time = 0; time < Number(times); time++) {
  const lock = await lockFile(file, 20_000)
  appendFileSync(log, `${process.pid} in\n`)
  if (end === 'stays') await sleep(60_000)
  await sleep(Math.random() * 5)
  appendFileSync(log, `${process.pid} out\n`)
  if (end === 'dies' && time === Number(times) - 1) process.kill(process.pid, 'SIGKILL')
  lock.release()
  await sleep(Math.random() * 5)
}
