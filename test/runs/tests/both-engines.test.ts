// How runs of both engines are compared; that they are alike is seen where the installed one is (bun run engine --tests).
import { describe, expect, test } from 'bun:test'
import { runOnBoth } from '../../../src/runs/tests/both-engines.ts'
import type { RunReport } from '../../../src/runs/trials/run-report.ts'
import { inARow, request, slack } from './workflows.ts'

type Output = object[]

const report = (nodes: Record<string, Output>, more: Partial<RunReport> = {}) =>
  ({
    status: 'success',
    path: Object.keys(nodes),
    nodes: Object.fromEntries(
      Object.entries(nodes).map(([name, items]) => [name, [{ output: [items.map(json => ({ json }))] }]]),
    ),
    requests: [],
    unmocked: [],
    notes: [],
    ...more,
  }) as unknown as RunReport

/** Compares what two engines make of each run. */
async function compared(built: (mocks: object, input: unknown) => RunReport, real: () => RunReport) {
  const asked: unknown[] = []
  const made = await runOnBoth({ workflow: inARow(request(), slack()) }, async given => {
    asked.push(given.engine)
    return given.engine === 'installed' ? real() : built(given.mocks ?? {}, given.input)
  })
  return { ...made, asked }
}

describe('runs of both engines', () => {
  test('that are alike: no difference', async () => {
    const same = () => report({ Start: [{}], Ask: [{ a: 1 }] })
    expect((await compared(same, same)).difference).toBeUndefined()
  })

  test('that differ: the first node and the path', async () => {
    const made = await compared(
      () => report({ Start: [{}], Ask: [{ a: 1, b: 2 }], Slack: [{ c: 4 }] }),
      () => report({ Start: [{}], Ask: [{ a: 1, b: 3 }], Slack: [{ c: 5 }] }),
    )
    expect(made.difference).toMatchObject({
      node: 'Ask',
      differences: [{ path: '$[0].output[0][0].b', expected: 3, actual: 2 }],
    })
  })

  test.each<[string, RunReport, RunReport, string]>([
    [
      'a field that the installed engine lacks',
      report({ Ask: [{ a: 1 }] }),
      report({ Ask: [{}] }),
      '$[0].output[0][0].a',
    ],
    ['a node that ran in one alone', report({ Ask: [], Slack: [{}] }), report({ Ask: [] }), '$[0]'],
    ['the end', report({}, { status: 'error' }), report({}), '$.status'],
  ])('that differ in %s', async (_what, built, real, path) => {
    const { difference } = await compared(
      () => built,
      () => real,
    )
    expect(difference?.differences[0]?.path).toBe(path)
  })

  test('random values are those that differ between runs of the installed engine', async () => {
    let runs = 0
    const real = () => report({ Ask: [{ id: `id-${++runs}`, same: 'x' }] })
    expect((await compared(() => report({ Ask: [{ id: 'id-0', same: 'x' }] }), real)).difference).toBeUndefined()
    const other = await compared(() => report({ Ask: [{ id: 'id-0', same: 'y' }] }), real)
    expect(other.difference?.differences).toEqual([{ path: '$[0].output[0][0].same', expected: 'x', actual: 'y' }])
    const missing = await compared(() => report({ Ask: [{ same: 'x' }] }), real)
    expect(missing.difference?.differences[0]?.path).toBe('$[0].output[0][0].id')
  })

  test('nodes of services put out in the built-in engine what they do in the installed one', async () => {
    const made = await compared(
      mocks =>
        'Slack' in mocks
          ? report({ Ask: [{ a: 1 }], Slack: [{ ok: true }] })
          : report({ Ask: [{ a: 1 }] }, { status: 'broken', unmocked: ['Slack'] }),
      () => report({ Ask: [{ a: 1 }], Slack: [{ ok: true }] }),
    )
    expect([made.report.status, made.difference, made.asked]).toEqual([
      'success',
      undefined,
      ['installed', 'built-in', 'built-in'],
    ])
  })

  test('where the installed engine lacks something, the case is broken', async () => {
    const made = await compared(
      () => report({}),
      () => report({}, { status: 'broken', unmocked: ['Slack'] }),
    )
    expect([made.report.status, made.asked]).toEqual(['broken', ['installed']])
  })
})
