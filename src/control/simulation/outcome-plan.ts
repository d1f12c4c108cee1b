import { badRequest } from '../../core/base/errors.ts'
import { closestName } from '../../core/model/closest-name.ts'
import type { State } from '../../core/model/state.ts'
import type { UsedRules } from '../../runs/engine/job.ts'
import { activeGraph } from '../../runs/schedules/active-graph.ts'
import type { RunRules } from '../../runs/schedules/run-setup.ts'
import { type PlannedRun, reaches } from '../../runs/schedules/runs.ts'
import type { HttpRule } from '../../runs/wire/wire.ts'
import { createRuleList, MAX_RULES, type RuleList } from '../rules/rule-list.ts'
import { type OutcomeRule, preparedOf, readOutcomeRule } from './outcome-rule.ts'

/** The rules by which simulated runs of an instance end. */
export interface OutcomePlan extends RuleList<OutcomeRule, ReturnType<typeof preparedOf>> {
  /** Replaces all rules; the random numbers begin with the seed again. @throws ApiError 400 */
  set(rules: readonly OutcomeRule[], source?: string): void
  /**
   * How a run ends: by the first rule that applies to it, of a node where it gets there. What its nodes put out: by the
   * first for each node. Which requests are answered: by all that apply. A rule counts when it is used.
   */
  rulesOf(run: PlannedRun): RunRules
  /** The rules that the run of an execution used, as they were then; none of executions before the start. */
  rulesMetBy(executionId: string): readonly MetRule[]
}

/** A rule that a run used. */
export interface MetRule {
  id: number
  /** How often: an answer may be given to several requests. */
  uses: number
  rule: OutcomeRule
}

/** As many executions as an instance stores by default. */
const MAX_EXECUTIONS = 10_000

/**
 * @param data the document, whose workflows rules name
 * @param allowForward hosts that requests may be forwarded to, beside this machine
 */
export function createOutcomePlan(seed: number, data: State, allowForward: readonly string[] = []): OutcomePlan {
  function readKnown(given: unknown, source: string): OutcomeRule {
    const rule = readOutcomeRule(given, source)
    refuseUnknown(rule, source, data)
    return rule
  }

  const list = createRuleList({
    seed,
    missing: id => `There is no rule ${id} of the simulation`,
    full: `There are ${MAX_RULES} rules of the simulation, and no room for more`,
    read: (given, source = 'rule') => readKnown(given, source),
    prepare: rule => preparedOf(rule, allowForward),
  })
  const met = new Map<string, readonly MetRule[]>()
  const { reset } = list
  return Object.assign(list, {
    reset() {
      met.clear()
      reset()
    },
    rulesMetBy: (executionId: string) => met.get(executionId) ?? [],
    set(rules: readonly OutcomeRule[], source = 'simulation') {
      if (!Array.isArray(rules)) throw badRequest(`${source}/rules must be array`)
      if (rules.length > MAX_RULES) throw badRequest(`${source}/rules has more than ${MAX_RULES} rules`)
      list.replace(rules.map((rule, at) => readKnown(rule, `${source}/rules/${at}`)))
    },
    rulesOf(run: PlannedRun) {
      const due = list.dueEach((rule, id) => (applies(rule, run) ? keyOf(rule, id, run) : undefined))
      // what follows one for whole runs is never the first that applies
      const whole = due.findIndex(({ rule }) => isOutcome(rule) && rule.node === undefined)
      const outcomes = due.filter(({ rule }, at) => isOutcome(rule) && (whole < 0 || at <= whole))
      const mocks = due.filter(({ prepared }) => prepared.mock)
      const http = due.filter(({ prepared }) => prepared.http)
      const usesOf = (used: UsedRules) => [
        ...outcomes.map(({ id, rule }, at) => ({ id, rule, uses: used.outcome === at ? 1 : 0 })),
        ...mocks.map(({ id, rule }) => ({ id, rule, uses: used.mocks.includes(rule.node ?? '') ? 1 : 0 })),
        ...http.map(({ id, rule }, at) => ({ id, rule, uses: used.http[at] ?? 0 })),
      ]
      return {
        outcomes: outcomes.map(({ rule: { node, error }, prepared: { waitTill, duration } }) => ({
          node,
          error,
          waitTill: waitTill?.(run.at),
          duration,
        })),
        mocks: Object.fromEntries(mocks.map(({ rule, prepared }) => [rule.node, prepared.mock ?? []])),
        http: http.flatMap(({ id, prepared }) => (prepared.http ? [limited(prepared.http, list.leftOf(id))] : [])),
        counts: {
          areLeft: (used: UsedRules) =>
            usesOf(used).every(({ id, uses }) => uses === 0 || uses <= (list.leftOf(id) ?? uses)),
          count: (used: UsedRules, executionId: string) => {
            const found = usesOf(used).filter(({ uses }) => uses > 0)
            for (const { id, uses } of found) list.count(id, uses)
            if (found.length === 0) return
            // one that has waited goes on under its id
            met.set(executionId, [...(met.get(executionId) ?? []), ...found])
            const [oldest] = met.keys()
            if (met.size > MAX_EXECUTIONS && oldest !== undefined) met.delete(oldest)
          },
        },
      }
    },
  })
}

const isOutcome = ({ output, http }: OutcomeRule) => output === undefined && http === undefined

/** What a rule is the first of. How a run ends was said when it began: one that goes on has its mocks alone. */
function keyOf({ node = '', output, http }: OutcomeRule, id: number, { resumed }: PlannedRun): string | undefined {
  if (http !== undefined) return `http:${id}`
  if (output !== undefined) return `node:${node}`
  return resumed ? undefined : `outcome:${node}`
}

/** An answer, for as many requests as its rule is left for. */
function limited(http: HttpRule, left: number | null): HttpRule {
  return left === null ? http : { ...http, times: Math.min(left, http.times ?? left) }
}

function applies({ workflow: named, node }: OutcomeRule, run: PlannedRun): boolean {
  const { id, name } = run.workflow
  return (named === id || named === name) && (node === undefined || reaches(run, node))
}

/** A rule for a workflow or a node that does not exist would never apply. @throws ApiError 400 with the nearest name */
function refuseUnknown({ workflow: named, node }: OutcomeRule, source: string, data: State) {
  const workflows = [...data.workflows.values()].filter(({ id, name }) => named === id || named === name)
  if (workflows.length === 0) {
    const known = Array.from(data.workflows.values(), ({ id, name }) => [id, name]).flat()
    throw badRequest(`${source}/workflow: there is no workflow ${JSON.stringify(named)}${hintFor(named, known)}`)
  }
  if (node === undefined) return
  const names = workflows.flatMap(workflow =>
    [workflow, activeGraph(data, workflow)].flatMap(({ nodes }) => nodes.flatMap(({ name }) => name ?? [])),
  )
  if (names.includes(node)) return
  const hint = hintFor(node, names)
  throw badRequest(`${source}/node: the workflow ${JSON.stringify(named)} has no node ${JSON.stringify(node)}${hint}`)
}

/** Of two letters, anything is near. */
const LEAST_CHARACTERS = 3

function hintFor(given: string, known: readonly string[]) {
  const meant = given.length < LEAST_CHARACTERS ? undefined : closestName(given, known)
  return meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`
}
