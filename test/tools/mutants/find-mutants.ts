import ts from 'typescript-5'
import { type Change, changesOf } from './changes.ts'

/** A small fault in a file of the source. */
export interface Mutant {
  /** The path, from the root of the project. */
  file: string
  /** The line that it begins in, from 1. */
  line: number
  kind: Change['kind']
  /** The lines that it changes, with one space for any white space. */
  before: string
  after: string
  /** The whole file with the fault. */
  source: () => string
}

/** The small faults that can be made in a file, in the order of its lines. */
export function findMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const visit = (node: ts.Node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    for (const change of changesOf(node, source)) found.push(mutantOf(file, text, source, change))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function mutantOf(file: string, text: string, source: ts.SourceFile, change: Change): Mutant {
  const { start, end, replacement, kind } = change
  const from = text.lastIndexOf('\n', start - 1) + 1
  const until = text.indexOf('\n', end)
  const rest = text.slice(end, until < 0 ? text.length : until)
  return {
    file,
    line: source.getLineAndCharacterOfPosition(start).line + 1,
    kind,
    before: onOneLine(text.slice(from, end) + rest),
    after: onOneLine(text.slice(from, start) + replacement + rest),
    source: () => text.slice(0, start) + replacement + text.slice(end),
  }
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
