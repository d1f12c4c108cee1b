import type { Version } from '../core/http/version.ts'
import type { RunAccess } from '../runs/engine/job.ts'

/** What is known of nodes is loaded when a mocked one has a parameter that cannot be evaluated. */
export const parametersReadBy =
  (version: Version): RunAccess['readParameters'] =>
  async node => {
    const { readParameters } = await import('../runs/checks/parameters/read-parameters.ts')
    return readParameters(node, version)
  }
