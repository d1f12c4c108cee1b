import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { type Options, UsageError } from './read-options.ts'

/** Where faults are made unless files are named. */
const FOLDERS = ['core', 'runs', 'migrate', 'control', 'instance', 'verify', 'commands']

/**
 * These need a browser, a packed package, another runtime or minutes, only look at documents, or measure, so that another
 * run beside them can make them fail: no run of theirs is worth a fault.
 */
const LEFT_OUT = [
  /\.(alone|apart)\./,
  /^test\/(page\/.*\.long|tools\/|runtimes\/|limits\/.*\.long|kit\/(package\/|runners|parallel))/,
  /^test\/checks\/(documents|dependencies|shapes\/typed-client)/,
  /^test\/core\/(storage\/crash\/|versions\/throw-away.*\.long|api\/(requests\/other-origins|versions\/without-a-version))/,
  /^test\/migrate\/(kill|memory|gentle|pairs-commands|control-clone-(deno|runtimes))/,
  /^test\/runs\/(schedules\/(kill|page-origin|rate)|expressions\/runtimes)/,
]

/** Runs beside the engine that a user has installed, or asks it: where there is none, no test runs it. */
const NEEDS_ENGINE = /^src\/runs\/installed\/(child\/|child-process|installed-engine)/

export interface Project {
  root: string
  /** All files that git knows of, or would take. */
  files: string[]
  /** The test files that a fault is shown to. */
  tests: string[]
}

/**
 * @param isShort whether only the tests of `bun run test` are shown a fault
 * @throws UsageError where the folder is none of a git repository
 */
export function openProject(root: string, isShort = false): Project {
  const files = [...new Set(git(root, ['ls-files', '-co', '--exclude-standard', '-z']))]
    .filter(file => existsSync(join(root, file)))
    .sort()
  const isTest = (file: string) => /^test\/.*\.test\.[jt]s$/.test(file)
  return {
    root,
    files,
    tests: files.filter(
      file => isTest(file) && !LEFT_OUT.some(left => left.test(file)) && !(isShort && file.includes('.long.')),
    ),
  }
}

/** Copies a project's files into a new folder, with its packages. What git ignores comes and goes while tests run. */
export function copyProject({ root, files }: Pick<Project, 'root' | 'files'>, folder: string) {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file), { verbatimSymlinks: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

/** Where faults are made: the line is undefined for all lines of a file. */
export interface Place {
  file: string
  text: string
  line: number | undefined
}

/** The places that the options name. @throws UsageError where there are none by the name, or no such commit */
export function placesOf({ root, files }: Project, { files: patterns, changed }: Options): Place[] {
  const sources = files.filter(file => file.startsWith('src/') && file.endsWith('.ts'))
  const since = changed === undefined ? undefined : new Set(changedSince(root, changed))
  const wanted = patterns.length > 0 ? patterns : [`src/{${FOLDERS.join()}}/**`]
  return wanted.flatMap(pattern => {
    const [, glob = pattern, line] = /^(.*):(\d+)$/.exec(pattern) ?? []
    const found = sources.filter(
      file => new Bun.Glob(glob).match(file) && (process.env.ENGINE || patterns.length > 0 || !NEEDS_ENGINE.test(file)),
    )
    if (found.length === 0 && patterns.length > 0) throw new UsageError(`--files "${pattern}" is no file of the source`)
    return found
      .filter(file => since?.has(file) ?? true)
      .map(file => ({
        file,
        text: readFileSync(join(root, file), 'utf8'),
        line: line === undefined ? undefined : Number(line),
      }))
  })
}

function changedSince(root: string, base: string) {
  const committed = git(root, ['diff', '--name-only', '-z', '--end-of-options', `${base}...`, '--'], base)
  return [...committed, ...git(root, ['diff', '--name-only', '-z', 'HEAD', '--']), ...untracked(root)]
}

const untracked = (root: string) => git(root, ['ls-files', '-o', '--exclude-standard', '-z'])

function git(root: string, args: string[], base?: string) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (status !== 0)
    throw new UsageError(base === undefined ? `${root} is no git repository` : `There is no commit "${base}"`)
  return stdout.split('\0').filter(Boolean)
}
