import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SPECIFIER = /(?:\bfrom|\bimport\(|^import)\s*['"](\.[^'"]+)['"]/gm

/** The declaration files of a folder that these lead to, themselves included. */
export function reachableTypes(folder, entries) {
  const found = new Set()
  const visit = file => {
    if (found.has(file) || !existsSync(join(folder, file))) return
    found.add(file)
    for (const [, to] of readFileSync(join(folder, file), 'utf8').matchAll(SPECIFIER)) {
      visit(join(dirname(file), to).replace(/(\.d)?\.[jt]s$/, '.d.ts'))
    }
  }
  for (const entry of entries) visit(entry)
  return found
}
