import { matchRecords } from '../compare/match-records.ts'
import { fieldsOf, textOf } from '../fields.ts'
import { missingScope, notedPairs, type Planning, pairFound } from './plan.ts'

/** Tags are told by their names, so one that has the name is the same. */
export function planTags(planning: Planning) {
  const { source, target, limits, lines, steps } = planning
  const here = [...source.tags.values()]
  const { tags: listed = [] } = target
  const there = listed.map(tag => ({ id: textOf(tag.id) ?? '', name: textOf(tag.name) ?? '' }))
  const { pairs, recovered } = notedPairs(planning, 'tags', there)
  const matches = matchRecords(here.map(fieldsOf), listed, {
    nameOf: ({ name }) => textOf(name)?.trim(),
    noted: pairs,
  })
  const names = new Map(there.map(({ id, name }) => [id, name]))
  const taken = new Set(names.values())
  for (const { id: from, name: given } of here) {
    const name = given.trim()
    const to = matches.get(from)
    const line = { kind: 'tags' as const, from, name, ...(to === undefined ? {} : { to }) }
    if (to !== undefined) pairFound(planning, 'tags', { from, to, recovered })
    if (to !== undefined && names.get(to) === name) {
      lines.push({ ...line, sign: '=', says: [] })
      continue
    }
    const why =
      (target.tags ? undefined : 'the key may not list tags there: give it the scope tag:list') ??
      tooLong(name, limits.mostTagName) ??
      (to !== undefined && taken.has(name) ? 'another tag there has the name' : undefined) ??
      missingScope(planning, to === undefined ? 'tag:create' : 'tag:update')
    if (why !== undefined) lines.push({ ...line, sign: '!', says: [why] })
    else {
      steps.tags.push({ from, name, ...(to === undefined ? {} : { to }) })
      const says = to === undefined ? [] : [`name: ${JSON.stringify(names.get(to))} → ${JSON.stringify(name)}`]
      lines.push({ ...line, sign: to === undefined ? '+' : '~', says })
    }
  }
}

function tooLong(name: string, most: number | undefined) {
  const length = [...name].length
  if (most === undefined || (length > 0 && length <= most)) return undefined
  return `its name has ${length} characters; the service takes 1 to ${most}`
}
