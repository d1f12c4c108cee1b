import process from 'node:process'

/** Milliseconds of processor time that this thread takes for something: no other work of the machine is in it. */
export function processorTimeOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
