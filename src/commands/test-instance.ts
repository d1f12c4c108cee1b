import { randomInt } from 'node:crypto'
import { createClock } from '../core/base/clock.ts'
import { createIds } from '../core/base/ids.ts'
import { emptyStore } from '../core/documents/empty-store.ts'
import { createSecrets } from '../core/storage/secrets.ts'
import { loadVersion, NEWEST_VERSION, type VersionName } from '../core/versions/versions.ts'
import { describedNodes } from '../instance/described-nodes.ts'
import { OwnThread } from '../runs/engine/own-thread.ts'
import { Simulation } from '../runs/schedules/simulation.ts'
import type { RunRequest } from '../runs/trials/run-request.ts'
import { runTrial } from '../runs/trials/run-trial.ts'

/**
 * What runs of tests need of an instance: an empty state and a simulation, without what answers requests.
 *
 * @param allowForward hosts that requests may be forwarded to
 */
export async function createTestInstance(profile: VersionName, allowForward: string[] = []) {
  const version = await loadVersion(profile)
  const store = emptyStore()
  const clock = createClock()
  const { readParameters, takenCredentials, parameterFaults } = describedNodes(version)
  const ownThread = new OwnThread()
  const simulation = new Simulation({
    store,
    secrets: createSecrets(),
    clock,
    ids: createIds(),
    form: version.runForm,
    facts: version.runs,
    unmeasured: version.unmeasuredRuns,
    allowForward,
    readParameters,
    takenCredentials,
    url: 'http://localhost',
    seed: randomInt(0xffff_ffff),
    report() {},
    ownThread,
  })
  const context = { store, clock, version, simulation, loadNewest: () => loadVersion(NEWEST_VERSION), parameterFaults }
  return {
    /** To be called where so much is to be run that it is worth it to start one. */
    useWorkers: () => ownThread.close(),
    runTrial: (request: RunRequest, isRepeated = false) => runTrial(request, context, isRepeated),
    [Symbol.asyncDispose]: () => simulation.stop(),
  }
}
