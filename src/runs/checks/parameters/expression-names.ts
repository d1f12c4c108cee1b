import { type Token, textOf, tokensOf } from '../../expressions/rewrite-code.ts'

/** Names that expressions have, beside those of JavaScript. */
export const EXPRESSION_NAMES: ReadonlySet<string> = new Set(
  (
    '$ $json $binary $data $node $items $item $input $prevNode $parameter $rawParameter $runIndex $itemIndex $mode ' +
    '$now $today $workflow $execution $executionId $resumeWebhookUrl $vars $env $secrets $position $nodeVersion $nodeId ' +
    '$webhookId $self $thisItem $thisItemIndex $thisRunIndex $getPairedItem $jmespath $jmesPath $jmes_path $fromAI ' +
    '$fromAi $fromai $if $ifEmpty $min $max $average $not $agentInfo $tool $evaluateExpression $getWorkflowStaticData ' +
    '$pageCount $request $response $version $memory $credentials $runData $nodeName $fields $value $first $last ' +
    'DateTime Interval Duration luxon extend extendOptional ' +
    // what a service may put beside
    'jmespath'
  ).split(' '),
)

const JAVASCRIPT = new Set(
  (
    'Object Array String Number Boolean Date Math JSON RegExp Error TypeError RangeError SyntaxError Map Set WeakMap WeakSet Promise Symbol ' +
    'BigInt Intl parseInt parseFloat isNaN isFinite encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape ' +
    'NaN Infinity undefined null true false this typeof instanceof in of new delete void return if else for while do ' +
    'switch case default break continue function const let var class extends super try catch finally throw async await yield ' +
    'arguments Int8Array Uint8Array Uint16Array Uint32Array Float32Array Float64Array ArrayBuffer DataView Buffer console URL ' +
    'URLSearchParams atob btoa globalThis Reflect Proxy Atomics structuredClone window document process require module exports ' +
    'static get set import export with debugger enum from as let'
  ).split(' '),
)

/** A name that code reads and that neither it nor its surroundings have. */
export interface UnknownName {
  name: string
  start: number
}

/** Names that code reads without saying what they are. Linear in its length. */
export function unknownNames(code: string, known: ReadonlySet<string>): UnknownName[] {
  const tokens = tokensOf(code)
  const declared = declaredIn(tokens)
  const found: UnknownName[] = []
  for (const [at, { kind, text, start }] of tokens.entries()) {
    if (kind !== 'name' || known.has(text) || JAVASCRIPT.has(text) || declared.has(text)) continue
    const before = tokens[at - 1]?.text
    const after = tokens[at + 1]?.text
    if (before === '.' || before === '?.') continue
    // the name of a property, or a label
    if (after === ':' && (before === '{' || before === ',' || before === undefined)) continue
    // a method of an object
    if (after === '(' && (before === '{' || before === ',') && tokens[(tokens[at + 1]?.partner ?? 0) + 1]?.text === '{')
      continue
    // `typeof x` of a missing name is no error
    if (before === 'typeof') continue
    found.push({ name: text, start })
  }
  return found
}

/** All names that are declared anywhere in the code: parameters, variables, functions, classes. */
function declaredIn(tokens: readonly Token[]): Set<string> {
  const declared = new Set<string>()
  const addAll = (from: number, to: number) => {
    for (let at = from; at <= to; at++) {
      const token = tokens[at]
      if (token?.kind === 'name') declared.add(token.text)
    }
  }
  for (const [at, { text, kind }] of tokens.entries()) {
    if (text === '=>') {
      const before = tokens[at - 1]
      if (before?.kind === 'name') declared.add(before.text)
      else if (before?.text === ')' && before.partner !== undefined) addAll(before.partner, at)
    } else if (kind === 'name' && ['const', 'let', 'var'].includes(text)) {
      const end = endOfDeclaration(tokens, at + 1)
      addAll(at + 1, end)
    } else if (kind === 'name' && ['function', 'class', 'catch'].includes(text)) {
      const next = tokens[at + 1]
      if (next?.kind === 'name') declared.add(next.text)
      const open = tokens.slice(at + 1, at + 4).find(token => token.text === '(')
      if (open?.partner !== undefined) addAll(tokens.indexOf(open), open.partner)
    } else if (
      kind === 'name' &&
      tokens[at + 1]?.text === '(' &&
      tokens[(tokens[at + 1]?.partner ?? 0) + 1]?.text === '{'
    )
      // a method of a class or an object
      addAll(at + 1, tokens[at + 1]?.partner ?? at)
    else if (text === '=' && tokens[at - 1]?.kind === 'name' && tokens[at - 2]?.text !== '.')
      // an assignment makes a name in code that is not strict
      declared.add(tokens[at - 1]?.text ?? '')
    else if (text === ',' && kind === 'sign') {
      // further names of a declaration: `let a = 1, b = 2`
      const next = tokens[at + 1]
      if (next?.kind === 'name' && ['=', ';'].includes(tokens[at + 2]?.text ?? '')) declared.add(next.text)
    }
  }
  return declared
}

