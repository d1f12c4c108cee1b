import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'

const ROOT = join(import.meta.dirname, '../../..')
const INGREDIENTS = [
  'src',
  'data',
  'docs',
  'test/tools/release',
  'test/tools/generate',
  'package.json',
  'tsconfig.json',
  'README.md',
  'SKILL.md',
  'llms.txt',
  'LICENSE',
]

export interface Packed {
  /** The packed file. */
  file: string
  /** The command line of the package, unpacked; where a test file is run by itself, there is none. */
  command?: string
  /** What is in it. */
  paths: string[]
  /** What they take, unpacked. */
  bytes: number
}

/**
 * Packs a copy of the repository as its maintainer would, on a machine with nothing but Node and npm: once in a run of
 * `test/run.ts`, for all test files, and into the given folder where a test file is run by itself.
 *
 * @throws an Error with what npm said
 */
export function pack(folder: string): Packed {
  const shared = process.env.TEST_SHARED
  if (shared === undefined) return packInto(folder)
  const place = join(shared, 'package')
  const result = join(place, 'packed.json')
  if (isFirst(place)) {
    let packed: Packed | { error: string }
    try {
      packed = packInto(place)
      packed.command = unpack(packed.file, place)
    } catch (error) {
      packed = { error: String(error) }
    }
    writeFileSync(`${result}.part`, JSON.stringify(packed))
    renameSync(`${result}.part`, result)
  }
  while (!existsSync(result)) Bun.sleepSync(50)
  const { error, ...packed } = JSON.parse(readFileSync(result, 'utf8'))
  if (error) throw new Error(error)
  return packed
}

/**
 * The command line of the package for tests that run alone, where a run of `test/run.ts` made it before: on Node it starts
 * in an eighth of the time of the source.
 */
export function packedCommand(): string | undefined {
  return process.env.TEST_PACKED ? pack('').command : undefined
}

/** A folder can be made once. */
function isFirst(place: string) {
  try {
    mkdirSync(place)
    return true
  } catch {
    return false
  }
}

function packInto(folder: string): Packed {
  const [copy, bin] = [join(folder, 'copy'), join(folder, 'bin')]
  for (const made of [copy, bin]) mkdirSync(made)
  for (const path of INGREDIENTS) cpSync(join(ROOT, path), join(copy, path), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  for (const name of ['node', 'npm', 'sh']) symlinkSync(programOf(name), join(bin, name))
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: copy,
    env: { ...process.env, PATH: bin },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`npm pack failed: ${stdout}${stderr}`)
  if (existsSync(join(copy, 'lib'))) throw new Error('npm pack left lib behind')
  const [{ filename, files, unpackedSize }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')))
  return { file: join(folder, filename), paths: files.map((file: { path: string }) => file.path), bytes: unpackedSize }
}

/** Unpacks the file as it is installed, and returns its command line. Nothing is installed beside it. */
function unpack(file: string, folder: string) {
  const installed = join(folder, 'node_modules/n8n-understudy')
  mkdirSync(installed, { recursive: true })
  const { status, stderr } = spawnSync('tar', ['-xzf', file, '-C', installed, '--strip-components=1'])
  if (status !== 0) throw new Error(`${file} could not be unpacked: ${stderr}`)
  return join(installed, 'lib/cli.js')
}

/** An empty project in a folder that has the packed file installed. */
export function install(file: string, project: string) {
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "type": "module" }')
  const { status, stdout, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', file], {
    cwd: project,
    env: { ...process.env, NODE_ENV: undefined },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the package could not be installed: ${stdout}${stderr}`)
}

/** Where a program is, past those that a package script puts before it. */
export function programOf(name: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(path => !path.includes('node_modules'))
  const folder = folders.find(path => readableIn(path).includes(name))
  if (!folder) throw new Error(`there is no ${name} on this machine`)
  return join(folder, name)
}

const readableIn = (path: string) => (existsSync(path) ? readdirSync(path) : [])

/** A folder with these programs and nothing else, as a `PATH`. */
export function pathOf(folder: string, programs: Record<string, string>): string {
  mkdirSync(folder, { recursive: true })
  for (const [name, program] of Object.entries(programs)) symlinkSync(program, join(folder, name))
  return folder
}
