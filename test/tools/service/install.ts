import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

interface Needs {
  node: number
  /** Packages that the registry has no longer in the version that the service asks for. */
  overrides: Record<string, unknown>
}

/** What each line of releases needs beside itself. */
function needsOf(version: string): Needs {
  if (version.startsWith('1.41.')) return { node: 20, overrides: { xlsx: '0.18.5' } }
  if (version.startsWith('1.')) return { node: 22, overrides: { linkedom: '0.18.12', xlsx: '0.18.5' } }
  const langchain = { '@langchain/core': '1.2.8', langchain: { '@langchain/langgraph': '1.2.0' } }
  return { node: 24, overrides: { linkedom: '0.18.12', ...langchain } }
}

/**
 * Installs the service from npm into a folder, with the Node that it needs. A folder that has it already is used as it is.
 *
 * @throws an Error with what npm said; nothing is left behind
 */
export function install(version: string, folder: string) {
  if (existsSync(join(folder, 'version'))) return
  // the topmost folder that each of them needed: what was there before stays
  const made = ['node', 'app', 'sqlite'].map(part => mkdirSync(join(folder, part), { recursive: true }))
  try {
    const { node, overrides } = needsOf(version)
    const write = (part: string, manifest: object) =>
      writeFileSync(join(folder, part, 'package.json'), JSON.stringify({ private: true, ...manifest }))
    write('node', { dependencies: { node: String(node) }, allowScripts: { node: true } })
    npm(folder, 'node')
    write('app', { dependencies: { n8n: version }, overrides })
    npm(folder, 'app', '--ignore-scripts')
    // its database driver is compiled: the prebuilt one is not on npm
    write('sqlite', { dependencies: { sqlite3: '5.1.7' }, allowScripts: { sqlite3: true } })
    npm(folder, 'sqlite', '--build-from-source')
    const driver = 'node_modules/sqlite3/build/Release'
    mkdirSync(join(folder, 'app', driver), { recursive: true })
    copyFileSync(join(folder, 'sqlite', driver, 'node_sqlite3.node'), join(folder, 'app', driver, 'node_sqlite3.node'))
    writeFileSync(join(folder, 'version'), `${version}\n`)
  } catch (error) {
    for (const path of made) if (path) rmSync(path, { recursive: true, force: true })
    throw error
  }
}

/** The `PATH` with the service's own Node before any other. */
export const pathIn = (folder: string) =>
  [join(folder, 'node/node_modules/node/bin'), join(folder, 'node/node_modules/.bin'), process.env.PATH].join(':')

function npm(folder: string, part: string, ...flags: string[]) {
  const args = ['install', '--no-audit', '--no-fund', '--loglevel', 'error', ...flags]
  const env = part === 'node' ? process.env : { ...process.env, PATH: pathIn(folder) }
  const { status, stderr, error } = spawnSync('npm', args, { cwd: join(folder, part), env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm could not install it:\n${stderr || error?.message}`)
}
