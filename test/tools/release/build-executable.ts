import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { checksAsBuilt } from './checks-as-built.js'
import { engineAsBuilt } from './engine-as-built.js'
import { pageAsBuilt } from './page-as-built.js'
import { RUN_WORKER, runWorkerAsBuilt } from './run-worker-as-built.js'

/** The targets of `--target all`. */
export const TARGETS = ['bun-linux-x64', 'bun-linux-arm64', 'bun-darwin-x64', 'bun-darwin-arm64', 'bun-windows-x64']

/** Built only when named: for Alpine, for Windows on ARM, and for processors from before 2013. */
export const MORE_TARGETS = [
  'bun-linux-x64-musl',
  'bun-linux-arm64-musl',
  'bun-windows-arm64',
  'bun-linux-x64-baseline',
  'bun-darwin-x64-baseline',
  'bun-windows-x64-baseline',
]

const ROOT = join(import.meta.dirname, '../../..')

const ADVICE = `
Bun gets it from the npm registry and from nowhere else. Try again where that can be reached; a proxy is named in
HTTPS_PROXY.`

/**
 * Makes the executable of a target, or of this machine, in a folder. The runtime of another target comes from the npm
 * registry, once.
 *
 * @example
 * await buildExecutable('dist', 'bun-linux-arm64') // { file: 'dist/understudy-linux-arm64', bytes: 126471160 }
 */
export async function buildExecutable(
  folder: string,
  target?: string,
): Promise<{ file: string; bytes: number } | { fault: string }> {
  const file = join(folder, fileOf(target ?? (process.platform === 'win32' ? 'windows' : '')))
  const engine = mkdtempSync(join(tmpdir(), 'understudy-built-engine-'))
  const { success, logs } = await Bun.build({
    entrypoints: [join(ROOT, 'src/cli.ts'), join(ROOT, RUN_WORKER)],
    // without bytecode a start takes three times as long; modules of their own are loaded only when they are needed
    bytecode: true,
    format: 'esm',
    splitting: true,
    plugins: [pageAsBuilt, runWorkerAsBuilt, checksAsBuilt, await engineAsBuilt(engine)],
    throw: false,
    compile: {
      outfile: file,
      ...(target ? { target: target as Bun.Build.CompileTarget } : {}),
      // jsonschema parses URLs in an old way, which only its own package folder may do without a warning
      execArgv: ['--disable-warning=DEP0169'],
      // a bunfig.toml in the folder of its user is none of its business
      autoloadBunfig: false,
    },
  }).finally(() => rmSync(engine, { recursive: true, force: true }))
  if (success) return { file, bytes: statSync(file).size }
  const says = logs.map(({ message }) => message)
  const advice = says.some(line => line.startsWith('Failed to download')) ? ADVICE : ''
  return { fault: `nothing was built\n${says.join('\n')}${advice}` }
}

function fileOf(target: string) {
  const name = target.startsWith('bun-') ? `understudy-${target.slice('bun-'.length)}` : 'understudy'
  return target.includes('windows') ? `${name}.exe` : name
}
