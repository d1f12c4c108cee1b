import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Paths in a folder, with what is in the files. */
export type Files = Record<string, Uint8Array>

/** A folder of its own for a property, filled anew for each case. */
export function createFolder() {
  const path = mkdtempSync(join(tmpdir(), 'understudy-fuzz-'))
  return {
    path,
    /** Makes it hold these files, and no others. */
    fill(files: Files) {
      for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true })
      for (const [name, bytes] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), { recursive: true })
        writeFileSync(join(path, name), bytes)
      }
    },
    read: () => readFiles(path),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** All the files below a folder. */
export function readFiles(path: string): Files {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const paths = files.map(file => join(file.parentPath, file.name)).sort()
  return Object.fromEntries(paths.map(file => [file.slice(path.length + 1), new Uint8Array(readFileSync(file))]))
}

/** The same files with damage done to some of them, each chosen by a number. */
export function withDamage<T>(
  files: Files,
  damages: [pick: number, T][],
  damaged: (bytes: Uint8Array, by: T) => Uint8Array,
) {
  const result = { ...files }
  const names = Object.keys(files)
  for (const [pick, by] of damages) {
    const name = names[pick % names.length]
    const bytes = name === undefined ? undefined : result[name]
    if (name !== undefined && bytes?.length) result[name] = damaged(bytes, by)
  }
  return result
}
