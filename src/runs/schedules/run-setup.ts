import { hash } from 'node:crypto'
import { zoneOf } from '../../core/base/zone.ts'
import type { NodeItem } from '../../core/model/run-data.ts'
import type { State } from '../../core/model/state.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'
import type { Outcome, PlannedMock, RunAccess, RunJob, RunResult, UsedRules } from '../engine/job.ts'
import type { Sendable } from '../engine/messages.ts'
import type { SentRun } from '../engine/sent-run.ts'
import type { HttpRule, Wire } from '../wire/wire.ts'
import { activeGraph } from './active-graph.ts'
import type { GivenTable } from './data-table-access.ts'
import { recordOf } from './item.ts'
import { type CredentialFacts, callRefusal, credentialRefusal } from './project-access.ts'
import { tokenFor } from './run-data.ts'
import type { RunIdOptions, RunIds } from './run-ids.ts'
import type { PlannedRun } from './runs.ts'
import { SharedVariables, sharedWorkflow } from './shared-values.ts'

/** What another engine needs for a run. */
export interface InstalledParts {
  access: RunAccess
  /** Computes a run by the built-in engine. */
  compute(job: RunJob): Promise<RunResult>
}

/** A run of which nothing is stored: what stands for services, and what else differs from the instance. */
export interface Trial {
  /** What nodes of the workflow put out, or of one that it calls. */
  mocksOf(workflow: WorkflowRecord): Record<string, PlannedMock[]>
  /** What a node puts out whose mock is asked for. */
  answerMock: RunAccess['mock']
  http: HttpRule[]
  usePinnedData: boolean
  unmocked: 'pass' | 'fail'
  /** What `$vars` gives beside the variables of the instance. */
  variables: Record<string, string>
  /** Tables that it sees beside those of the instance. */
  dataTables: readonly GivenTable[]
  /** The time zone of workflows that name none. */
  zone: string
  /** Type of credential → its data: of nodes that name a credential whose id is that type. */
  credentials?: Record<string, Record<string, unknown>> | undefined
  /** Has the engine of a project run it, instead of the built-in one. */
  byInstalled?: ((job: RunJob, parts: InstalledParts) => Promise<RunResult>) | undefined
  /** Workflows that it may call, by their ids or names, before those of the instance. */
  subWorkflows: readonly WorkflowRecord[]
  /** Whether a workflow was given without an id: then no list of callers can name it. */
  isUnidentified(id: string): boolean
  /** Whether a called workflow that is missing ends the run: the instance is not the one that the workflow is of. */
  needsCalled: boolean
  /** Whether it is another execution than the one before: with another id, and other random values. */
  isRepeated: boolean
}

/** How often rules are applied. */
export interface RuleCounts {
  /** Whether what a run used of them is still left: another run may have taken it meanwhile. */
  areLeft(used: UsedRules): boolean
  /** @param executionId of the execution that used them */
  count(used: UsedRules, executionId: string): void
}

/** What the rules of a simulation say of a run: how it ends, and what nodes put out. */
export interface RunRules {
  outcomes?: readonly Outcome[] | undefined
  mocks?: Record<string, PlannedMock[]> | undefined
  http?: HttpRule[] | undefined
  counts?: RuleCounts | undefined
}

export interface RunSetupOptions extends RunIdOptions, CredentialFacts {
  rulesOf(run: PlannedRun): RunRules
  /** What answers the requests of all runs, after their own rules. */
  http: readonly HttpRule[]
  /** Of workflows that name none. */
  zone: string
  /** Whether only active workflows are run as error workflows, and as those that others call. */
  needsActive: boolean
  /** Seed of the runs' random numbers. */
  seed: number
  /** Milliseconds that computing a run may take. */
  timeLimit: number
  /** What a node does that calls a service and has no mock: in runs that are stored. */
  unmocked: 'pass' | 'fail'
}

/** What belongs to the computing of one run: what answers its requests, the rules of it and of those that it calls. */
export interface Computing {
  wire: Wire
  rules: RuleCounts[]
}

/** Puts together what is sent of a run to where it is computed. */
export class RunSetup {
  readonly #options: RunSetupOptions
  readonly #ids: RunIds
  readonly #variables = new SharedVariables()

  constructor(options: RunSetupOptions, ids: RunIds) {
    this.#options = options
    this.#ids = ids
  }

