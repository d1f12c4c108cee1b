import { expect, test } from 'bun:test'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { simulationFacts } from '../../runtimes/facts/simulation-facts.ts'
import { startServer } from './server.ts'
import { inARow, noOp, webhook } from './workflows.ts'

// Deno and Node have them from test/runtimes/facts/run.ts
test.each(Object.entries(simulationFacts))('%s', (_name, fact) => fact())

const fixture = { workflows: [{ id: '1', name: 'Orders', active: true, ...inARow(webhook('orders'), noOp('Done')) }] }

test.each([
  [['--simulate', '--no-control'], 'answered', 1],
  [['--no-control'], 'GET /webhook/orders: 404', 0],
  [[], 'GET /webhook/orders: 404', 0],
])(
  'the command line with %j: %s',
  async (flags, said, executions) => {
    await using folder = await temporaryFolder()
    await using server = await startServer(folder.path, fixture, flags)
    const answer = await server.ask('GET', '/webhook/orders').then(
      () => 'answered',
      (error: Error) => error.message,
    )
    expect(answer).toStartWith(said)
    const { data } = await server.ask<{ data: unknown[] }>('GET', '/api/v1/executions')
    expect(data.length).toBe(executions)
  },
  60_000,
)
