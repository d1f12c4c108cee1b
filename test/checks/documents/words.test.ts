import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DOCUMENTS, filesIn, proseOf, ROOT } from './documents.ts'

/** Wording that a reader has to translate, and what to write. A plain use of the same word is not matched. */
const BANNED: [wording: RegExp, instead: string][] = [
  [/\b(?:is|are|was|were) told\b(?! to\b)/, 'gets, receives; or name what is shown'],
  [/\btells? (?:what|of|how often|the callers)\b/, 'returns, reports, shows'],
  [/\bwhat (?:becomes|became|comes|came) of\b/, 'the result'],
  [/\bthat (?:is|are) none\b|\bthat there (?:is|are) not\b|\bwhat there is not\b/, 'invalid, missing, unknown'],
  [/\bso many of\b/, 'a number, a limit'],
  [/\b(?:nobody|somebody|whoever)\b/i, 'the client, the caller, the user'],
  [/\banew\b/, 'again'],
  [/\b(?:let be|left be|let go|called off|call off|calls off)\b/, 'unchanged, released, cancelled'],
  [/\b(?:twin|stand-in data|shelf|shelves)\b/i, 'duplicate, placeholder data, cache'],
  [/\bjumps? of the clock\b/, 'advance'],
  [/\bdo so no more\b/i, 'turn off'],
  [/\bput (?:this )?in(?:to the instance)?\?/i, 'Import'],
  [/\bmade now and shown once\b/, 'new; save it, it is not shown again'],
  [/\bgives? way to\b/, 'is replaced by'],
  [/\bno workflow is like that\b/i, 'No matching workflows'],
  [/\bas (?:somebody|one) who uses\b/, 'as users expect'],
  [/\bin no way\b|\bby no means\b/, 'not'],
  [/\bkeeps? nothing\b/, 'in memory only'],
  [/\bwhich truth\b/, 'the version to simulate'],
  [/\bgrow(?:s|ing)? out of\b/i, 'name the task'],
]

/** The page's texts: its sources without comments. */
const PAGE = ['.js', '.ts', '.html']
  .flatMap(ending => filesIn(join(ROOT, 'src/page'), ending))
  .map(file => relative(ROOT, file))
const COMMAND_TEXTS = ['src/commands/help.ts', 'src/settings/settings.ts', 'src/commands/serve.ts']

const withoutComments = (text: string) => text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/(^|\s)\/\/.*$/gm, '')

const texts = [
  ...DOCUMENTS.filter(document => document !== 'docs/CHANGELOG.md').map(name => [name, proseOf(name)] as const),
  ...[...PAGE, ...COMMAND_TEXTS].map(name => [name, withoutComments(readFileSync(join(ROOT, name), 'utf8'))] as const),
]

test.each(texts)('%s says it in plain words', (_name, text) => {
  const found = text
    .split('\n')
    .flatMap((line, at) =>
      BANNED.filter(([wording]) => wording.test(line)).map(
        ([wording, instead]) => `line ${at + 1}: "${wording.exec(line)?.[0]}" → ${instead}`,
      ),
    )
  expect(found).toEqual([])
})

test.each([
  'Nobody is asked.',
  'a fixture that is none',
  '404 for what there is not',
  'Simulate runs, or do so no more.',
  'the twin credential',
  'It tells what differs',
])('finds %p', text => {
  expect(BANNED.some(([wording]) => wording.test(text))).toBe(true)
})

test.each(['The client was told to wait', 'there is no twin-axis', 'a tag that is not used', 'It tells you the port'])(
  'leaves %p',
  text => {
    expect(BANNED.filter(([wording]) => wording.test(text.replace('twin-axis', 'axis')))).toEqual([])
  },
)
