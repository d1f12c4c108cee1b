import { allItems, currentItem, type Item, itemAt, lengthOf, type Source } from './items.ts'
import { askHost, ExpressionError, fail } from './outside.ts'
import { current } from './run.ts'

const FOR_ALL = "This is only available in 'Run Once for All Items' mode"

/** An object whose fields are computed when they are read, and which shows none of them. */
function lazy(fields: Record<string, () => unknown>): object {
  const made = {}
  for (const [name, get] of Object.entries(fields))
    Object.defineProperty(made, name, { get, enumerable: false, configurable: true })
  return made
}

const sourceOf = (node: string, branch: unknown, run: unknown): Source => ({
  node,
  branch: branch === undefined ? -1 : Number(branch),
  run: run === undefined ? -1 : Number(run),
})

/** What is read of a node beside its fields is missing, and the node has to exist. */
const otherFields = (check: () => void) =>
  new Proxy(Object.prototype, {
    get(fields, name, receiver) {
      if (typeof name === 'string' && name !== 'toJSON' && !(name in fields)) check()
      return Reflect.get(fields, name, receiver)
    },
  })

/** `$('Name')`: what another node put out. */
export function nodeByName(name: unknown): unknown {
  // without a name it is the node before
  const node = name === '' ? (current.node.previous?.name ?? '') : String(name)
  const check = () => {
    askHost('node', node, 'exists')
  }
  if (current.isCode) check()
  const matching = (kind: string) => (given?: unknown) => {
    check()
    if (kind === 'itemMatching' && given === undefined)
      fail('Missing item index for .itemMatching()', { context: { itemIndex: current.itemIndex } })
    return pairedItem(node, given === undefined ? current.itemIndex : Number(given), kind)
  }
  const fields = lazy({
    first: () => (branch?: unknown, run?: unknown) => itemAt(sourceOf(node, branch, run), 0),
    last: () => (branch?: unknown, run?: unknown) => itemAt(sourceOf(node, branch, run), -1),
    all: () => (branch?: unknown, run?: unknown) => allItems(sourceOf(node, branch, run)),
    item: () => {
      check()
      return pairedItem(node, current.itemIndex, 'item')
    },
    itemMatching: () => matching('itemMatching'),
    pairedItem: () => matching('pairedItem'),
    params: () => askHost('node', node, 'parameters'),
    context: () => contextOf(node),
    isExecuted: () => askHost('node', node, 'isExecuted'),
  })
  return Object.setPrototypeOf(fields, otherFields(check))
}

function pairedItem(node: string, itemIndex: number, method: string): Item | undefined {
  const found = askHost<{ node: string; branch: number; run: number; at: number }>('paired', node, itemIndex, method)
  return found && itemAt({ node: found.node, branch: found.branch, run: found.run }, found.at)
}

function contextOf(node: string): unknown {
  return askHost('node', node, 'context') ?? {}
}

/** `$node`: by name, the item of the same number. */
export const nodes = new Proxy(
  {},
  {
    get: (_, name) => (typeof name === 'string' && name !== 'toJSON' ? legacyNode(name) : undefined),
    has: () => true,
    ownKeys: () => [],
  },
)

function legacyNode(node: string): object {
  askHost('node', node, 'exists')
  const item = () =>
    askHost<undefined>('node', node, 'hasItem', current.itemIndex) ??
    itemAt(sourceOf(node, undefined, undefined), current.itemIndex)
  const made = lazy({
    context: () => contextOf(node),
    parameter: () => askHost('node', node, 'parameters'),
    runIndex: () => askHost('node', node, 'runIndex'),
  })
  for (const [name, get] of Object.entries({
    binary: () => item()?.binary ?? {},
    data: () => item()?.json,
    json: () => item()?.json,
  }))
    Object.defineProperty(made, name, { get, enumerable: true, configurable: true })
  return made
}

const onlyForAll = <Result>(name: string, get: () => Result) => {
  if (!current.isForEach) return get()
  throw new ExpressionError({ message: `Can't use .${name}() here`, description: FOR_ALL, name: 'ValidationError' })
}

// the service has no other input here, whatever is asked for
const ofInput = (): Source => ({ input: 0 })

/** `$input`. */
export const input = lazy({
  first: () => onlyForAll('first', () => () => itemAt(ofInput(), 0)),
  last: () => onlyForAll('last', () => () => itemAt(ofInput(), -1)),
  all: () => onlyForAll('all', () => () => allItems(ofInput())),
  item: () => currentItem(),
  itemMatching: () =>
    onlyForAll('itemMatching', () => (current.isCode ? (at: unknown) => itemAt(ofInput(), Number(at)) : undefined)),
  params: () => {
    const { previous } = current.node
    return previous && askHost('node', previous.name, 'parameters')
  },
  context: () => {
    const { previous } = current.node
    return previous ? contextOf(previous.name) : {}
  },
})

/** `$items('Name', branch, run)`. */
export function items(node?: unknown, branch?: unknown, run?: unknown): Item[] | undefined {
  if (node === undefined && current.node.before) return undefined
  if (node === undefined) return allItems(ofInput())
  return allItems(sourceOf(String(node), branch ?? 0, run))
}

/** An item of the first input. */
export const itemOfInput = (at: number) => itemAt(ofInput(), at)

/** The number of items at the first input. */
export const inputLength = () => lengthOf(ofInput())
