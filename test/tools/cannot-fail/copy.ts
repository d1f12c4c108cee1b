import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { copyProject, openProject } from '../mutants/project.ts'
import type { Way } from './ways.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** A copy of the repository in which tests run in one way, and the folder that they take for temporary files. */
export function makeCopy({ name, files, modules, limit }: Way) {
  const folder = mkdtempSync(join(tmpdir(), `understudy-${name}-`))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const root = join(folder, 'copy')
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  copyProject(openProject(ROOT), root)
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text)
  replaceImports(join(root, 'test'), modules)
  return { root, temporary, limit, [Symbol.dispose]: remove }
}

function replaceImports(tests: string, modules: Way['modules']) {
  const subject = join(tests, 'tools/cannot-fail/subject')
  for (const file of readdirSync(tests, { recursive: true, encoding: 'utf8' })) {
    const path = join(tests, file)
    if (!path.endsWith('.ts') || path.startsWith(subject)) continue
    const text = readFileSync(path, 'utf8')
    const replaced = text.replace(/^((?:import|\}) .*from )'([^']+)'$/gm, (line, start, module) =>
      Object.hasOwn(modules, module) ? `${start}'${join(subject, modules[module] ?? '')}'` : line,
    )
    if (replaced !== text) writeFileSync(path, replaced)
  }
}
