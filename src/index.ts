// for projects without @types/node: the types that `await using` needs
/// <reference lib="esnext.disposable" preserve="true" />
import { ownCopy } from './core/base/own-copy.ts'
import { connectRemote } from './core/git/remote.ts'
import { type Overrides, parseOverrides, readOverrides } from './core/overrides/overrides.ts'
import { fixtureOfExports } from './core/seeding/exported-workflows.ts'
import type { FixtureSource } from './core/seeding/fixture-files.ts'
import { type FixtureInput, readOptions, type StartOptions } from './core/settings/start-options.ts'
import { createInstance, type Instance } from './instance/instance.ts'

export type { ClockSetting, ClockState } from './control/clock.ts'
export type { Control } from './control/control.ts'
export type { FaultRule, FaultSetting, PlannedFault } from './control/faults/fault-rule.ts'
export type { FaultPlan } from './control/faults/faults.ts'
export type { LoggedRequest } from './control/requests/logged-request.ts'
export type { RequestDetails } from './control/requests/request-details.ts'
export type { RequestHistory } from './control/requests/request-history.ts'
export type { Equals, RequestPattern } from './control/requests/request-pattern.ts'
export type { SimulationControl } from './control/simulation/operations.ts'
export type { OutcomeRule, PlannedOutcome } from './control/simulation/outcome-rule.ts'
export type { Snapshot, Snapshots } from './control/snapshots/snapshots.ts'
export type { ExecutionInput } from './control/state/add-execution.ts'
export type { ExportedPart } from './control/state/exported-state.ts'
export type { AddedExecution } from './control/state/operations.ts'
export type { ValidationRequest } from './control/validations/operations.ts'
export { createGitRemote, type ThrowAwayRemote } from './core/git/temporary-remote.ts'
export type { Fixture, FixtureOf } from './core/model/fixture.ts'
export { FEATURES, type Feature } from './core/model/licence.ts'
export type { Node } from './core/model/workflow.ts'
export type { OperationOverrides, Overrides } from './core/overrides/overrides.ts'
export type { SeedCounts } from './core/seeding/seed.ts'
export type { FixtureData, FixtureInput, StartOptions } from './core/settings/start-options.ts'
export { VERSION_NAMES as versions, type VersionName as ProfileName } from './core/versions/versions.ts'
export type { OperationName } from './generated/operation-name.ts'
export type { InstanceFetch } from './instance/fetch-without-socket.ts'
export type { Instance } from './instance/instance.ts'
export type { ServiceOptions } from './migrate/client/client.ts'
export type { Clone, CloneOptions, CloneSummary } from './migrate/clone/clone.ts'
export type { CloneToFileOptions } from './migrate/clone/clone-to-file.ts'
export type { CompareInstancesOptions } from './migrate/compare/compare.ts'
export type { Comparison } from './migrate/compare/compare-sides.ts'
export type { SideInput } from './migrate/compare/read-side.ts'
export { cloneService, cloneToFile, compareInstances, promote } from './migrate/lazy.ts'
export type { Plan, PlanLine } from './migrate/promote/plan.ts'
export type { PromoteOptions, Promotion } from './migrate/promote/promote.ts'
export { ServiceError } from './migrate/service-error.ts'
export type { Finding, Rule, Severity } from './runs/checks/finding.ts'
export type { ValidationReport } from './runs/checks/report.ts'
export type { NodeRunReport, RunReport } from './runs/trials/run-report.ts'
export type { RunRequest, WorkflowGiven } from './runs/trials/run-request.ts'

/**
 * Starts an instance that lives in memory.
 *
 * @throws TypeError for an unknown or invalid option; nothing is started
 * @throws ApiError for a fixture that is not one, with every validation error and its JSON path
 *
 * @example
 * const instance = await startInstance({ fixture: { tags: [{ name: 'urgent' }] } })
 * const headers = { [instance.apiKeyHeader]: instance.apiKey }
 * const answer = await fetch(`${instance.url}/api/v1/tags`, { headers })
 * await instance.stop()
 */
export async function startInstance(options: StartOptions = {}): Promise<Instance> {
  const values = readOptions(options)
  const { fixture, socket = true, host = '127.0.0.1', port = 0, gitRemote, overrides, ...rest } = values
  return createInstance({
    serviceName: 'n8n',
    allowHosts: [],
    report: (message: string) => console.error(message),
    ...rest,
    fixtures: await fixtureSources(fixture, 'fixture'),
    listen: socket ? { hostname: host, port } : undefined,
    overrides: overrides === undefined ? undefined : await overridesOf(overrides),
    remote: gitRemote && connectRemote(gitRemote),
    control: true,
    page: true,
  })
}

async function overridesOf(given: Overrides | string | URL): Promise<Overrides> {
  if (typeof given !== 'string' && !(given instanceof URL)) return readOverrides(given, 'overrides')
  const { readTextFile } = await import('./core/base/read-text-file.ts')
  return parseOverrides(await readTextFile(given, { isGiven: true }), String(given))
}

async function fixtureSources(fixture: FixtureInput | undefined, source: string): Promise<FixtureSource[]> {
  if (fixture === undefined) return []
  if (typeof fixture === 'string' || fixture instanceof URL) {
    const { readFixtureFiles } = await import('./core/seeding/fixture-files.ts')
    return readFixtureFiles(fixture)
  }
  const value = fixtureOfExports(fixture)
  // what the caller changes later is the caller's own
  if (!Array.isArray(value)) return [{ source, value: ownCopy(value) }]
  return (await Promise.all(value.map((part, at) => fixtureSources(part, `${source}/${at}`)))).flat()
}
