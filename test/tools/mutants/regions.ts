import ts from 'typescript-5'

/** A piece of a source text that runs as a whole or not at all, unless something in it throws or leaves. */
export interface Region {
  start: number
  end: number
}

/** Behind each statement of these kinds what follows may be left out. */
const MAY_LEAVE = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.SwitchStatement,
  ts.SyntaxKind.TryStatement,
])

const SHORT_CIRCUITS = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
])

/** The regions of a source text below the module itself: bodies, branches, defaults. */
export function findRegions(text: string): Region[] {
  return probesOf(text).map(({ region }) => region)
}

/** The start of the smallest region around a place; 0 for code of the module itself. */
export function regionAround(regions: readonly Region[], at: number): number {
  // the smallest one starts last
  return Math.max(0, ...regions.filter(({ start, end }) => start <= at && at < end).map(({ start }) => start))
}

/**
 * The text with a call for each region, on the lines where they are, so that what fails names the same places.
 * @param call the source of a call for the region with that start
 */
export function withProbes(text: string, call: (start: number) => string): string {
  const opening = new Map<number, string>()
  const closing = new Map<number, string>()
  for (const { region, kind } of probesOf(text)) {
    const { start, end } = region
    const [open, close] = AROUND[kind]
    opening.set(start, `${opening.get(start) ?? ''}${open}${call(start)}${kind === 'value' ? ', ' : ';'}`)
    // the inner one was found later, and ends first
    closing.set(end, `${close}${closing.get(end) ?? ''}`)
  }
  let done = 0
  const parts: string[] = []
  for (const at of [...new Set([...opening.keys(), ...closing.keys()])].sort((one, other) => one - other)) {
    parts.push(text.slice(done, at), closing.get(at) ?? '', opening.get(at) ?? '')
    done = at
  }
  return [...parts, text.slice(done)].join('')
}

const AROUND = { value: ['(', ')'], lone: ['{', '}'], list: ['', ''] } as const

interface Probe {
  region: Region
  /** Where it stands: in a list of statements, as the only statement of a branch, or as a value. */
  kind: 'list' | 'lone' | 'value'
}

function probesOf(text: string): Probe[] {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true)
  const found: Probe[] = []
  const add = (kind: Probe['kind'], start: number, end: number) => found.push({ region: { start, end }, kind })
  const addValue = (value: ts.Expression | undefined) => {
    // a function takes its name from the place where it is written
    if (value && !ts.isFunctionLike(value) && !ts.isClassExpression(value)) add('value', value.getStart(), value.end)
  }
  const addBranch = (branch: ts.Statement | undefined) => {
    if (branch && !ts.isBlock(branch)) add('lone', branch.getStart(), branch.end)
  }
  const addList = (statements: ts.NodeArray<ts.Statement>) => {
    const [first] = statements
    for (const [index, statement] of statements.entries()) {
      const before = statements[index - 1]
      if (statement === first || (before && MAY_LEAVE.has(before.kind)))
        add('list', statement.getStart(), statements.end)
    }
  }
  const visit = (node: ts.Node) => {
    if (ts.isTypeNode(node)) return
    if (ts.isBlock(node) || ts.isCaseOrDefaultClause(node)) addList(node.statements)
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) addValue(node.body)
    if (ts.isConditionalExpression(node)) {
      addValue(node.whenTrue)
      addValue(node.whenFalse)
    }
    if (ts.isBinaryExpression(node) && SHORT_CIRCUITS.has(node.operatorToken.kind)) addValue(node.right)
    if (ts.isParameter(node) || ts.isBindingElement(node) || ts.isPropertyDeclaration(node)) addValue(node.initializer)
    if (ts.isIfStatement(node)) {
      addBranch(node.thenStatement)
      addBranch(node.elseStatement)
    }
    if (ts.isIterationStatement(node, false)) addBranch(node.statement)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
