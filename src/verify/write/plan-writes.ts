import { isRecord } from '../../core/base/is-record.ts'
import type { Operation } from '../../core/http/operation.ts'
import { isRecordOf } from '../refused-questions.ts'

/** Operations that are not asked even where everything is. */
const REACHES_OTHERS = /^\/(users|community-packages|source-control|settings|n8n-packages|promotions)(\/|$)|\/test$/

/** Why a write is not asked with all that it does, even where everything is. */
export function whyNotDone({ path }: Operation): string {
  if (path.startsWith('/executions')) return 'it needs an execution, and only runs make these'
  return 'it reaches others, acts on the whole instance, or could not be undone'
}

/** What is asked of a throw-away instance, in this order. */
export interface WritePlan {
  /** Make a record of a collection that can be removed again. */
  creations: Operation[]
  /** Make something inside of a record. */
  innerCreations: Operation[]
  /** Read and change the records that were made. */
  changes: Operation[]
  /** Remove them, those inside of others first. */
  removals: Operation[]
  /** The other writes. */
  left: Operation[]
}

export function planWrites(operations: readonly Operation[]): WritePlan {
  const usable = operations.filter(({ path }) => !REACHES_OTHERS.test(path))
  const isMade = (path: string) => usable.some(it => it.method === 'DELETE' && isRecordOf(it.path, path))
  const creations = usable.filter(
    it => it.method === 'POST' && !it.path.includes('/:') && isMade(it.path) && hasExample(it),
  )
  const roots = creations.map(({ path }) => path)
  const onRecords = usable.filter(({ path }) => roots.some(root => path.startsWith(`${root}/:`)))
  const innerCreations = onRecords.filter(it => it.method === 'POST' && isMade(it.path) && hasExample(it))
  const removals = onRecords.filter(({ method }) => method === 'DELETE').sort((a, b) => depthOf(b) - depthOf(a))
  const changes = onRecords.filter(
    it => !innerCreations.includes(it) && !removals.includes(it) && (!it.body?.required || hasExample(it)),
  )
  const planned = new Set([...creations, ...innerCreations, ...changes, ...removals])
  const left = operations.filter(it => it.method !== 'GET' && !planned.has(it))
  return { creations, innerCreations, changes: inOrder(changes), removals, left }
}

const hasExample = ({ body }: Operation) => body?.example !== undefined && body.mediaType === undefined

const depthOf = ({ path }: Operation) => path.split('/').length

const METHODS = ['GET', 'PUT', 'PATCH', 'POST']

/** What reads first, then what changes a record, then what is done with it. */
const inOrder = (operations: readonly Operation[]) =>
  operations.toSorted((a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method))

/** Fields that name a record. */
const NAMES = ['name', 'key', 'displayName']

/** The example of an operation, with a name by which what it makes is found again. */
export function bodyOf({ body, path }: Operation, token: string, tagId: string | undefined): unknown {
  const example = structuredClone(body?.example)
  if (path.endsWith('/tags') && Array.isArray(example) && tagId !== undefined) return [{ id: tagId }]
  if (!isRecord(example) || path.includes('/:')) return isRecord(example) ? renamed(example, token, path) : example
  return renamed(example, token, path)
}

/** Names inside of a record, such as columns, stay: others refer to them. */
function renamed(example: Record<string, unknown>, token: string, path: string) {
  const isInner = path.split('/').length > 3
  const name = isInner ? undefined : NAMES.find(it => typeof example[it] === 'string')
  return name === undefined ? example : { ...example, [name]: token }
}
