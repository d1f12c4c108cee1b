import ts from 'typescript-5'
import { type Change, changesOf } from './changes.ts'

/** A small fault in a file of the source. */
export interface Mutant {
  /** The path, from the root of the project. */
  file: string
  /** The line that it begins in, from 1. */
  line: number
  /** The place in the file's text where it begins. */
  start: number
  kind: Change['kind']
  /** What it changes, and in which declaration: the same until that is edited; others like it are numbered. */
  fault: string
  /** The lines that it changes, as they are then, with one space for any white space. */
  after: string
  /** The whole file with the fault. */
  source: () => string
}

/** The small faults that can be made in a file, in the order of its lines. */
export function findMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const counts = new Map<string, number>()
  const visit = (node: ts.Node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (file.startsWith(FIELD_TABLES) && ts.isPropertyAssignment(node) && isUnread(node, source)) return
    for (const change of changesOf(node, source)) {
      const fault = faultOf(node, source, change)
      const count = (counts.get(fault) ?? 0) + 1
      counts.set(fault, count)
      found.push({ ...mutantOf(file, text, source, change), fault: count === 1 ? fault : `${fault} (${count})` })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const FIELD_TABLES = 'src/core/model/'

/** In the tables of fields: examples, which tests alone read, and texts that people alone read. */
function isUnread({ name, parent }: ts.PropertyAssignment, source: ts.SourceFile) {
  const key = name.getText(source)
  const isOfField = parent.properties.some(other => other.name?.getText(source) === 'compared')
  return key === 'made' || key === 'computed' || (key === 'examples' && isOfField)
}

/** The smallest piece around a change that says what it is, in the declaration that it belongs to. */
function faultOf(node: ts.Node, source: ts.SourceFile, { start, end, replacement }: Change): string {
  const piece = ts.isLiteralExpression(node) || isKeyword(node) ? node.parent : node
  const [from, until] = [Math.min(piece.getStart(source), start), Math.max(piece.getEnd(), end)]
  const text = source.text
  const before = shortened(text.slice(from, until), start - from)
  const after = shortened(text.slice(from, start) + replacement + text.slice(end, until), start - from)
  const places: string[] = []
  for (let at = piece.parent; at; at = at.parent) if (isNamed(at)) places.unshift(at.name.getText(source))
  return `${[...places, ''].join('.').replace(/\.$/, ': ')}${before} → ${after}`
}

const isKeyword = ({ kind }: ts.Node) => kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword

const isNamed = (node: ts.Node): node is ts.NamedDeclaration & { name: ts.Node } =>
  (ts.isFunctionLike(node) || ts.isVariableDeclaration(node) || ts.isClassLike(node)) && node.name !== undefined

/** On one line; of a long text the part around the change. */
function shortened(text: string, at: number) {
  const from = text.length > MOST ? Math.max(0, at - MOST / 4) : 0
  return onOneLine(text.slice(from, from + MOST))
}
const MOST = 120

function mutantOf(file: string, text: string, source: ts.SourceFile, change: Change): Omit<Mutant, 'fault'> {
  const { start, end, replacement, kind } = change
  const from = text.lastIndexOf('\n', start - 1) + 1
  const until = text.indexOf('\n', end)
  const rest = text.slice(end, until < 0 ? text.length : until)
  return {
    file,
    line: source.getLineAndCharacterOfPosition(start).line + 1,
    start,
    kind,
    after: onOneLine(text.slice(from, start) + replacement + rest),
    source: () => text.slice(0, start) + replacement + text.slice(end),
  }
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
