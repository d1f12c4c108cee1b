import { textOf } from '../fields.ts'
import { PROMOTED, type PromotedKind } from './notes.ts'
import { lackOf, type Planning } from './planning.ts'

const SCOPES = { tags: 'tag:delete', credentials: 'credential:delete', workflows: 'workflow:delete' }

/** What is there and not here is left; what an earlier promotion made of it is removed, if that is wanted. */
export function planRemovals(planning: Planning, prune: boolean) {
  const { source, notes, target, lines, steps } = planning
  const here = { tags: source.tags, credentials: source.credentials, workflows: source.workflows }
  for (const { id, name } of there(planning, 'workflows').filter(({ name }) => notes.probes.has(name))) {
    lines.push({ sign: '-', kind: 'workflows', to: id, name, says: ['removed'] })
    steps.removals.push({ kind: 'workflows', from: '', id, name, isActive: false, isProbe: true })
  }
  for (const kind of [...PROMOTED].reverse()) {
    const kept = new Set(steps.ids[kind].values())
    for (const { id, name } of there(planning, kind)) {
      if (kept.has(id) || notes.probes.has(name)) continue
      const from = notes.made[kind].get(id)
      const isOurs = from !== undefined && !here[kind].has(from)
      const line = { kind, to: id, name, ...(from === undefined ? {} : { from }) }
      const lack = lackOf(planning, SCOPES[kind])
      if (!isOurs || !prune) lines.push({ ...line, sign: '-', says: ['left there'] })
      else if (lack) lines.push({ ...line, sign: '!', says: [lack] })
      else {
        lines.push({ ...line, sign: '-', says: ['removed'] })
        const isActive = kind === 'workflows' && target.workflows.get(id)?.active === true
        steps.removals.push({ kind, from, id, name, isActive })
      }
    }
  }
}

function there({ target, notes }: Planning, kind: PromotedKind): { id: string; name: string }[] {
  if (kind === 'credentials' && !target.areCredentialsListed) {
    // not listed: those that promotions made are known by the notes alone; what else nodes name may not be there
    const names = new Map(target.credentials.map(({ id, name }) => [id, name]))
    return [...notes.made.credentials.keys()].map(id => ({ id, name: names.get(id) ?? id }))
  }
  if (kind === 'credentials') return target.credentials
  const records = kind === 'tags' ? (target.tags ?? []) : [...target.workflows.values()]
  return records.map(({ id, name }) => ({ id: textOf(id) ?? '', name: textOf(name) ?? '' }))
}
