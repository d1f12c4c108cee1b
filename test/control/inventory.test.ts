import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SRC = join(import.meta.dir, '../../src')

/** What a reset does with everything that an instance is made of: who adds a part says so here. */
const FATES: Record<string, string> = {
  createClock: 'reset',
  createIds: 'reset',
  createRequestLog: 'reset',
  createBodyRetention: 'reset with the request log',
  createFaultPlan: 'reset',
  createRuleList: 'reset by the plan that it is in',
  createPendingDelays: 'reset',
  createOutcomePlan: 'reset',
  createCloneJob: 'reset: a running clone is cancelled',
  createPuller: 'reset: a running pull is cancelled; its cache holds what the remote gave',
  createMemoryStore: 'the document',
  openDocumentStore: 'the document',
  openStore: 'the document',
  createSecrets: 'does not change: a key',
  createSnapshots: 'survives',
  createSnapshotFiles: 'survives',
  createApiKeys: 'does not change: a view of the document',
  createReset: 'does not change: the start',
  createResponseCache: 'a cache: the revision of what a response is made of is a part of its key',
  createKeyCheck: 'holds a cache: the revision of the keys and users is a part of it',
  createRequestHistory: 'does not change: a view of the request log',
  createVersionHints: 'does not change: what other versions have',
  createControl: 'does not change: made of the others',
  createApp: 'does not change: made of the others',
  createRouting: 'does not change: a table',
  createParamReader: 'does not change: reads paths',
  createRouter: 'does not change: a table of routes',
  createInstance: 'made of the others',
  sandboxHeaders: 'not a part: sets headers',
  startFrom: 'not a part: sets what a reset goes back to',
  startAgain: 'not a part: puts the start back',
  keepKeyUses: 'a timer; the uses themselves are reset',
  limitInFlight: 'counts what is under way, which a reset does not end',
}

/** What lives as long as the process, for all instances. */
const SHARED: Record<string, string> = {
  'core/model/schema.ts compiled': 'a cache: schemas are not changed',
  'core/model/schema.ts valuesLeft': 'counts values checked by schemas, which are not changed',
  'core/features/workflows/shown-parameters.ts prepared': 'a cache: requirements are not changed',
  'core/features/data-tables/table-size.ts rows': 'a cache: records are not changed',
  'core/features/data-tables/table-size.ts tables': 'a cache: records are not changed',
  'runs/calls/address-list.ts lists': 'a cache: the text of a list is a part of it',
  'runs/schedules/wake-up.ts nexts': 'a cache: it says from when until when it is true',
  'runs/calls/webhook-table.ts ofWorkflow': 'a cache: workflow records are not changed',
  'control/overview.ts nodeCounts': 'a cache: workflow records are not changed',
  'runs/schedules/active-graph.ts graphs': 'a cache: records are not changed',
  'runs/schedules/run-data.ts sizes': 'a cache: records are not changed',
  'core/features/roles/roles.ts sets': 'a cache: lists of scopes are not changed',
  'core/http/key-uses.ts uses': 'by store and key; reset',
  'runs/checks/parameters/check-flow.ts shapes': 'a cache: what is known of a node is not changed',
  'runs/tests/text-pattern.ts context': 'holds a pattern and a text while they are compared',
  'runs/engine/graph.ts wirings': 'a cache: nodes and connections are not changed',
  'runs/nodes/tools/filled-parameters.ts orders': 'a cache: descriptions are not changed',
  'runs/nodes/tools/html-to-markdown.ts prototype': 'the elements of a library',
  'runs/expressions/field-expressions.ts known': 'a cache: by the text of an expression',
  'runs/expressions/engine.ts templates': 'a cache: by the text of an expression',
  'runs/expressions/engine.ts wholeCode': 'a cache: the text of code that compiled',
  'runs/engine/worker.ts measured': 'the memory of a worker, not of an instance',
  'runs/engine/workflow-issues.ts known': 'a cache: nodes are not changed',
  'runs/engine/node-parameters.ts filledNodes': 'a cache: nodes are not changed',
  'runs/engine/mocks.ts known': 'a cache: nodes are not changed',
  'runs/engine/node-parameters.ts filled': 'a cache: nodes are not changed',
  'runs/schedules/run-data.ts runs': 'a cache: workflow records are not changed',
  'runs/expressions/host-intl.ts made': 'a cache: by locale and options',
  'runs/expressions/machine.ts prepared': 'the memory of an engine before its first run',
  'runs/expressions/machine.ts withLibraries': 'the memory of an engine before its first run',
  'runs/engine/worker.ts asks': 'by question; ends with its task',
  'runs/engine/worker.ts asked': 'only grows: names questions',
  'runs/engine/worker.ts last': 'the task that is computed',
  'runs/engine/worker.ts shared': 'a cache: values of all runs, by number; the pool says when it begins again',
  'runs/engine/worker.ts compiled': 'what a process does once, before its first result',
  'runs/schedules/shared-values.ts byRecord': 'a cache: workflow records are not changed',
  'runs/schedules/shared-values.ts byNodes': 'a cache: nodes are not changed',
  'runs/schedules/shared-values.ts texts': 'a cache: the text of a value is a part of it',
  'runs/installed/installed-engine.ts running':
    'a process that computes one run after the other; holds no state of an instance',
  'runs/installed/installed-engine.ts last': 'the run that is computed',
  'core/features/workflows/node-types.ts known': 'a cache: types of a version are not changed',
  'runs/checks/parameters/read-parameters.ts faults': 'a cache: nodes are not changed',
  'runs/checks/parameters/node-catalogue.ts catalogues': 'a cache: facts of a version are not changed',
  'core/base/zone.ts clocks': 'a cache: time zones are not changed',
  'runs/schedules/schedule-triggers.ts schedules': 'a cache: records are not changed',
  'core/model/project.ts ids': 'a cache: an id follows from its user',
  'core/storage/state/record-table.ts revisions': 'only grows',
  'core/base/run-in-slices.ts turnEnds': 'one event loop for all instances',
  'core/base/run-in-slices.ts lastPause': 'one event loop for all instances',
  'core/features/source-control/fingerprints.ts fingerprints': 'a cache: records are not changed',
  'core/base/caller-address.ts addresses': 'by request',
  'core/runtime/whole-body.ts bodies': 'by response',
  'core/runtime/platform.ts isSignalWarningSilenced': 'a warning that Deno prints once',
  'core/runtime/whole-body.ts LazyResponse': 'a class, without state',
  'core/runtime/reset-connection.ts cut': 'by response',
  'instance/router.ts apps': 'by routes; whose handlers they call is set for each request',
  'instance/router.ts serving': 'set while a request is routed',
  'core/base/caller-address.ts readers': 'one for each open socket',
  'control/requests/request-warnings.ts rules': 'by schema',
  'core/http/body.ts received': 'by request',
  'core/http/request-id.ts ids': 'by request',
  'core/http/request-id.ts count': 'only grows: names requests in the log, for all instances',
}

