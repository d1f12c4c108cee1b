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
  [/(?<!here )\bis no (?!longer\b)[a-z]+(?: [a-z]+)?[.,;:'`]/, 'is not a'],
  [/\bby (?:chance|somebody)\b/, 'random; another program'],
  [/\bdoes nothing with(?:out)?\b/, 'has no effect with'],
  [/\bgone on\b|\bwent on\b|\bgoing on with\b/i, 'continue'],
  [
    /\bthe clock went on\b|\bempty the log\b|\brequests it hits\b|\blets pass before\b/i,
    'Clock moved. Clear. Apply to N requests. Skip first',
  ],
  [/\bkey of\b(?= *$)/i, 'User'],
]

/** The page's texts: its sources without comments. */
const PAGE = ['.js', '.ts', '.html']
  .flatMap(ending => filesIn(join(ROOT, 'src/page'), ending))
  .map(file => relative(ROOT, file))

const withoutComments = (text: string) => text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/(^|\s)\/\/.*$/gm, '')

/** Where help, banner, log lines, messages and the texts of the control API's document are written. */
const ROOMS = [
  'commands',
  'control',
  'core/docs',
  'core/git',
  'instance',
  'migrate',
  'runs/checks',
  'runs/trials',
  'core/runtime',
  'core/seeding',
  'core/settings',
  'core/storage',
  'testing',
]
const SOURCES = ROOMS.flatMap(room => filesIn(join(ROOT, 'src', room), '.ts')).map(file => relative(ROOT, file))

/** The texts in a source of three words or more, a line each: the rest are names. */
const messagesIn = (source: string) =>
  (withoutComments(source).match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [])
    .map(text => text.replaceAll(/\s+/g, ' '))
    .filter(text => / /.test(text) && (text.match(/[A-Za-z]{2,}/g) ?? []).length > 2)
    .join('\n')

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const texts = [
  ...DOCUMENTS.filter(document => document !== 'docs/CHANGELOG.md').map(name => [name, proseOf(name)] as const),
  ...PAGE.map(name => [name, withoutComments(read(name))] as const),
  ...SOURCES.map(name => [name, messagesIn(read(name))] as const).filter(([, messages]) => messages !== ''),
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
