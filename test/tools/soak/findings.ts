import type { SoakReport } from './soak.ts'

const MOST_GROWTH = 1.1
/** Sockets on their way out, and files that a checkpoint has open. */
const FILES_MORE = 5

/** What a soak found wrong. */
export function findingsOf({ troubles, memory, files, restarts, resets, pulls }: SoakReport): string[] {
  const findings = [...troubles]
  const fifth = Math.floor(memory.length / 5)
  // a slow machine has compiled what runs, and filled what is kept, in the second fifth of a minute
  const first = Math.max(...memory.slice(0, 2 * fifth))
  const last = medianOf(memory.slice(-fifth))
  if (!(last <= first * MOST_GROWTH)) {
    findings.push(`memory grew from ${first} to ${last} bytes after the first two fifths`)
  }
  if (Number(files.after) > Number(files.before) + FILES_MORE) {
    findings.push(`${files.after} files are open after the load, ${files.before} were before it`)
  }
  for (const [name, count] of Object.entries({ restarts, resets, pulls })) {
    if (count === 0) findings.push(`there were no ${name}`)
  }
  return findings
}

function medianOf(values: number[]) {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
