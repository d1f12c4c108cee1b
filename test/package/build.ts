// Makes `lib`, what the package ships: JavaScript and its types. Deno refuses TypeScript inside a package. npm runs it
// before it packs (`prepack`) and removes `lib` afterwards.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import process from 'node:process'

const ROOT = join(import.meta.dirname, '../..')
const LIB = join(ROOT, 'lib')

rmSync(LIB, { recursive: true, force: true })
compile()
copyRest()

function compile() {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-package-'))
  const config = join(folder, 'tsconfig.json')
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, rewriteRelativeImportExtensions: true },
    ...{ rootDir: join(ROOT, 'src'), outDir: LIB, typeRoots: [join(ROOT, 'node_modules/@types')] },
  }
  const include = [join(ROOT, 'src')]
  writeFileSync(config, JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions, include }))
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-p', config], { stdio: 'inherit' })
  rmSync(folder, { recursive: true })
  if (status !== 0) process.exit(1)
}

/** The files of the page, and others that are no TypeScript. */
function copyRest() {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  for (const file of files) {
    if (!/\.(js|css|html|svg)$/.test(file)) continue
    cpSync(join(ROOT, 'src', file), join(LIB, file.split(sep).join('/')))
  }
}
