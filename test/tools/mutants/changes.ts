import ts from 'typescript-5'

export const KINDS = [
  'condition turned round',
  'comparison',
  '&& and ||',
  'without ??',
  'without await',
  'without the statement',
  'without the value returned',
  'true and false',
  'number by one',
  'empty text',
  'without the element',
  'without the spread',
] as const

/** A piece of a source text, and what a fault puts in its place. */
export interface Change {
  kind: (typeof KINDS)[number]
  start: number
  end: number
  replacement: string
}

/** The small faults of one node of the syntax tree, without those of its children. */
export function changesOf(node: ts.Node, source: ts.SourceFile): Change[] {
  const change = (kind: Change['kind'], of: ts.Node, replacement: string): Change => ({
    kind,
    start: of.getStart(source),
    end: of.getEnd(),
    replacement,
  })
  const turned = (condition: ts.Expression) => {
    // a comparison is turned round by its operator
    if (ts.isBinaryExpression(condition) && COMPARISONS.has(condition.operatorToken.kind)) return []
    const isNegated = ts.isPrefixUnaryExpression(condition) && condition.operator === ts.SyntaxKind.ExclamationToken
    const text = isNegated ? condition.operand.getText(source) : `!(${condition.getText(source)})`
    return [change('condition turned round', condition, text)]
  }

  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return turned(node.expression)
  if (ts.isConditionalExpression(node)) return turned(node.condition)
  if (ts.isBinaryExpression(node)) {
    const { operatorToken: operator, left } = node
    if (operator.kind === ts.SyntaxKind.QuestionQuestionToken) return [change('without ??', node, left.getText(source))]
    const logical = LOGICAL.get(operator.kind)
    if (logical) return [change('&& and ||', operator, logical)]
    const comparison = COMPARISONS.get(operator.kind)
    return comparison ? [change('comparison', operator, comparison)] : []
  }
  if (ts.isAwaitExpression(node)) return [change('without await', node, node.expression.getText(source))]
  if (isRemovable(node)) {
    return [change('without the statement', node, isLone(node) ? '{}' : '')]
  }
  if (ts.isReturnStatement(node)) {
    return returnsSomething(node) && mayReturnNothing(node)
      ? [change('without the value returned', node, 'return')]
      : []
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [change('true and false', node, 'false')]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [change('true and false', node, 'true')]
  if (ts.isNumericLiteral(node)) return [change('number by one', node, String(Number(node.text) + 1))]
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    return node.text === '' || isKey(node) ? [] : [change('empty text', node, "''")]
  }
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(element => without(element, node.elements))
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.flatMap(property =>
      ts.isSpreadAssignment(property) ? without(property, node.properties) : [],
    )
  }
  return []

  function without(item: ts.Node, list: ts.NodeArray<ts.Node>): Change[] {
    const next = list[list.indexOf(item) + 1]
    const isSpread = ts.isSpreadAssignment(item) || ts.isSpreadElement(item)
    const kind = isSpread ? 'without the spread' : 'without the element'
    return [{ kind, start: item.getStart(source), end: next?.getStart(source) ?? list.end, replacement: '' }]
  }
}

const COMPARISONS = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
])

const LOGICAL = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
])

/** Whether a statement does something that a program can do without: a call, an assignment, a refusal, leaving early. */
function isRemovable(node: ts.Node): boolean {
  if (ts.isThrowStatement(node) || ts.isContinueStatement(node) || ts.isBreakStatement(node)) return true
  if (ts.isReturnStatement(node)) return node.expression === undefined
  // a generator that yields once less only pauses once less
  return ts.isExpressionStatement(node) && !ts.isYieldExpression(node.expression)
}

/** Whether a statement is all that an `if` or a loop has, so that something must be in its place. */
const isLone = ({ parent }: ts.Node) => ts.isIfStatement(parent) || ts.isIterationStatement(parent, false)

const returnsSomething = ({ expression }: ts.ReturnStatement) =>
  expression !== undefined && !(ts.isIdentifier(expression) && expression.text === 'undefined')

/** Whether the type of the function around lets it return nothing; of one that names no type, the type check tells. */
function mayReturnNothing(node: ts.Node): boolean {
  const around = ts.findAncestor(node, ts.isFunctionLike)
  return around?.type === undefined || /\b(undefined|void|unknown)\b/.test(around.type.getText())
}

/** Whether a text names a property, which types check. */
const isKey = (node: ts.Node) => ts.isPropertyAssignment(node.parent) && node.parent.name === node
