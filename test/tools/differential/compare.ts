import { isRecord } from '../../../src/core/base/is-record.ts'
import { differences, Ids } from '../../checks/conformance/compare-recorded.ts'
import type { Answer, Recording } from './record.ts'

/** Requests that differ alike: the first of them, and how many there are. */
export interface Kind {
  name: string
  count: number
  request: string
  recorded: string
  ours: string
}

export interface Comparison {
  /** Without those where the service failed itself (5xx). */
  compared: number
  alike: number
  /** The most frequent first. */
  kinds: Kind[]
}

/** Counters that the service changes in the background, and sizes of its database. */
const MASKED =
  /\.(triggerCount|versionCounter|sizeBytes|lastUpdated|inviteAcceptUrl|nextCursor)\b|workflowPublishHistory/

/** Compares recorded answers with those of an instance to the same sequences. */
export function compareAnswers({ sequences }: Recording, ours: readonly (readonly Answer[])[]): Comparison {
  const kinds = new Map<string, Kind>()
  let compared = 0
  let alike = 0
  for (const [n, steps] of sequences.entries()) {
    const ids = new Ids()
    for (const [at, { answer, operation, method, path, body }] of steps.entries()) {
      const own = ours[n]?.[at]
      if (own === undefined || answer.status >= 500) continue
      compared++
      const found = differencesOf(answer, own, ids)
      if (found.length === 0) alike++
      else {
        const name = kindOf(operation, answer, own, found)
        const request = `${method} ${path} ${body ?? ''}`.slice(0, 200)
        const kind = kinds.get(name) ?? { name, count: 0, request, recorded: short(answer), ours: short(own) }
        kinds.set(name, { ...kind, count: kind.count + 1 })
      }
    }
  }
  return { compared, alike, kinds: [...kinds.values()].sort((a, b) => b.count - a.count) }
}

function differencesOf(recorded: Answer, own: Answer, ids: Ids): string[] {
  if (recorded.status !== own.status) return [`status ${recorded.status}, not ${own.status}`]
  if (isRecord(recorded.body) && typeof recorded.body.id === 'string') {
    ids.learn(recorded.body.id, String(Object(own.body).id))
  }
  // pages that the service makes of its editor are not copied
  if (typeof recorded.body === 'string' && recorded.body.startsWith('<')) return []
  return differences(recorded.body, own.body, ids, true).filter(difference => !MASKED.test(difference))
}

function kindOf(operation: string, recorded: Answer, own: Answer, found: readonly string[]): string {
  const [a, b] = [recorded, own].map(({ status, body }) => `${status} ${general(Object(body).message ?? '')}`)
  if (a !== b) return `${a} <> ${b}`
  return `${operation}: ${general(String(found[0]).split(':')[0] ?? '')}`
}

/** A text without what differs from request to request. */
const general = (text: unknown) =>
  String(text)
    .replaceAll(/"[^"]*"|'[^']*'/g, '…')
    .replaceAll(/\d+/g, 'N')
    .slice(0, 100)

const short = ({ status, body }: Answer) => `${status} ${JSON.stringify(body)}`.slice(0, 300)