/** Where the pattern or the name after `const` ends. */
function endOfDeclaration(tokens: readonly Token[], at: number): number {
  const first = tokens[at]
  if (!first) return at
  let end = first.partner ?? at
  while (tokens[end + 1]?.text === ',' && tokens[end + 2]?.kind === 'name') end += 2
  return end
}

/** A read of a field of an item: `$json.a`, `$('N').item.json.a`. */
export interface FieldRead {
  /** The node that is named; none for the input. */
  node?: string
  field: string
  start: number
  end: number
  /** Whether the code goes on if the field is missing: `?.`, `??`, `||`. */
  isGuarded: boolean
}

const ITEM_READERS = ['item', 'first', 'last', 'itemMatching']

/** The fields of items that code reads. */
export function fieldReads(code: string): FieldRead[] {
  if (!code.includes('json')) return []
  const tokens = tokensOf(code)
  const found: FieldRead[] = []
  const push = (at: number, node?: string) => {
    const field = memberAt(tokens, at)
    // what is called is a function of all items
    if (!field || tokens[field.next]?.text === '(') return
    found.push({ ...(node === undefined ? {} : { node }), ...field, isGuarded: isGuarded(tokens, field.next) })
  }
  for (const [at, { kind, text }] of tokens.entries()) {
    const before = tokens[at - 1]?.text
    if (kind !== 'name' || before === '.' || before === '?.') continue
    if (text === '$json') push(at + 1)
    else if (text === '$input') {
      const end = readerEnd(tokens, at + 1)
      if (end !== undefined) push(end)
    } else if (text === '$' || text === '$node') {
      const open = tokens[at + 1]
      const name = tokens[at + 2]
      if (!open || open.partner !== at + 3 || name?.kind !== 'text' || !['(', '['].includes(open.text)) continue
      const node = textOf(name)
      if (text === '$node') {
        if (tokens[at + 4]?.text === '.' && tokens[at + 5]?.text === 'json') push(at + 6, node)
        continue
      }
      const end = readerEnd(tokens, at + 4)
      if (end !== undefined) push(end, node)
    }
  }
  return found
}

/** After `.item.json`, `.first().json` and the like. */
function readerEnd(tokens: readonly Token[], at: number): number | undefined {
  if (tokens[at]?.text !== '.' || !ITEM_READERS.includes(tokens[at + 1]?.text ?? '')) return undefined
  let next = at + 2
  if (tokens[next]?.text === '(') next = (tokens[next]?.partner ?? next) + 1
  return tokens[next]?.text === '.' && tokens[next + 1]?.text === 'json' ? next + 2 : undefined
}

function memberAt(tokens: readonly Token[], at: number) {
  const [sign, name, close] = tokens.slice(at, at + 3)
  if (!sign || !name) return undefined
  if (sign.text === '.' && name.kind === 'name')
    return { field: name.text, start: name.start, end: name.end, next: at + 2 }
  if (sign.text !== '[' || name.kind !== 'text' || close?.text !== ']') return undefined
  return { field: textOf(name), start: sign.start, end: close.end, next: at + 3 }
}

const GUARDS = ['?.', '?', '|', '&']

function isGuarded(tokens: readonly Token[], at: number): boolean {
  // up to the end of the members that follow
  let next = at
  while (tokens[next]?.text === '.' || tokens[next]?.text === '[' || tokens[next]?.text === '(') {
    const token = tokens[next]
    next = token?.text === '.' ? next + 2 : (token?.partner ?? next) + 1
  }
  return tokens.slice(at, next + 1).some(({ text }) => GUARDS.includes(text))
}
