import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const ROOT = join(import.meta.dir, '../../..')
export const SRC = join(ROOT, 'src')

export interface Import {
  from: string
  to: string
  typeOnly: boolean
  /** Whether it is loaded when it is needed, by `import(…)`. */
  late?: boolean
}

/** The files in a folder and in those inside it, by their paths from it. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

/** What a file imports: our own files by their path from the folder, everything else as it is written. */
export function importsOf(path: string, folder = SRC): Import[] {
  const text = readFileSync(join(folder, path), 'utf8')
  const found = text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'/gm)
  return [...found].map(([, type, statically, dynamically]) => {
    const to = statically ?? dynamically ?? ''
    const own = to.startsWith('.') ? join(dirname(path), to) : to
    return { from: path, to: own, typeOnly: type !== undefined, late: statically === undefined }
  })
}

/** A file's text without its comments. */
export function codeOf(path: string) {
  return readFileSync(join(SRC, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^#!.*|(?<!:)\/\/.*/gm, '')
}

/** Circles of imports, each as the path around it. */
export function cyclesIn(edges: Import[]): string[] {
  const next = Map.groupBy(edges, ({ from }) => from)
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, way: string[]) => {
    if (way.includes(path)) cycles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    else if (!done.has(path)) {
      for (const { to } of next.get(path) ?? []) visit(to, [...way, path])
      done.add(path)
    }
  }
  for (const path of next.keys()) visit(path, [])
  return cycles
}
