export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Seconds that the tests of each folder of `test` took together. */
  seconds: Record<string, number>
}

/** Counts the tests in a JUnit report of Bun, and names the files that have none in it. */
export function countReport(xml: string, files: readonly string[]): Counts & { missing: string[] } {
  const cases = [...xml.matchAll(/<testcase [^>]*?(\/>|>[\s\S]*?<\/testcase>)/g)].map(([text]) => text)
  const skipped = cases.filter(text => text.includes('<skipped')).length
  const failed = cases.filter(text => /<(failure|error)\b/.test(text)).length
  const found = new Set(cases.map(text => attributeOf(text, 'file')))
  return {
    passed: cases.length - skipped - failed,
    failed,
    skipped,
    missing: files.filter(file => !found.has(file)),
    seconds: sumSeconds(cases.map(text => [folderOf(attributeOf(text, 'file')), Number(attributeOf(text, 'time'))])),
  }
}

const attributeOf = (text: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1] ?? ''

const folderOf = (file: string) => file.split('/').slice(0, -1)[1] ?? ''

function sumSeconds(parts: readonly [folder: string, seconds: number][]) {
  const sum: Record<string, number> = {}
  for (const [folder, seconds] of parts) sum[folder] = (sum[folder] ?? 0) + seconds
  return sum
}

export const sumOf = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
  seconds: sumSeconds(all.flatMap(({ seconds }) => Object.entries(seconds))),
})
