import type { WriteLimits } from '../../core/http/version.ts'
import type { State } from '../../core/model/state.ts'
import type { Service } from '../client/client.ts'
import { printable } from '../compare/comparison-text.ts'
import { type Fields, fieldsOf, textOf } from '../fields.ts'
import { matchRecords } from '../match-records.ts'
import {
  type Begun,
  type Note,
  type Notes,
  type NoteWriter,
  PROMOTED,
  type PromotedKind,
  pairsAmong,
} from '../notes.ts'
import type { Target } from './target.ts'

/**
 * What is done with a record: `+` created, `~` changed, `=` the same, `-` removed or left there, `!` cannot be done.
 */
export type Sign = '+' | '~' | '=' | '-' | '!'

/** A line of the plan. */
export interface PlanLine {
  sign: Sign
  kind: PromotedKind
  /** The local id. */
  from?: string
  /** The id at the target. */
  to?: string
  name: string
  /** Of a credential. */
  type?: string
  /** What is done, or why it cannot be. */
  says: string[]
}

export interface TagStep {
  from: string
  name: string
  /** The id at the target, of one that gets another name. */
  to?: string
}

export interface CredentialStep {
  from: string
  name: string
  type: string
  /** The id at the target that the user gives, where the service lists none: whether it exists has to be asked. */
  to?: string
  /** Whether another local one has its name and type, so that these do not identify the one at the target. */
  isTwin: boolean
  /** The fields that are sent as they are, its name and type among them. */
  sent: Fields
  /** Opened when it is sent; without real data it is only looked up. */
  data: (() => unknown) | undefined
}

/** The steps of a workflow, in this order: its content, its tags, its activation, its draft. */
export interface WorkflowStep {
  from: string
  name: string
  /** The id at the target; none yet where it is created. */
  to?: string
  /** Whether its content is sent. What is sent to an active workflow is published. */
  isSent: boolean
  /** Whether a draft is sent that is not published. */
  isDraftSent: boolean
  /** Local ids of the tags that it is to have; left out where they are right. */
  tags?: readonly string[]
  activation?: 'activate' | 'deactivate'
  /** The body, with the ids of the target as they are known by then. */
  body(version: 'content' | 'draft', request: 'create' | 'update'): Fields
  /** The names of what it refers to and is not at the target by then. */
  missing(): Missing
}

/** Names of what a workflow refers to. */
export interface Missing {
  credentials: string[]
  workflows: string[]
}

export interface RemovalStep {
  kind: PromotedKind
  from: string
  id: string
  name: string
  isActive: boolean
  /** A workflow that was made to look something up, and was left by a promotion that was killed. */
  isProbe?: boolean
}

/** What a promotion is going to do. */
export interface Plan {
  url: string
  lines: PlanLine[]
  /** Remarks about all of it. */
  remarks: string[]
  /** Whether anything is to be sent. */
  hasChanges: boolean
  /** How many things cannot be done. */
  refused: number
}

/** The steps behind a plan, in their order. */
export interface Steps {
  tags: TagStep[]
  credentials: CredentialStep[]
  /** Called ones first. */
  workflows: WorkflowStep[]
  removals: RemovalStep[]
  /** What was found to be the same, or made by a promotion that was killed: to be noted first. */
  notes: Note[]
  /** Local id → id at the target; grows while the steps are taken. */
  ids: Record<PromotedKind, Map<string, string>>
  /** What an earlier promotion began, and did not see the end of. */
  begun: readonly Begun[]
  /** Local ids of workflows that were sent before all that they refer to was at the target. */
  incomplete: Set<string>
}

/** Whether workflows at the target become active as the local ones, stay as they are, or all become active. */
export type Activate = 'same' | 'none' | 'all'

/** What the parts of a plan are made from, and what they add to. */
export interface Planning {
  source: State
  service: Service
  target: Target
  limits: WriteLimits
  notes: Notes
  activate: Activate
  /** Whether workflows that others call are published, before those. */
  publishCalled: boolean
  /** Whether a draft is published, in the place of the version that is published here. */
  drafts: boolean
  /** Turns sealed data back. @throws where it was sealed with another key */
  unseal(text: string): unknown
  /** Credentials that the user pairs: local id or name → id at the target. */
  credentialMap: ReadonlyMap<string, string>
  lines: PlanLine[]
  remarks: string[]
  steps: Steps
}

/** Something that the service refused although the plan had it. */
export interface Failure {
  kind: PromotedKind
  /** The local id. */
  from: string
  /** The id at the target, where it is there. */
  to?: string
  name: string
  because: string
}

/** What the steps of a plan are taken with. */
export interface ApplyContext {
  steps: Steps
  service: Service
  target: Target
  limits: WriteLimits
  /** What was noted before. */
  noted: Notes
  notes: NoteWriter
  /** Called with each step that is done. */
  onStep(text: string): void
}

/** Takes a step, and returns whether it was taken; what the service refuses becomes a failure. */
export type Attempt = (
  kind: PromotedKind,
  step: { from: string; name: string; to?: string },
  task: () => Promise<unknown>,
  /** What cannot be then. */
  prefix?: string,
) => Promise<boolean>

/**
 * Why nothing of this kind can be done: the key lacks a scope. `undefined` where it has it, or the service shows none.
 */
