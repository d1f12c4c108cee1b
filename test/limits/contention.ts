import process from 'node:process'

const BUSY_MS = 40

/** How many times longer than alone anything takes on this machine now, because others use its processors: 1 or more. */
export function contention(): number {
  const began = performance.now()
  const before = process.cpuUsage()
  while (performance.now() - began < BUSY_MS);
  const { user, system } = process.cpuUsage(before)
  return Math.max(1, ((performance.now() - began) * 1000) / (user + system))
}
