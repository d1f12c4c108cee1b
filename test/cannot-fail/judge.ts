import { ACCEPTED } from './accepted.ts'
import type { Ran } from './run-file.ts'

/** What a test file did in one way; no tests where it did not end in its time. */
export interface Result {
  file: string
  tests: Ran[] | undefined
}

interface Found {
  file: string
  name: string
  says: string
}

/** The tests that cannot fail, and whether all of them are accepted. */
export function judge(turned: Result[], answering: Result[][]): { lines: string[]; isFine: boolean } {
  const found = turned.flatMap(({ file, tests = [] }, at) => {
    const passing = (ran: Ran[] | undefined, asked: boolean) =>
      new Set(ran?.filter(test => test.passed && (test.asked || !asked)).map(({ name }) => name))
    const [first, ...others] = answering.map(results => passing(results[at]?.tests, true))
    const unmoved = [...(first ?? [])].filter(name => others.every(names => names.has(name)))
    return [
      ...[...passing(tests, false)].map(name => ({ file, name, says: 'passes with its expectations turned round' })),
      ...unmoved.map(name => ({ file, name, says: 'passes whatever the service answers' })),
    ]
  })
  const isAccepted = ({ file, name }: Found) =>
    ACCEPTED.some(it => it.file === file && (it.name === undefined || it.name === name))
  const wrong = found.filter(it => !isAccepted(it))
  const files = new Set(turned.map(({ file }) => file))
  const unneeded = ACCEPTED.filter(
    it => files.has(it.file) && !found.some(({ file, name }) => file === it.file && (it.name ?? name) === name),
  )
  const silent = [turned, ...answering].flat().filter(({ tests }) => !tests?.length)
  const count = turned.reduce((sum, { tests }) => sum + (tests?.length ?? 0), 0)
  const accepted = new Set(found.filter(isAccepted).map(({ file, name }) => `${file}: ${name}`)).size
  return {
    lines: [
      ...wrong.map(({ file, name, says }) => `${file}: ${name}: ${says}`),
      ...unneeded.map(({ file, name }) => `${file}: ${name ?? 'every test'}: is accepted, and can fail`),
      ...new Set(silent.map(({ file }) => `${file}: did not tell of its tests in each way`)),
      `${count} tests, ${new Set(wrong.map(it => `${it.file}: ${it.name}`)).size} cannot fail, ${accepted} more are accepted`,
    ],
    isFine: wrong.length === 0 && unneeded.length === 0,
  }
}
