// Which test files the changes since a commit can reach: by the table of who may import whom
// (test/checks/layers/rooms.ts). What the table does not know reaches all.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { ROOMS, roomOf, WINGS, wingOf } from './checks/layers/rooms.ts'

/** Files that changed, by their paths; `undefined` where that is not known. */
export type Changes = readonly string[] | undefined

/**
 * What differs from a commit: committed or not, deleted or new. Without one it is TEST_BASE, else the commit where this
 * branch left origin/main. A clean checkout of origin/main does not know what was tested last.
 */
export function changesSince(root: string, commit = process.env.TEST_BASE): Changes {
  const base = commit ? git(root, 'rev-parse', '--verify', '--quiet', `${commit}^{commit}`) : leftMainAt(root)
  if (base === undefined) return undefined
  const changed = git(root, 'diff', '--name-only', '--no-renames', '-z', base, '--')
  const added = git(root, 'ls-files', '--others', '--exclude-standard', '-z')
  if (changed === undefined || added === undefined) return undefined
  return `${changed}\0${added}`.split('\0').filter(Boolean)
}

function leftMainAt(root: string) {
  const base = git(root, 'merge-base', 'HEAD', 'origin/main')
  const isMain = base === git(root, 'rev-parse', 'HEAD')
  const isChanged = git(root, 'status', '--porcelain') !== ''
  return isMain && !isChanged ? undefined : base
}

function git(root: string, ...args: string[]) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
  return status === 0 ? stdout.trim() : undefined
}

/** Limits of the API and its document: they run no workflow. */
const API_LIMITS = 'hostile-requests large-documents large-requests large-seeds limits long-lists request-log-memory'

/** The wings whose changes tests notice that are of no wing; all where left out. */
const NOTICED: [place: string, wings: readonly string[]][] = [
  ...API_LIMITS.split(' ').map((name): [string, string[]] => [`limits/${name}.`, ['control', 'instance', 'commands']]),
  ['limits/', ['runs', 'migrate', 'control', 'instance', 'commands']],
  ['tools/soak/', ['runs', 'control', 'instance', 'commands']],
  ['tools/powercut/', []],
  ['tools/mutants/', []],
  ['tools/cannot-fail/', []],
]

/**
 * Tests that the table of imports would have run, and that notice nothing of a part: what its code does they ask only as
 * one of many, and other tests of that part ask for it by name.
 */
export const UNNOTICED: [part: RegExp, tests: readonly string[]][] = [
  [
    // code of the browser: tests of the page open it, and those of the package and the executables look for it
    /^src\/page\/client\//,
    [
      'checks/conformance/',
      'checks/shapes/typed-client.',
      'kit/package/first-test.',
      'kit/package/runner-examples.',
      'kit/package/runners.',
      'kit/runners.',
      'runtimes/doors/',
      'runtimes/facts/',
      'tools/generate/',
    ],
  ],
  [
    // what a run computes: test/runs shows it, and the limits what it costs
    /^src\/runs\/(nodes|expressions)\//,
    [
      'checks/conformance/',
      'checks/documents/ci',
      'checks/documents/container.',
      'checks/documents/deno-permissions.',
      'checks/documents/testcontainers.',
      'checks/shapes/typed-client.',
      'kit/package/first-test.',
      'kit/package/runner-examples.',
      'kit/package/runners.',
      'kit/runners.',
      'limits/floods.',
      'limits/gone-callers.',
      'limits/hostile-bodies.',
      'limits/slow-bodies.',
      'limits/waiting.',
      'runtimes/doors/',
      'runtimes/executable/',
      'tools/generate/',
      'tools/soak/',
    ],
  ],
  // what comes in is text of the API and of calls, which no node reads
  [/^src\/runs\/nodes\//, ['limits/worst-texts.']],
]

/** The test files that changes reach, and why. */
export function reachedBy(changes: Changes, tests: readonly string[]): { reached: string[]; because: string } {
  if (changes === undefined) return { reached: [...tests], because: 'it is not known what changed' }
  const far = changes.find(reachesAll)
  if (far !== undefined) return { reached: [...tests], because: `anything may depend on ${far}` }
  const reached = tests.filter(test => changes.some(changed => reaches(changed, test)))
  return { reached, because: `as many as ${changes.length} changed files can reach` }
}

/** The wing of a changed file; core and the entries of the package are of none: they reach all. */
function changedWing(path: string) {
  const wing = path.startsWith('src/') ? wingOf(path.slice('src/'.length)) : undefined
  return wing === 'core' || /^src\/\w+\.ts$/.test(path) ? undefined : wing
}

const reachesAll = (path: string) =>
  changedWing(path) === undefined && !isTest(path) && !isSnapshot(path) && !isDocument(path)

const isTest = (path: string) => /^test\/.*\.test\.[jt]s$/.test(path)
const isSnapshot = (path: string) => /\/__snapshots__\/[^/]*\.snap$/.test(path)
const isDocument = (path: string) => /^([^/]*|docs\/.*)\.md$/.test(path)

function reaches(changed: string, test: string): boolean {
  if (isTest(changed)) return changed === test
  if (isSnapshot(changed)) return changed.replace('__snapshots__/', '').replace(/\.snap$/, '') === test
  const place = test.slice('test/'.length)
  if (isDocument(changed)) return /^(checks|kit|runtimes|tools)\//.test(place)
  if (UNNOTICED.some(([part, tests]) => part.test(changed) && tests.some(start => place.startsWith(start))))
    return false
  const wing = changedWing(changed) ?? ''
  const own = wingOf(place.replace(/^kit\//, 'testing/'))
  if (own === undefined) return NOTICED.find(([start]) => place.startsWith(start))?.[1].includes(wing) ?? true
  // what runs change on the page is tested in a folder of its own
  if (own === 'page' && wing === 'runs') return place.startsWith('page/runs/')
  if (own !== wing) return importersIn(WINGS, wing).has(own)
  const rooms = ROOMS[wing] ?? {}
  const [from = '', to = ''] = [changed.slice('src/'.length), place].map(roomOf)
  // tests beside a wing's folders are of the whole wing
  const isOfWing = place.split('/').length === 2
  return isOfWing || !(from in rooms) || !(to in rooms) || importersIn(rooms, from).has(to)
}

/** One of a table of who may import whom, and all that may import it, directly or through others. */
function importersIn(table: Record<string, string[]>, name: string): Set<string> {
  const importers = new Set([name])
  for (const known of importers) {
    for (const [from, allowed] of Object.entries(table)) if (allowed.includes(known)) importers.add(from)
  }
  return importers
}
