import type { Version } from '../core/http/version.ts'
import { loadVersion, VERSION_NAMES } from '../core/versions/versions.ts'
import type { RunAccess } from '../runs/engine/job.ts'
import type { TrialContext } from '../runs/trials/run-trial.ts'

/** What is known of nodes is loaded when a mocked one has a parameter that cannot be evaluated. */
export const parametersReadBy =
  (version: Version): RunAccess['readParameters'] =>
  async node => {
    const { readParameters } = await import('../runs/checks/parameters/read-parameters.ts')
    return readParameters(node, await describing(version))
  }

/** The same when a workflow with a mocked node is tried. */
export const parameterFaultsBy =
  (version: Version): TrialContext['parameterFaults'] =>
  async node => {
    const { parameterFaults } = await import('../runs/checks/parameters/read-parameters.ts')
    return parameterFaults(node, await describing(version))
  }

/** The version itself, or the first one after it whose nodes are described. */
async function describing(version: Version): Promise<Version> {
  if (version.data.nodeParameters) return version
  for (const name of VERSION_NAMES.slice(VERSION_NAMES.findIndex(known => known === version.name) + 1)) {
    const next = await loadVersion(name)
    if (next.data.nodeParameters) return next
  }
  return version
}
