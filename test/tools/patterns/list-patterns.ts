import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript-5'

const ROOT = join(import.meta.dirname, '../../..')

/** A regular expression of the source. */
export interface Pattern {
  file: string
  line: number
  source: string
  flags: string
}

/** What is made for a pattern while the program runs, and so cannot be checked. */
export interface MadePattern {
  file: string
  line: number
  code: string
}

/**
 * The regular expressions of `src`: literals, patterns of schemas, and what is made while the program runs.
 *
 * @example
 * listPatterns().patterns.filter(({ file }) => file.startsWith('src/core/http/'))
 */
export function listPatterns(): { patterns: Pattern[]; made: MadePattern[] } {
  const patterns: Pattern[] = []
  const made: MadePattern[] = []
  for (const path of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(ts|js)$/.test(path) || path.endsWith('.d.ts')) continue
    const file = join(ROOT, 'src', path)
    const parsed = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
    const at = (node: ts.Node) => ({
      file: relative(ROOT, file),
      line: parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1,
    })
    const visit = (node: ts.Node) => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/')
        patterns.push({ ...at(node), source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
      } else if (
        ts.isPropertyAssignment(node) &&
        node.name.getText() === 'pattern' &&
        ts.isStringLiteral(node.initializer)
      ) {
        patterns.push({ ...at(node), source: node.initializer.text, flags: '' })
      } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
        made.push({ ...at(node), code: node.getText().replace(/\s+/g, ' ') })
      }
      ts.forEachChild(node, visit)
    }
    visit(parsed)
  }
  return { patterns, made }
}
