/** What became of the tests of a file. */
export interface FileCounts {
  file: string
  passed: number
  failed: number
  skipped: number
  /** What they took together. */
  seconds: number
  /** Whether the report has no test of it: it did not load, or ended the process. It counts as one that failed. */
  isMissing: boolean
}

/** Counts the tests in a JUnit report of Bun, for each of the files that it is to have. */
export function countReport(xml: string, files: readonly string[]): FileCounts[] {
  const counts = new Map(
    files.map(file => [file, { file, passed: 0, failed: 0, skipped: 0, seconds: 0, isMissing: false }]),
  )
  for (const [text] of xml.matchAll(/<testcase [^>]*?(\/>|>[\s\S]*?<\/testcase>)/g)) {
    const count = counts.get(attributeOf(text, 'file'))
    if (!count) continue
    count[outcomeOf(text)]++
    count.seconds += Number(attributeOf(text, 'time'))
  }
  return [...counts.values()].map(count => (hasTests(count) ? count : { ...count, failed: 1, isMissing: true }))
}

const attributeOf = (text: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1] ?? ''

function outcomeOf(text: string) {
  if (text.includes('<skipped')) return 'skipped'
  return /<(failure|error)\b/.test(text) ? 'failed' : 'passed'
}

const hasTests = ({ passed, failed, skipped }: FileCounts) => passed + failed + skipped > 0

/** The sum of one count. */
export const totalOf = (all: readonly FileCounts[], count: 'passed' | 'failed' | 'skipped' | 'seconds') =>
  all.reduce((sum, one) => sum + one[count], 0)

/** A line of what the tests of each folder of `test` took, the slowest first. */
export function secondsOf(all: readonly FileCounts[]): string {
  const folders = Map.groupBy(all, ({ file }) => file.split('/')[1] ?? '')
  return [...folders]
    .map(([folder, counts]) => ({ folder, seconds: totalOf(counts, 'seconds') }))
    .sort((one, other) => other.seconds - one.seconds)
    .map(({ folder, seconds }) => `${folder} ${seconds.toFixed(1)}`)
    .join(', ')
}