  /** What is sent of a run that is stored. */
  async sent(run: PlannedRun, id: string, computing: Computing): Promise<Sendable<SentRun>> {
    const { form, store, unmocked, base, newToken, http } = this.#options
    const { start, earlier, mode, at, parent, resumed } = run
    return {
      ...this.#setup(store.data, run, undefined, computing, http),
      start,
      earlier,
      id,
      // one that waited has its own in its data
      resumeToken: resumed ? tokenFor(`${id} ${resumed.startedAt}`) : newToken(),
      base: run.base ?? base,
      misconfigured: run.misconfigured,
      mode,
      at,
      context: parent && { ...parent.context, source: mode },
      parentExecution: parent?.execution,
      seed: seedFor(this.#options.seed, id),
      timeLimit: this.#options.timeLimit,
      form,
      depth: run.depth ?? 0,
      unmocked,
      answers: run.answers,
      failure: run.refusal ?? (await credentialRefusal(store.data, run.workflow, this.#options)),
    }
  }

  /** @param run begins with items */
  tried(run: PlannedRun, id: string, trial: Trial, computing: Computing): Sendable<RunJob> {
    const { form, store, seed, http } = this.#options
    const { start, mode, at } = run
    return {
      ...this.#setup(store.data, run, trial, computing, [...trial.http, ...http]),
      start: start && { ...start, items: start.given as NodeItem[] },
      misconfigured: run.misconfigured,
      mode,
      at,
      execution: this.#ids.execution(id, run.base),
      seed: seedFor(seed, id),
      timeLimit: this.#options.timeLimit,
      form,
      depth: 0,
      unmocked: trial.unmocked,
      usePinnedData: trial.usePinnedData,
      needsCalled: trial.needsCalled,
      explain: true,
    }
  }

  /** @param http what answers requests after the rules of the workflow */
  #setup(
    state: State,
    run: PlannedRun,
    trial: Trial | undefined,
    computing: Computing,
    http: readonly HttpRule[] = [],
  ) {
    const { workflow } = run
    const { id, settings, projectId } = workflow
    const zone = trial?.zone ?? this.#options.zone
    const { counts, ...rules }: RunRules = trial ? { mocks: trial.mocksOf(workflow) } : this.#options.rulesOf(run)
    const variables = this.#variables.of(state, projectId)
    return {
      workflow: sharedWorkflow(workflow),
      zone: zoneOf(settings, zone) ?? zone,
      variables: trial ? { ...variables.value, ...trial.variables } : variables,
      staticData: recordOf(state.workflows.get(id)?.staticData) as Record<string, Record<string, unknown>>,
      ...rules,
      ...(counts ? { rules: computing.rules.push(counts) - 1 } : {}),
      http: computing.wire.plan([...(rules.http ?? []), ...http]),
    }
  }

  /** A workflow that is called; owners of workflows that are given are not known, and not asked for. */
  async called(
    workflowId: string,
    { run: caller, trial, callerId }: { run: PlannedRun; trial: Trial | undefined; callerId: string },
    computing: Computing,
  ) {
    const state = this.#options.store.data
    const given = trial?.subWorkflows.find(({ id, name }) => id === workflowId || name === workflowId)
    const found = given ?? state.workflows.get(workflowId)
    if (!found) return undefined
    const workflow = activeGraph(state, found)
    const run: PlannedRun = { workflow, start: undefined, mode: 'integrated', at: caller.at, base: caller.base }
    const isActive = found.active || !this.#options.needsActive
    const calling =
      callerId === caller.workflow.id
        ? caller.workflow
        : (trial?.subWorkflows.find(({ id }) => id === callerId) ?? state.workflows.get(callerId))
    const mayDecide = !trial || (!given && state.workflows.has(callerId)) || decidesAlone(workflow, callerId, trial)
    const refusal = calling && mayDecide ? await this.#refusalOf(state, workflow, calling, trial) : undefined
    return { ...this.#setup(state, run, trial, computing), isActive, ...(refusal ? { refusal } : {}) }
  }

  async #refusalOf(state: State, called: WorkflowRecord, caller: WorkflowRecord, trial: Trial | undefined) {
    const refusal = trial ? undefined : await credentialRefusal(state, called, this.#options)
    return refusal ?? callRefusal(state, called, caller)
  }
}

/** Whether the settings of a called workflow decide who may call it, without a look at the owners. */
const decidesAlone = ({ settings: { callerPolicy } }: WorkflowRecord, callerId: string, trial: Trial) =>
  callerPolicy === 'none' || (callerPolicy === 'workflowsFromAList' && !trial.isUnidentified(callerId))

/** The first 32 bits of a hash. */
const seedFor = (seed: number, id: string) => Number.parseInt(hash('sha256', `${seed}:${id}`, 'hex').slice(0, 8), 16)
