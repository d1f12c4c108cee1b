import { type ControlledFile, usualPath } from './controlled-files.ts'
import { type Difference, type Direction, differenceOf } from './difference.ts'
import { type LocalItem, type LocalItems, withoutValue } from './local-files.ts'
import type { MergeBase } from './merge-base.ts'
import type { Repository } from './repository.ts'

interface Compared {
  local: LocalItems
  repository: Repository
  base: MergeBase
  direction: Direction
  /** The time shown for items that the instance does not have. */
  now: string
  /**
   * Whether the instance wins every conflict of a push, and the remote of a pull, even where it has changed nothing.
   */
  force?: boolean
}

/**
 * What a push or a pull would change, in the form of newer versions: workflows and credentials one by one, the tags and
 * the variables as one file each.
 */
export function statusOf(compared: Compared): ControlledFile[] {
  return [
    ...itemFiles(compared, 'workflows', 'workflow'),
    ...itemFiles(compared, 'credentials', 'credential'),
    ...sharedFile(compared, variableDifferences(compared), {
      id: 'variables',
      name: 'variables',
      type: 'variables',
    }),
    ...sharedFile(compared, tagDifferences(compared), { id: 'mappings', name: 'tags', type: 'tags' }),
  ]
}

function itemFiles(
  { local, repository, base, direction, now, force }: Compared,
  kind: 'workflows' | 'credentials',
  type: 'workflow' | 'credential',
): ControlledFile[] {
  const ids = new Set([...local[kind].keys(), ...repository[kind].keys()])
  const newPath = createPaths(repository, kind)
  return [...ids].flatMap(id => {
    const [item, remote] = [local[kind].get(id), repository[kind].get(id)]
    const sides = { local: item?.content, base: knownBase(base, kind, id), remote: remote?.content }
    const difference = differenceOf(sides, direction, force)
    // an item that was deleted upstream stays in the instance, and is reported once
    const isReported = direction === 'pull' && !remote && base[kind].get(id)?.path === undefined
    if (!difference || isReported) return []
    const name = item?.name ?? (remote?.value as { name: string } | undefined)?.name ?? id
    const file = remote?.path ?? (direction === 'pull' ? base[kind].get(id)?.path : undefined) ?? newPath(id)
    return [{ file, id, name, type, ...difference, location: locationOf(direction), updatedAt: item?.updatedAt ?? now }]
  })
}

/** Chooses paths for items without a file in the repository: all different, and none that the repository has. */
function createPaths(repository: Repository, kind: 'workflows' | 'credentials') {
  const taken = new Set<string>()
  return (id: string) => {
    // half of a surrogate pair cannot be encoded
    const name = encodeURIComponent(id.toWellFormed())
    for (let number = 1; ; number++) {
      const path = usualPath[kind](number === 1 ? name : `${name}-${number}`)
      if (repository.files.has(path) || taken.has(path)) continue
      taken.add(path)
      return path
    }
  }
}

/** An item that was deleted upstream is not in the base that both sides share. */
function knownBase(base: MergeBase, kind: 'workflows' | 'credentials' | 'tags' | 'variables', id: string) {
  return base[kind].get(id)?.content
}

function sharedFile(
  { repository, direction, now }: Compared,
  differences: readonly (Difference | undefined)[],
  file: Pick<ControlledFile, 'id' | 'name' | 'type'>,
): ControlledFile[] {
  const found = differences.filter(difference => difference !== undefined)
  if (found.length === 0) return []
  const path = usualPath[file.type === 'tags' ? 'tags' : 'variables']('')
  const isNew = direction === 'push' && !repository.files.has(path)
  const conflict = found.some(difference => difference.conflict)
  const status = isNew ? 'created' : 'modified'
  return [{ file: path, ...file, status, location: locationOf(direction), conflict, updatedAt: now }]
}

function variableDifferences({ local, repository, base, direction, force }: Compared) {
  const ids = new Set([...local.variables.keys(), ...repository.variables.keys()])
  return [...ids].map(id => {
    const [known, remote] = [knownBase(base, 'variables', id), repository.variables.get(id)?.content]
    return differenceOf(
      {
        local: local.variables.get(id)?.content,
        base: known && withoutValue(known),
        remote: remote && withoutValue(remote),
      },
      direction,
      force,
    )
  })
}

function tagDifferences({ local, repository, base, direction, force }: Compared) {
  const ids = new Set([...local.tags.keys(), ...repository.tags.keys()])
  const tags = [...ids].map(id => {
    const item: LocalItem | undefined = local.tags.get(id)
    const sides = { local: item?.content, base: knownBase(base, 'tags', id), remote: repository.tags.get(id)?.content }
    return differenceOf(sides, direction, force)
  })
  const sides = { local: pairsOf(local.mappings), base: pairsOf(base.mappings), remote: pairsOf(repository.mappings) }
  // what a workflow is tagged with is a difference only where the workflow is in the repository, or is new
  const pairs = new Set([...sides.local, ...sides.remote].filter(pair => isShared(pair)))
  const mappings = [...pairs].map(pair => {
    const has = (side: ReadonlySet<string>) => (side.has(pair) ? 'mapped' : undefined)
    const mapped = { local: has(sides.local), base: has(sides.base), remote: has(sides.remote) }
    return differenceOf(mapped, direction, force)
  })
  return [...tags, ...mappings]

  function isShared(pair: string) {
    const [id = ''] = JSON.parse(pair) as string[]
    return repository.workflows.has(id) || (local.workflows.has(id) && !base.workflows.has(id))
  }
}

const pairsOf = (mappings: ReadonlyMap<string, readonly string[]>) =>
  new Set([...mappings].flatMap(([workflow, tags]) => tags.map(tag => JSON.stringify([workflow, tag]))))

const locationOf = (direction: Direction) => (direction === 'push' ? 'local' : 'remote')
