export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** Counts the tests in a JUnit report of Bun, and names the files that have none in it. */
export function countReport(xml: string, files: readonly string[]): Counts & { missing: string[] } {
  const cases = [...xml.matchAll(/<testcase [^>]*?(\/>|>[\s\S]*?<\/testcase>)/g)].map(([text]) => text)
  const skipped = cases.filter(text => text.includes('<skipped')).length
  const failed = cases.filter(text => /<(failure|error)\b/.test(text)).length
  const found = new Set(cases.map(text => /\bfile="([^"]*)"/.exec(text)?.[1]))
  return {
    passed: cases.length - skipped - failed,
    failed,
    skipped,
    missing: files.filter(file => !found.has(file)),
  }
}

export const sumOf = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
})
