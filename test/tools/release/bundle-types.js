import { join, relative } from 'node:path'
import ts from 'typescript-5'

/** The file that holds what several entries reach. */
const SHARED = 'shared'
const { SymbolFlags } = ts

/**
 * Makes one declaration file for each entry of a folder of declaration files, and one for what several of them reach.
 * Only what an entry leads to is in them, that of a package included, so that the package need not be installed.
 *
 * @param {string} folder the declaration files, one for each source file
 * @param {Record<string, readonly string[]>} entries paths in it, without ending, with the values that they export
 * @param {{ inside: string, beside: string }} where the package whose types are taken in, and a folder of modules that
 * stay what they are
 * @returns {{ texts: Record<string, string>, exported: Record<string, { name: string, isValue: boolean, isType: boolean }[]> }}
 */
export function bundleTypes(folder, entries, { inside, beside }) {
  const names = Object.keys(entries)
  const fileOf = entry => join(folder, `${entry}.d.ts`)
  const program = ts.createProgram(names.map(fileOf), {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  /** What is taken in, and which entries lead to it. */
  const found = new Map()

  const exported = {}
  for (const entry of names) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(fileOf(entry)))
    exported[entry] = checker.getExportsOfModule(module).map(it => ({ name: it.name, symbol: targetOf(it) }))
    for (const { symbol } of exported[entry]) collect(symbol, entry)
  }
  const homes = new Map([...found].map(([symbol, { by }]) => [symbol, by.size > 1 ? SHARED : [...by][0]]))
  const given = nameAll()
  const describe = ({ name, symbol }, entry) => {
    const isValue = entries[entry].includes(name)
    return { name, isValue, isType: (symbol.flags & SymbolFlags.Type) !== 0 }
  }
  return {
    texts: Object.fromEntries([SHARED, ...names].map(file => [file, textOf(file)])),
    exported: Object.fromEntries(names.map(entry => [entry, exported[entry].map(it => describe(it, entry))])),
  }

  function targetOf(symbol) {
    return symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  }

  /** Adds a symbol and what its declarations name. */
  function collect(symbol, entry) {
    const known = found.get(symbol) ?? { parts: symbol.declarations.map(partOf), by: new Set() }
    if (known.by.has(entry)) return
    found.set(symbol, known)
    known.by.add(entry)
    for (const { edits } of known.parts) for (const { refersTo } of edits) collect(refersTo, entry)
  }

  /** A declaration: its text, the names in it that are replaced, and the modules beside that it names. */
  function partOf(declaration) {
    const statement = ts.findAncestor(declaration, node => node.parent && ts.isSourceFile(node.parent))
    const source = statement.getSourceFile()
    const start = statement.getFullStart()
    const edits = []
    const modules = new Map()
    const replace = (from, to, refersTo, before = '') =>
      edits.push({ start: from - start, end: to - start, refersTo, before })
    const visit = node => {
      if (ts.isImportTypeNode(node) && node.qualifier) {
        const symbol = targetOf(checker.getSymbolAtLocation(node.qualifier))
        replace(node.getStart(source), node.qualifier.getEnd(), symbol, node.isTypeOf ? 'typeof ' : '')
        node.typeArguments?.forEach(visit)
        return
      }
      if (ts.isQualifiedName(node) && ts.isIdentifier(node.left)) {
        const module = targetOf(checker.getSymbolAtLocation(node.left))
        if (module.flags & SymbolFlags.ValueModule) {
          const path = pathOf(module.declarations[0])
          if (path.startsWith(`${beside}/`)) modules.set(node.left.text, path)
          else replace(node.getStart(source), node.getEnd(), targetOf(checker.getSymbolAtLocation(node.right)))
          return
        }
      }
      if (ts.isIdentifier(node) && !isNameOfMember(node)) {
        const symbol = checker.getSymbolAtLocation(node)
        const target = symbol && targetOf(symbol)
        if (target && isTakenIn(target)) replace(node.getStart(source), node.getEnd(), target)
      }
      ts.forEachChild(node, visit)
    }
    visit(statement)
    return { statement, text: statement.getFullText(source), edits, modules }
  }

  function pathOf(node) {
    return relative(folder, node.getSourceFile().fileName).replace(/\.d\.ts$/, '')
  }

  /** Whether it is declared at the top of one of the folder's files, or of the package's. */
  function isTakenIn(symbol) {
    return (symbol.declarations ?? []).some(declaration => {
      if (ts.isSourceFile(declaration) || ts.isTypeParameterDeclaration(declaration)) return false
      const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
      if (!ts.isSourceFile(statement.parent)) return false
      const { fileName } = statement.getSourceFile()
      return !relative(folder, fileName).startsWith('..') || fileName.includes(`/node_modules/${inside}/`)
    })
  }

  /** Each symbol its own name in the file that holds it and in those that import it. */
  function nameAll() {
    const result = new Map()
    const taken = new Map([SHARED, ...names].map(file => [file, new Set()]))
    const isExported = symbol => names.some(entry => exported[entry].some(it => it.symbol === symbol))
    const isGlobal = name => checker.resolveName(name, undefined, SymbolFlags.Type | SymbolFlags.Value, false)
    const [first, rest] = [[...found.keys()].filter(isExported), [...found.keys()].filter(it => !isExported(it))]
    for (const symbol of [...first, ...rest]) {
      const home = homes.get(symbol)
      const files = home === SHARED ? [SHARED, ...names] : [SHARED, home]
      const isTaken = name => files.some(file => taken.get(file).has(name)) || (!isExported(symbol) && isGlobal(name))
      let name = symbol.name
      for (let count = 2; isTaken(name); count++) name = `${symbol.name}${count}`
      // what is shared can be imported by every file
      for (const file of home === SHARED ? files : [home]) taken.get(file).add(name)
      result.set(symbol, name)
    }
    return result
  }

  function textOf(file) {
    const own = [...found].filter(([symbol]) => homes.get(symbol) === file)
    const parts = new Map(own.flatMap(([, it]) => it.parts.map(part => [part.statement, part])))
    const imported = new Set()
    const body = [...parts.values()].map(part => declarationOf(part, file, imported)).join('\n')
    const modules = new Map([...parts.values()].flatMap(part => [...part.modules]))
    const leaves =
      file === SHARED
        ? own.map(([symbol]) => ({ name: given.get(symbol), symbol, isValue: true }))
        : exported[file].map(it => ({ ...it, isValue: entries[file].includes(it.name) }))
    const listOf = items => [...items].sort().join(', ')
    const specifier = ({ name, symbol, isValue }) =>
      `${isValue ? '' : 'type '}${given.get(symbol)}${given.get(symbol) === name ? '' : ` as ${name}`}`
    const exportOf = (isOwn, from) => {
      const items = leaves.filter(({ symbol }) => (homes.get(symbol) === file) === isOwn)
      return items.length > 0 ? `export { ${listOf(items.map(specifier))} }${from}\n` : ''
    }
    return [
      ...librariesOf(file).map(name => `/// <reference lib="${name}" preserve="true" />\n`),
      ...[...modules].map(([name, path]) => `import type * as ${name} from './${path}.js'\n`),
      imported.size > 0 ? `import type { ${listOf(imported)} } from './${SHARED}.js'\n` : '',
      `${body}\n`,
      exportOf(true, ''),
      exportOf(false, ` from './${SHARED}.js'`),
    ].join('')
  }

  /** The libraries that a file asks for stay: those of the entries, in the file that all of them import. */
  function librariesOf(file) {
    if (file !== SHARED) return []
    const asked = names.flatMap(entry => program.getSourceFile(fileOf(entry)).libReferenceDirectives)
    return [...new Set(asked.map(({ fileName }) => fileName))]
  }

  function declarationOf({ text, edits }, file, imported) {
    let result = text
    for (const { start, end, refersTo, before } of edits.toSorted((a, b) => b.start - a.start)) {
      const name = given.get(refersTo)
      if (homes.get(refersTo) !== file) imported.add(name)
      result = result.slice(0, start) + before + name + result.slice(end)
    }
    return result
      .replace(/^((?:\s|\/\*[\s\S]*?\*\/|\/\/.*\n)*)export (?:default )?/, '$1')
      .replace(/^((?:\s|\/\*[\s\S]*?\*\/|\/\/.*\n)*)(class|function|const|let|abstract)\b/, '$1declare $2')
      .trim()
  }
}

/** Names of properties and parameters say nothing about another declaration. */
function isNameOfMember(node) {
  const { parent } = node
  return (
    parent.name === node &&
    (ts.isPropertySignature(parent) ||
      ts.isMethodSignature(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isParameter(parent) ||
      ts.isNamedTupleMember(parent))
  )
}