export function missingScope({ target: { scopes } }: Planning, scope: string): string | undefined {
  return !scopes || scopes.has(scope) ? undefined : `the key lacks the scope ${scope}`
}

/** Notes that a record at the target is the same as a local one. */
export function pair({ steps, notes }: Planning, kind: PromotedKind, from: string, id: string) {
  steps.ids[kind].set(from, id)
  if (notes.pairs[kind].get(from) !== id) steps.notes.push({ is: 'matched', kind, from, id })
}

/** The pairs noted before, and those of what was made just before a promotion was killed. */
export function notedPairs({ notes }: Planning, kind: PromotedKind, there: readonly { id: string; name: string }[]) {
  const pairs = pairsAmong(notes, kind, new Set(there.map(({ id }) => id)))
  const taken = new Set(pairs.values())
  const recovered = new Map<string, string>()
  for (const { from, name, known, id } of notes.begun.filter(begun => begun.kind === kind)) {
    const isMade = (one: { id: string; name: string }) =>
      id === undefined ? one.name === name && !known.includes(one.id) : one.id === id
    const made = there.find(one => isMade(one) && !taken.has(one.id))
    if (!made) continue
    pairs.set(from, made.id)
    taken.add(made.id)
    recovered.set(from, made.id)
  }
  return { pairs, recovered }
}

/** Notes of what was found: that it was made, where it was begun and is there; else that it is the same. */
export function pairFound(
  planning: Planning,
  kind: PromotedKind,
  { from, to, recovered }: { from: string; to: string; recovered: ReadonlyMap<string, string> },
) {
  if (recovered.get(from) !== to) return pair(planning, kind, from, to)
  planning.steps.ids[kind].set(from, to)
  planning.steps.notes.push({ is: 'made', kind, from, id: to })
}

/** Tags are identified by their names, so one that has the name is the same. */
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
      (target.tags ? undefined : 'the key may not list tags of the service: give it the scope tag:list') ??
      tooLong(name, limits.mostTagName) ??
      (to !== undefined && taken.has(name) ? 'another tag of the service has the name' : undefined) ??
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

const SCOPES = { tags: 'tag:delete', credentials: 'credential:delete', workflows: 'workflow:delete' }

/**
 * What an earlier promotion made or matched, and is not here any more, is left at the target. What it made is removed,
 * if that is wanted. What no promotion had to do with is only counted.
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
      const isActive = kind === 'workflows' && target.workflows.get(id)?.active === true
      const scope =
        missingScope(planning, SCOPES[kind]) ?? (isActive ? missingScope(planning, 'workflow:deactivate') : undefined)
      if (!prune || made === undefined) lines.push({ ...line, sign: '-', says: ['left there'] })
      else if (scope) lines.push({ ...line, sign: '!', says: [scope] })
      else {
        lines.push({ ...line, sign: '-', says: ['removed'] })
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

/** How many records are named that stay as they are. */
const MAX_LEFT = 20

const WORDS: Record<Sign, string> = { '+': 'create', '~': 'change', '=': 'same', '-': '', '!': 'cannot, because' }
const KIND: Record<PromotedKind, string> = { tags: 'tag', credentials: 'credential', workflows: 'workflow' }

/** A plan for people: a line for each thing that is to be done, or cannot be; what stays as it is, in short. */
export function planText({ url, lines, remarks, hasChanges, refused }: Plan): string {
  const left = lines.filter(isLeft)
  const shown = lines.filter(line => line.sign !== '=' && !isLeft(line))
  const count = (sign: Sign) => lines.filter(line => line.sign === sign).length
  return [
    `To ${url}:`,
    ...shown.map(lineText),
    ...left.slice(0, MAX_LEFT).map(lineText),
    ...(left.length > MAX_LEFT ? [`  - and ${left.length - MAX_LEFT} more left there`] : []),
    ...remarks.map(remark => `  (${remark})`),
    hasChanges || refused > 0
      ? `${count('+')} to create, ${count('~')} to change, ${count('=')} the same, ${count('-') - left.length} to remove, ` +
        `${left.length} left there, ${refused} that cannot be`
      : `Nothing to do: ${count('=')} the same, ${left.length} left there`,
  ].join('\n')
}

/** What the service refused, in the form in which a plan says what cannot be. */
export const failureText = ({ kind, from, to, name, because }: Failure): string =>
  lineText({ sign: '!', kind, from, ...(to === undefined ? {} : { to }), name, says: [because] })

const isLeft = ({ sign, says }: PlanLine) => sign === '-' && says[0] !== 'removed'

function lineText({ sign, kind, name, type, to, says }: PlanLine): string {
  const ofType = type === undefined ? '' : ` of type ${printable(type)}`
  const what = `${KIND[kind]} ${printable(JSON.stringify(name))}${ofType}${to === undefined ? '' : ` (${printable(to)})`}`
  const words = [WORDS[sign], ...says.map(printable)].filter(text => text !== '')
  if (sign === '-') return `  - ${what} ${words.join(', ')}`
  if (sign === '!') return `  ! ${what} ${WORDS['!']} ${says.map(printable).join('; ')}`
  const word = kind === 'credentials' && sign === '~' ? 'look up' : WORDS[sign]
  return `  ${sign} ${word} ${what}${says.length > 0 ? `: ${says.map(printable).join(', ')}` : ''}`
}
