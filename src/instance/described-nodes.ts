import type { Version } from '../core/http/version.ts'
import { loadVersion, VERSION_NAMES } from '../core/versions/versions.ts'
import type { RunAccess } from '../runs/engine/job.ts'
import type { CredentialFacts } from '../runs/schedules/project-access.ts'
import type { TrialContext } from '../runs/trials/run-trial.ts'

/** What runs and tests ask of the nodes of a version: loaded when a mocked node is first asked about. */
export function describedNodes(
  version: Version,
): Pick<RunAccess, 'readParameters'> & Pick<TrialContext, 'parameterFaults'> & CredentialFacts {
  const checks = () => import('../runs/checks/parameters/read-parameters.ts')
  return {
    readParameters: async node => (await checks()).readParameters(node, await describing(version)),
    takenCredentials: async node => (await checks()).takenCredentials(node, await describing(version)),
    parameterFaults: async node => (await checks()).parameterFaults(node, await describing(version)),
  }
}

/** The version itself, or the first one after it whose nodes are described. */
async function describing(version: Version): Promise<Version> {
  if (version.data.nodeParameters) return version
  const names: readonly string[] = VERSION_NAMES
  for (const name of names.slice(names.indexOf(version.name) + 1)) {
    const next = await loadVersion(name)
    if (next.data.nodeParameters) return next
  }
  return version
}
