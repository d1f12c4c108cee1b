import type { Fixture, ProfileName } from '../src/index.ts'
import type { RequestOptions } from '../src/testing.ts'
import { lineageOf } from './lineage.ts'

/** A request: method, path (below `/api/v1`, or the control API's), body (text is sent as it is), and how. */
export type Step = readonly [method: string, path: string, body?: unknown, how?: How]

export interface How extends RequestOptions {
  /** Whether a step before may be refused. */
  mayFail?: boolean
  /** The name under which later steps find the id of what this one makes. */
  keep?: string
}

/** One fact about the service: what is asked of a fresh instance, and what it answers. */
export interface Case extends Expected {
  /** A fact: what is asked, and the result. */
  name: string
  /** The versions in which it holds, and those that no case names and that follow them; all where left out. */
  in?: readonly ProfileName[]
  /** What the instance holds. */
  fixture?: Fixture
  /** Asked before, in order; each must succeed. */
  given?: readonly Step[]
  ask: Step
  /** Asked afterwards, with what it must answer. */
  after?: readonly (readonly [Step, body: unknown])[]
}

export interface Expected {
  status: number
  /** The whole answer; parts may be matchers. */
  body?: unknown
  /** Whether a refused request is saved all the same; it changes nothing where left out. */
  isSaved?: boolean
}

/** The cases that hold in a version. One that neither a case nor `alsoNamed` names is expected to answer as its neighbour. */
export function casesIn<T extends Case>(name: string, cases: readonly T[], alsoNamed: readonly string[] = []): T[] {
  const named = new Set<string>([...cases.flatMap(it => it.in ?? []), ...alsoNamed])
  const followed = [name, ...lineageOf(name)].find(one => named.has(one)) ?? name
  return cases.filter(it => it.in?.some(one => one === followed) ?? true)
}

/** The body of a refusal. */
export const message = (text: string) => ({ message: text })
