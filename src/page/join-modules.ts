import { posix } from 'node:path'
import {
  type DirectExport,
  type Export,
  type Import,
  init,
  parse,
  type Reexport,
  type StaticImport,
} from 'es-module-lexer'

/**
 * Joins modules into one script, each in a scope of its own, in the order in which they need each other: a browser asks
 * once instead of for every file. What is exported is taken when its module has run, so a cycle is an error.
 *
 * @param entry the path of the module that everything starts from
 * @param texts path → text. A package is found under `packages`: name → path.
 * @throws Error for an import of something that is not there, a cycle, or a form of import that is not joined
 * @example
 * await joinModules('main.js', new Map([['main.js', "import { a } from './a.js'"], ['a.js', 'export const a = 1']]))
 */
export async function joinModules(
  entry: string,
  texts: ReadonlyMap<string, string>,
  packages: Readonly<Record<string, string>> = {},
): Promise<string> {
  await init()
  const joined: string[] = []
  const states = new Map<string, 'open' | 'done'>()

  function add(path: string, from: string) {
    if (states.get(path) === 'done') return
    if (states.has(path)) throw new Error(`${from} imports ${path}, which needs ${from} itself`)
    const text = texts.get(path)
    if (text === undefined) throw new Error(`${from} imports ${path}, which is not there`)
    states.set(path, 'open')
    const resolve = (name: string) => packages[name] ?? posix.join(posix.dirname(path), name)
    const { imported, body } = scoped(path, text, resolve)
    for (const other of imported) add(other, path)
    joined.push(body)
    states.set(path, 'done')
  }

  add(entry, entry)
  return `const modules = {}\n${joined.join('\n')}`
}

interface Edit {
  from: number
  to: number
  text: string
}

const placeOf = (path: string) => `modules[${JSON.stringify(path)}]`

/** A module as a statement that runs it and keeps what it exports. */
function scoped(path: string, text: string, resolve: (name: string) => string) {
  const { imports, exports } = lexed(path, text)
  const imported = imports.map(it => resolve(it.specifier))
  const edits = [
    ...imports.flatMap(it => importEdit(it, text, resolve)),
    ...new Map(exports.map(it => [it.exportStart, exportEdit(it, text, imports)])).values(),
  ]
  const names = exports.map(it => `${JSON.stringify(it.name)}: ${localOf(it, resolve)}`)
  const body = `${placeOf(path)} = (() => {\n${edited(text, edits)}\nreturn { ${names.join(', ')} }\n})()`
  return { imported: [...new Set(imported)], body }
}

type NamedExport = DirectExport | Reexport

function lexed(path: string, text: string) {
  const [imports, exports] = parse(text, path)
  const isPlain = (it: Import): it is StaticImport => it.type === 'static'
  const isNamed = (it: Export): it is NamedExport => it.type === 'direct' || it.type === 'reexport'
  if (imports.every(isPlain) && exports.every(isNamed)) return { imports, exports }
  throw new Error(`${path} has a dynamic import, import.meta or export *, which is not joined`)
}

/** `import { a as b } from './c.js'` → `const { a: b } = modules["c.js"]`. */
function importEdit(it: StaticImport, text: string, resolve: (name: string) => string): Edit[] {
  const statement = text.slice(it.importStart, it.importEnd)
  if (!statement.startsWith('import')) return []
  const { importStart: from, importEnd: to } = it
  const [, clause] = /^import\s*(.*?)\s*from\s*['"][^'"]*['"]$/s.exec(statement) ?? []
  if (clause === undefined) return [{ from, to, text: '' }]
  const pattern = clause.startsWith('{') ? clause.replace(/\bas\b/g, ':') : `{ default: ${clause} }`
  return [{ from, to, text: `const ${pattern} = ${placeOf(resolve(it.specifier))}` }]
}

const LIST = /export\s*\{[^}]*\}/y
const WORD = /export\s+/y
const DEFAULT = /export\s+default\s+/y

/** Takes the `export` away, and leaves what is declared. */
function exportEdit(it: NamedExport, text: string, imports: readonly StaticImport[]): Edit {
  const from = it.exportStart
  if (it.type === 'reexport') return { from, to: imports[it.importIndex]?.importEnd ?? from, text: '' }
  const afterDefault = endOf(DEFAULT, from, text)
  if (afterDefault) return { from, to: afterDefault, text: it.localName ? '' : 'const $default = ' }
  return { from, to: endOf(LIST, from, text) || endOf(WORD, from, text), text: '' }
}

function localOf(it: NamedExport, resolve: (name: string) => string) {
  if (it.type === 'reexport') return `${placeOf(resolve(it.from))}[${JSON.stringify(it.importName)}]`
  return it.localName ?? (it.name === 'default' ? '$default' : it.name)
}

function endOf(pattern: RegExp, at: number, text: string) {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : 0
}

const edited = (text: string, edits: Edit[]) =>
  edits
    .sort((a, b) => b.from - a.from)
    .reduce((before, { from, to, text }) => before.slice(0, from) + text + before.slice(to), text)