const MAKERS = /\b((?:create|open|keep|limit|start|make)[A-Z]\w*)[<(]/g
const MADE_OF = [
  'instance/instance.ts',
  'core/documents/open-store.ts',
  'instance/app.ts',
  'instance/serve-api.ts',
  'core/http/api-surface.ts',
  'control/control.ts',
  'control/faults/faults.ts',
  'control/keys/api-keys.ts',
  'control/migrate/operations.ts',
  'control/requests/operations.ts',
  'control/simulation/operations.ts',
  'control/snapshots/operations.ts',
  'control/requests/request-log.ts',
]
const MUTABLE =
  /^(?:export )?(?:let (\w+)|const (\w+)(?:: [^=]+)? = (?:new (?:Map|Set|WeakMap|WeakSet|Array)\b(?!.*\(\[)|\[\]|\{\}))/gm
const CONSTANTS = /^[A-Z_]+$/

const sourceOf = (path: string) => readFileSync(join(SRC, path), 'utf8').replace(/^(import|export) .* from .*$/gm, '')

describe('a reset must know', () => {
  test.each(MADE_OF)('every part that %s makes', path => {
    const made = [...sourceOf(path).matchAll(MAKERS)].map(([, maker = '']) => maker)
    expect(made.length).toBeGreaterThan(0)
    expect(made.filter(maker => !(maker in FATES))).toEqual([])
  })

  test('everything that is kept beside the instances', () => {
    // what is inside the engine, or in the process of an installed one, is written again before each run
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
      path => !/^runs\/(expressions\/inside|installed\/child)\//.test(path),
    )
    const sources = files.filter(path => path.endsWith('.ts') && !path.startsWith('page/client'))
    const kept = sources.flatMap(path =>
      [...sourceOf(path).matchAll(MUTABLE)]
        .map(([, variable, constant]) => variable ?? constant ?? '')
        .filter(name => !CONSTANTS.test(name))
        .map(name => `${path} ${name}`),
    )
    expect(kept).toContain('core/runtime/reset-connection.ts cut')
    expect(kept.filter(place => !(place in SHARED))).toEqual([])
  })
})
