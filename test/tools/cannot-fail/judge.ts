import type { Accepted } from './accepted.ts'
import type { Ran } from './run-file.ts'

/** What was found out about a test file. */
export interface Judged {
  /** How many tests it has. */
  count: number
  /** The tests that cannot fail, and those that did not end; none of them accepted. */
  wrong: { name: string; says: string }[]
  /** The tests that may be so. */
  accepted: string[]
}

/**
 * What the runs of a test file say: with its expectations turned round, and with each of the services that answer
 * anything. A run gave no tests where it did not end in its time.
 *
 * @param may those that may be so in this file
 */
export function judge(turned: Ran[] | undefined, answering: (Ran[] | undefined)[], may: readonly Accepted[]): Judged {
  if (!turned?.length) return { count: 0, wrong: [{ name: 'every test', says: 'did not run' }], accepted: [] }
  const takesAnything = (name: string) =>
    answering.every(tests => tests?.some(test => test.name === name && test.passed && test.asked))
  const found = turned.flatMap(({ name, passed, timedOut }) => [
    ...(passed ? [{ name, says: 'passes with its expectations turned round' }] : []),
    ...(takesAnything(name) ? [{ name, says: 'passes whatever the service answers' }] : []),
    ...(timedOut ? [{ name, says: 'took too long to tell' }] : []),
  ])
  const isAccepted = (name: string) => may.some(it => (it.name ?? name) === name)
  return {
    count: turned.length,
    wrong: [
      ...found.filter(({ name }) => !isAccepted(name)),
      ...may
        .filter(it => !found.some(({ name }) => (it.name ?? name) === name))
        .map(({ name = 'every test' }) => ({ name, says: 'is accepted, and can fail' })),
    ],
    accepted: [...new Set(found.map(({ name }) => name))].filter(isAccepted),
  }
}
