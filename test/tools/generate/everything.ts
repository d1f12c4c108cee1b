// Writes everything that is generated: `bun run generate`. The tests that find something stale name this command. What is
// not in the repository, `src/generated`, is written before each type check as well.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { writeTypes } from './write-types.js'

export const ROOT = join(import.meta.dirname, '../../..')

/** What is generated: what writes it, and the test that fails where it is stale; each after those that it needs. */
export const GENERATED: readonly { what: string; by: readonly string[]; test: string }[] = [
  {
    what: 'the library of the engine',
    by: ['test/tools/generate/realm-library.ts'],
    test: 'test/runs/expressions/library.test.ts',
  },
  {
    what: 'the examples in the documents',
    by: ['test/checks/documents/write-examples.ts'],
    test: 'test/checks/documents/blocks.test.ts',
  },
  {
    what: 'the table of the control API',
    by: ['test/checks/documents/control-table.ts'],
    test: 'test/control/documented.test.ts',
  },
  {
    what: 'the tables of changes and operations',
    by: ['test/checks/documents/versions-tables.ts'],
    test: 'test/checks/documents/tables.test.ts',
  },
  {
    what: 'the table of nodes that run',
    by: ['test/checks/documents/nodes-table.ts'],
    test: 'test/checks/documents/tables.test.ts',
  },
  {
    what: 'the picture of the rooms',
    by: ['test/checks/layers/floors.ts'],
    test: 'test/checks/documents/tables.test.ts',
  },
  {
    what: 'the table of fidelity',
    by: ['test/checks/documents/versions-tables.ts'],
    test: 'test/checks/conformance/conformance.test.ts',
  },
  {
    what: 'the table of licences',
    by: ['test/checks/dependencies/licences-table.ts'],
    test: 'test/checks/dependencies/licences.test.ts',
  },
  {
    what: 'the executions of the demo',
    by: ['test/tools/release/make-demo.ts'],
    test: 'test/tools/generate/everything.test.ts',
  },
  {
    what: 'the library of Markdown',
    by: ['test/tools/generate/markdown-library.ts'],
    test: 'test/runs/nodes/left-out.test.ts',
  },
  {
    what: 'the snapshots of shapes',
    by: ['test', '-u', '--timeout', '60000', 'test/checks/shapes/shapes.test.ts'],
    test: 'test/checks/shapes/shapes.test.ts',
  },
  {
    what: 'the approved answers that were not recorded',
    by: ['test', '-u', '--timeout', '60000', 'test/checks/conformance/recorded.long.test.ts'],
    test: 'test/checks/conformance/recorded.long.test.ts',
  },
  {
    what: 'the approved runs that were not recorded',
    by: ['test', '-u', '--timeout', '60000', 'test/runs/schedules/recorded.test.ts'],
    test: 'test/runs/schedules/recorded.test.ts',
  },
  {
    what: 'the approved outcomes of nodes, of runs and of their tests, and findings',
    by: [
      'test',
      '-u',
      '--timeout',
      '60000',
      'test/runs/nodes/approved-runs.test.ts',
      'test/runs/nodes/approved-http.test.ts',
      'test/runs/nodes/approved-asking.test.ts',
      'test/runs/engine/approved-graphs.test.ts',
      'test/runs/engine/failed-run.test.ts',
      'test/runs/tests/approved-requests.test.ts',
      'test/runs/tests/approved-cases.test.ts',
      'test/runs/checks/approved-findings.test.ts',
    ],
    test: 'test/runs/nodes/approved-runs.test.ts',
  },
  {
    what: 'the approved reports of verify',
    by: ['test', '-u', '--timeout', '60000', 'test/verify/approved-reports.test.ts'],
    test: 'test/verify/approved-reports.test.ts',
  },
  {
    what: 'the snapshots of operations',
    by: ['test', '-u', '--timeout', '60000', 'test/checks/shapes/surface.test.ts'],
    test: 'test/checks/shapes/surface.test.ts',
  },
  {
    what: 'the approved tables of the simulation',
    by: [
      'test',
      '-u',
      '--timeout',
      '60000',
      'test/runs/schedules/approved-schedules.test.ts',
      'test/runs/schedules/approved-calls.test.ts',
    ],
    test: 'test/runs/schedules/approved-calls.test.ts',
  },
  {
    what: 'the approved answers of older versions',
    by: ['test', '-u', '--timeout', '60000', 'test/core/api/operations/approved-requests.test.ts'],
    test: 'test/core/api/operations/approved-requests.test.ts',
  },
  {
    what: 'the approved values of expressions and Code',
    by: ['test', '-u', '--timeout', '60000', 'test/runs/expressions/approved-values.test.ts'],
    test: 'test/runs/expressions/approved-values.test.ts',
  },
  {
    what: 'the approved answers of the control API',
    by: ['test', '-u', '--timeout', '60000', 'test/control/approved-control.test.ts'],
    test: 'test/control/approved-control.test.ts',
  },
  {
    what: 'the approved answers of the current version',
    by: ['test', '-u', '--timeout', '60000', 'test/core/api/operations/approved-current.test.ts'],
    test: 'test/core/api/operations/approved-current.test.ts',
  },
  {
    what: 'the approved outcomes of the rules',
    by: ['test', '-u', '--timeout', '60000', 'test/core/api/operations/approved-rules.test.ts'],
    test: 'test/core/api/operations/approved-rules.test.ts',
  },
  {
    what: 'the snapshots of the page of the documentation',
    by: ['test', '-u', '--timeout', '60000', 'test/checks/shapes/page.test.ts'],
    test: 'test/checks/shapes/page.test.ts',
  },
  {
    what: 'the help of commands',
    by: ['test', '-u', '--timeout', '60000', 'test/commands/help.test.ts'],
    test: 'test/commands/help.test.ts',
  },
  {
    what: 'the approved outputs of commands',
    by: ['test', '-u', '--timeout', '60000', 'test/commands/approved-outputs.test.ts'],
    test: 'test/commands/approved-outputs.test.ts',
  },
  {
    what: 'the approved outcomes of the client',
    by: ['test', '-u', '--timeout', '60000', 'test/migrate/approved-client.test.ts'],
    test: 'test/migrate/approved-client.test.ts',
  },
]

if (import.meta.main) {
  await writeTypes()
  const commands = new Map(GENERATED.map(({ by }) => [by.join(' '), by]))
  for (const [command, args] of commands) {
    console.log(command)
    const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) process.exit(status ?? 1)
  }
}
