/** Which of the test files of a run run together, and which apart from others or alone. */
export interface Groups {
  /** In a few processes, which each load the program once for all of their files. */
  together: string[]
  /** Named `*.apart.*`: they measure the processor time of their own thread. Beside the others, each in a process of its own. */
  apart: string[]
  /** Named `*.alone.*`: they measure the time or memory of other processes. After all others, one by one. */
  alone: string[]
  /** Whether one of them makes the package in any case, so that those which run alone can start it. */
  isPacked: boolean
}

/**
 * The group of a test file, by its name.
 *
 * @example
 * groupOf('test/limits/floods.alone.long.test.ts') // 'alone'
 */
export function groupOf(file: string): 'together' | 'apart' | 'alone' {
  const [, group] = /\.(apart|alone)\./.exec(file) ?? []
  return group === 'apart' || group === 'alone' ? group : 'together'
}

export function groupsOf(files: readonly string[]): Groups {
  const { together = [], apart = [], alone = [] } = Object.groupBy(files, groupOf)
  return { together, apart, alone, isPacked: files.some(file => file.startsWith('test/kit/package/')) }
}
