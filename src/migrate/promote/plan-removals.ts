import { textOf } from '../fields.ts'
import { PROMOTED, type PromotedKind, pairsAmong } from './notes.ts'
import { missingScope, type Planning } from './plan.ts'

const SCOPES = { tags: 'tag:delete', credentials: 'credential:delete', workflows: 'workflow:delete' }

/**
 * What an earlier promotion made or matched, and is not here any more, is left at the target. What it made is removed, if
 * that is wanted. What no promotion had to do with is only counted.
 */
export function planRemovals(planning: Planning, prune: boolean) {
  const { source, notes, target, lines, remarks, steps } = planning
  const here = { tags: source.tags, credentials: source.credentials, workflows: source.workflows }
  for (const { id, name } of atTarget(planning, 'workflows').filter(({ name }) => notes.probes.has(name))) {
    lines.push({ sign: '-', kind: 'workflows', to: id, name, says: ['removed'] })
    steps.removals.push({ kind: 'workflows', from: '', id, name, isActive: false, isProbe: true })
  }
  const others: string[] = []
  for (const kind of [...PROMOTED].reverse()) {
    const paired = new Set(steps.ids[kind].values())
    const there = atTarget(planning, kind)
    const noted = new Map(
      Array.from(pairsAmong(notes, kind, new Set(there.map(({ id }) => id))), ([from, id]) => [id, from]),
    )
    let count = 0
    for (const { id, name } of there) {
      if (paired.has(id) || notes.probes.has(name)) continue
      const made = notes.made[kind].get(id)
      const from = made ?? noted.get(id)
      if (from === undefined || here[kind].has(from)) {
        count++
        continue
      }
      const line = { kind, from, to: id, name }
      const scope = missingScope(planning, SCOPES[kind])
      if (!prune || made === undefined) lines.push({ ...line, sign: '-', says: ['left there'] })
      else if (scope) lines.push({ ...line, sign: '!', says: [scope] })
      else {
        lines.push({ ...line, sign: '-', says: ['removed'] })
        const isActive = kind === 'workflows' && target.workflows.get(id)?.active === true
        steps.removals.push({ kind, from, id, name, isActive })
      }
    }
    if (count > 0) others.push(`${count} ${count === 1 ? kind.slice(0, -1) : kind}`)
  }
  if (others.length > 0) remarks.push(`also there, and not from this document: ${others.join(', ')}`)
}

function atTarget({ target, notes }: Planning, kind: PromotedKind): { id: string; name: string }[] {
  if (kind === 'credentials' && !target.areCredentialsListed) {
    // not listed: those that promotions made are known by the notes alone; what else nodes name may not be there
    const names = new Map(target.credentials.map(({ id, name }) => [id, name]))
    return [...notes.made.credentials.keys()].map(id => ({ id, name: names.get(id) ?? id }))
  }
  if (kind === 'credentials') return target.credentials
  const records = kind === 'tags' ? (target.tags ?? []) : [...target.workflows.values()]
  return records.map(({ id, name }) => ({ id: textOf(id) ?? '', name: textOf(name) ?? '' }))
}
