// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are source code
import { expect, test } from 'bun:test'
import { costOf, isOfTheMainThread, repeats, textOf } from './check-patterns.ts'
import LINEAR from './linear-patterns.json' with { type: 'json' }
import { listPatterns } from './list-patterns.ts'

/** Patterns that are not linear, and why no client can choose what they cost. */
const ACCEPTED: Record<string, string> = {
  'src/core/docs/page.ts /<script(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)<\\/script>/': 'reads a page of the project itself',
  'src/core/features/data-tables/cells.ts /0+$/': 'reads the digits of a number',
  'src/core/git/address.ts /\\/+$/': 'reads a setting',
  'src/migrate/promote/publication.ts /^Workflow ".*" \\(ID: [^)]*\\) /': 'reads 500 characters at most',
  'src/migrate/promote/publication.ts /["\\s.]+$/': 'reads 500 characters at most',
  'src/runs/checks/parameters/check-values.ts /[*+][^()]*\\)[*+]/': 'reads patterns of the facts of nodes',
  'src/runs/installed/find-engine.ts /(\\d+)\\.(\\d+)$/': 'reads the name of a version of the project',
  'src/page/client/graph/node-types.ts /[A-Z]?[a-z]*$/': 'reads 60 characters at most',
  'src/page/client/graph/shapes.ts /!?\\[([^\\]]*)\\]\\([^)]*\\)/': 'reads 2,000 characters at most',
  'src/page/client/instance/events.ts /^([^:]*):? ?(.*)$/': 'reads single lines, and costs most with ends of lines',
  'src/page/client/parts/json-view.ts /("(?:[^"\\\\]|\\\\.)*")(\\s*:)?|\\b(true|false|null)\\b|(-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)/':
    'reads JSON of the page itself, in which every text ends',
}

/** Places at which a pattern is made while the program runs: of patterns of schemas, and by tests of data of the project. */
const MADE = [
  'src/core/features/data-tables/dates.ts new RegExp(`^${DAY}(?:[T ]${TIME})?\\\\s*${OFFSET}?$`)',
  'src/core/features/data-tables/dates.ts new RegExp(`^${SEPARATOR}*(\\\\d+)(?:${SEPARATOR}+(\\\\d+))?(?:${SEPARATOR}+(\\\\d+))?[^\\\\w+)]*$`)',
  'src/core/features/workflows/configuration.ts new RegExp(pattern)',
  'src/core/features/workflows/configuration.ts new RegExp(`^${modes[mode]}$`)',
  'src/core/features/workflows/shown-parameters.ts new RegExp(bound)',
  'src/core/model/schema.ts new RegExp(`^(${ATOM}(\\\\.${ATOM})*|"[^"\\\\\\\\]+")@(${LABEL}\\\\.)+[a-z\\\\u00a1-\\\\uffff]{2,63}$`, \'i\')',
  'src/core/versions/v2/dialect/first-error.ts new RegExp(schema.pattern)',
  'src/core/versions/v2/shapes/credential.ts new RegExp(ID.pattern)',
  'src/core/versions/v2/shapes/instant.ts new RegExp(pattern)',
  'src/runs/checks/parameters/check-values.ts new RegExp(`^${pattern}$`)',
  'src/runs/checks/parameters/shown.ts new RegExp(bound)',
  'src/runs/tests/text-pattern.ts new RegExp(source)',
]

/** How many of those that are listed as linear are checked again. */
const SAMPLE = 5

test('no text costs a pattern of the source more than its length', () => {
  const { patterns } = listPatterns()
  expect(patterns.length).toBeGreaterThan(200)
  const repeating = patterns.filter(pattern => isOfTheMainThread(pattern) && repeats(pattern))
  const nameOf = ({ file, source }: (typeof patterns)[number]) => `${file} /${source}/`
  const others = repeating.filter(pattern => !(nameOf(pattern) in ACCEPTED))
  const unlike = Map.groupBy(others, textOf)
  const checked = LINEAR.toSorted(() => Math.random() - 0.5).slice(0, SAMPLE)
  const toCheck = [...unlike].filter(([text]) => !LINEAR.includes(text) || checked.includes(text))
  // the check plays random texts: a false alarm hardly comes twice
  const isCostly = (one: (typeof patterns)[number]) => !costOf(one).isLinear && !costOf(one).isLinear
  const costly = toCheck.flatMap(([, all]) => (all[0] && isCostly(all[0]) ? all : []))
  expect(costly.map(nameOf)).toEqual([])
  const names = new Set(repeating.map(nameOf))
  expect(Object.keys(ACCEPTED).filter(name => !names.has(name))).toEqual([])
  expect(LINEAR.filter(text => !unlike.has(text))).toEqual([])
}, 600_000)

test('patterns that are made while the program runs are known', () => {
  expect(
    listPatterns()
      .made.filter(isOfTheMainThread)
      .map(({ file, code }) => `${file} ${code}`),
  ).toEqual(MADE)
})

test('a pattern that is not linear is noticed', () => {
  expect(costOf({ source: 'eyJ[\\w-]+\\.eyJ', flags: 'g' }).growth).toBe('2nd degree polynomial')
  expect(costOf({ source: '^(a+)+$', flags: '' }).growth).toBe('exponential')
})
