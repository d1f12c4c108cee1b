import { readRss } from '../tools/soak/process-figures.ts'

const SAMPLED_MS = 20
const LOOKED_MS = 250

/** Notes the most memory that a process takes until it is asked: bytes. */
export function watchMemory(pid: number): () => number {
  let most = readRss(pid)
  const timer = setInterval(() => {
    most = Math.max(most, readRss(pid))
  }, SAMPLED_MS)
  return () => {
    clearInterval(timer)
    return Math.max(most, readRss(pid))
  }
}

/** Waits until a process takes no more than a number of bytes, or until a time is over; returns the bytes that it takes then. */
export async function memoryWithin(pid: number, bytes: number, milliseconds: number): Promise<number> {
  const until = performance.now() + milliseconds
  let taken = readRss(pid)
  while (taken > bytes && performance.now() < until) {
    await Bun.sleep(LOOKED_MS)
    taken = readRss(pid)
  }
  return taken
}
