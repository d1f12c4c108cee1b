// The commands that people wait for again and again, as Node runs them from the package: CommonJS, since a script can be
// given what was compiled of it before, and a module cannot. The other commands, and the other runtimes, take the modules.
import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** The folder of these modules in what is built. */
export const FOLDER = 'commands'
const COMMANDS = ['test', 'validate']
const RUNTIME = join(import.meta.dirname, '../../../src/core/runtime')

/** Takes the other commands out of the table of commands: `cliStart` does not come there with them. */
export const quickCommandsAlone = {
  name: 'quick-commands-alone',
  resolveId(source, importer) {
    const name = /^\.\/([\w-]+)\.ts$/.exec(source)?.[1]
    const isOther = importer?.endsWith('commands/run.ts') && name !== undefined && !NEEDED.includes(name)
    return isOther ? { id: OTHER_COMMAND, external: true } : undefined
  },
}

const NEEDED = [...COMMANDS, 'explain', 'help', 'terminal']
const OTHER_COMMAND = 'another-command'

/** A script has no `import()` of its own. */
export const requiredAlone = {
  name: 'required-alone',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const code = chunk.code.replaceAll(/\bimport\(["'`](?:node:)?module["'`]\)/g, 'require("node:module")')
      const left = /\bimport\((?!["'`]another-command["'`]\))[^)]*\)/.exec(code)
      if (left) throw new Error(`${chunk.fileName} has an import that a script cannot have: ${left[0]}`)
      chunk.code = `(function (exports, require, module, __filename, __dirname) {${code}\n})`
    }
  },
}

/** What changes with the modules: to V8, code of the same length is the same code. */
export function digestOf(chunks) {
  const hash = createHash('sha256')
  for (const { fileName, code = '' } of chunks) hash.update(fileName).update(code)
  return hash.digest('hex').slice(0, 16)
}

const compiledModules = (name, digest) => `new CompiledModules({
  folder: join(import.meta.dirname, '${FOLDER}'),
  file: join(cacheFolder(), [${name}, process.version, process.arch, '${digest}'].join('-')),
})`

/** The file that the package runs as `understudy`: it loads nothing that the other commands do not need. */
export const cliStart = `#!/usr/bin/env node
const isNode = !('Bun' in globalThis) && !('Deno' in globalThis)
if (isNode && ${JSON.stringify(COMMANDS)}.includes(process.argv[2])) require('./run-command.cjs')
else import('./cli.js')`

/** The file that it runs these commands with. */
export const commandStart = digest => `
import { join } from 'node:path'
import { CompiledModules } from '${join(RUNTIME, 'compiled-modules.ts')}'
import { cacheFolder, tooOldNode } from '${join(RUNTIME, 'platform.ts')}'

const args = process.argv.slice(2)
if (tooOldNode() === undefined) {
  const modules = ${compiledModules('args[0]', digest)}
  process.on('exit', () => modules.store())
  modules.load('./run.cjs').run(args)
} else import('./cli.js')`

/** The file of their worker. */
export const workerStart = digest => `
import { join } from 'node:path'
import { CompiledModules } from '${join(RUNTIME, 'compiled-modules.ts')}'
import { cacheFolder } from '${join(RUNTIME, 'platform.ts')}'

const modules = ${compiledModules("'worker'", digest)}
modules.load('./worker.cjs').onceCompiled(() => modules.store())`
