import { describe, expect, test } from 'bun:test'
import { nodeGroupsRefusal } from '../../../../src/core/features/workflows/node-groups.ts'
import { structureFindings } from '../../../../src/core/features/workflows/structure.ts'
import type { Connections, Node } from '../../../../src/core/model/workflow.ts'

const node = (name: string, more: Node = {}): Node => ({
  id: `id-${name}`,
  name,
  type: 'n8n-nodes-base.noOp',
  position: [0, 0],
  ...more,
})
const A = node('A')
const B = node('B')
const C = node('C')
const to = (...names: string[]) => ({ main: [names.map(name => ({ node: name, type: 'main', index: 0 }))] })

describe('the structure of a graph', () => {
  test.each<[string, Node[], Connections]>([
    ['nothing', [], {}],
    ['nodes without type version, parameters or id', [{ name: 'A', type: 'x', position: [0, 0] }], {}],
    ['a source without outputs', [A], { A: {} }],
    ['an output without targets', [A, B], { A: { main: [null, ...to('B').main] } }],
    ['a type that nobody knows', [node('A', { type: 'x' })], {}],
  ])('takes %s', (_says, nodes, connections) => {
    expect(structureFindings(nodes, connections)).toEqual([])
  })

  test.each<[string, Node[], Connections, string[]]>([
    [
      'a target that is no object',
      [A],
      { A: { main: [[null]] } },
      ['connections.A.main[0][0] (invalid_type): Expected object, received null'],
    ],
    [
      'a target without its keys',
      [A],
      { A: { main: [[{}]] } },
      ['node', 'type', 'index'].map(key => `connections.A.main[0][0].${key} (invalid_type): Required`),
    ],
    [
      'an empty type',
      [node('A', { type: '' })],
      {},
      ['nodes[0].type (too_small): String must contain at least 1 character(s)'],
    ],
    [
      'a target with empty texts, before a reference to nothing',
      [A],
      { A: { main: [[{ node: '', type: '', index: 0 }]] }, Gone: {} },
      ['node', 'type'].map(
        key => `connections.A.main[0][0].${key} (too_small): String must contain at least 1 character(s)`,
      ),
    ],
    [
      'an index below 0',
      [A, B],
      { A: { main: [[{ node: 'B', type: 'main', index: -1 }]] } },
      ['connections.A.main[0][0].index (too_small): Number must be greater than or equal to 0'],
    ],
    [
      'an index that is no whole number',
      [A, B],
      { A: { main: [[{ node: 'B', type: 'main', index: -0.5 }]] } },
      [
        'connections.A.main[0][0].index (invalid_type): Expected integer, received float',
        'connections.A.main[0][0].index (too_small): Number must be greater than or equal to 0',
      ],
    ],
    [
      'outputs that are text',
      [A],
      { A: 'main' } as never,
      ['connections.A (invalid_type): Expected object, received string'],
    ],
    [
      'an output that is text',
      [A],
      { A: { main: 'ab' } } as never,
      ['connections.A.main (invalid_type): Expected array, received string'],
    ],
  ])('finds %s', (_says, nodes, connections, findings) => {
    expect(structureFindings(nodes, connections)).toEqual(findings)
  })

  test('tells what it finds up to a length', () => {
    const source = 'x'.repeat(50_000)
    const findings = structureFindings([A], { [source]: to(...Array.from({ length: 50_000 }, () => 'gone')) })
    expect(findings.join('; ').length).toBeLessThan(200_000)
    expect(findings.at(-1)).toBe('and more')
  })
})

describe('node groups', () => {
  const group = (name: string, ...names: string[]) => ({ id: name, name, nodeIds: names.map(member => `id-${member}`) })
  const ONE = 'must form a single connected subgraph with a single entry and exit'
  const isTrigger = ({ type = '' }: Node) => type.endsWith('Trigger')
  const T = node('T', { type: 'n8n-nodes-base.manualTrigger' })
  const STAR = node('S', { type: 'n8n-nodes-base.stickyNote' })

  test.each<[string, Node[], Connections, ReturnType<typeof group>[]]>([
    ['none', [A], {}, []],
    ['one node', [A], {}, [group('G', 'A')]],
    ['two in a row', [A, B], { A: to('B') }, [group('G', 'A', 'B')]],
    ['a way through', [A, B, C, node('D')], { A: to('B'), B: to('C'), C: to('D') }, [group('G', 'B', 'C')]],
    ['a loop with one way in', [A, B, C], { A: to('B'), B: to('C'), C: to('B') }, [group('G', 'B', 'C')]],
    ['a note beside the nodes', [A, B, STAR], { A: to('B') }, [group('G', 'A', 'S', 'B')]],
    ['nothing but a note', [STAR], {}, [group('G', 'S')]],
  ])('take %s', (_says, nodes, connections, groups) => {
    expect(nodeGroupsRefusal(groups, nodes, connections, isTrigger)).toBeUndefined()
  })

  test.each([
    {
      says: 'two ways in',
      nodes: [A, B, C],
      connections: { A: to('B', 'C') },
      groups: [group('G', 'B', 'C')],
      text: `Node group "G" ${ONE} (multiple input nodes: "B", "C").`,
    },
    {
      says: 'six ways in',
      nodes: [...'ABCDEFG'].map(name => node(name)),
      connections: { A: to(...'BCDEFG') },
      groups: [group('G', ...'BCDEFG')],
      text: `Node group "G" ${ONE} (multiple input nodes: "B", "C", "D", "E", "F").`,
    },
    {
      says: 'a way in to the middle',
      nodes: [A, B, C],
      connections: { A: to('C'), B: to('C') },
      groups: [group('G', 'B', 'C')],
      text: `Node group "G" ${ONE} (input edge to non-root node: "C").`,
    },
    {
      says: 'a way out of the middle',
      nodes: [A, B, C],
      connections: { A: to('B', 'C') },
      groups: [group('G', 'A', 'B')],
      text: `Node group "G" ${ONE} (output edge from non-leaf node: "A").`,
    },
    {
      says: 'two ways out',
      nodes: [A, B, C, node('D')],
      connections: { A: to('B', 'C'), B: to('D'), C: to('D') },
      groups: [group('G', 'A', 'B', 'C')],
      text: `Node group "G" ${ONE} (multiple output nodes: "B", "C").`,
    },
    {
      says: 'a trigger',
      nodes: [T, A],
      connections: { T: to('A') },
      groups: [group('G', 'T', 'A')],
      text: 'Node group "G" cannot contain trigger nodes: T.',
    },
    {
      says: 'the same id twice',
      nodes: [A, B],
      connections: {},
      groups: [group('G', 'A'), group('G')],
      text: 'Duplicate node group ID "G".',
    },
    {
      says: 'what is wrong with the first group first',
      nodes: [A, B, T],
      connections: {},
      groups: [group('G', 'A', 'B'), group('H', 'T')],
      text: `Node group "G" ${ONE} (no path from "A" to "B").`,
    },
  ] satisfies {
    says: string
    nodes: Node[]
    connections: Connections
    groups: ReturnType<typeof group>[]
    text: string
  }[])('refuse $says', ({ nodes, connections, groups, text }) => {
    expect(nodeGroupsRefusal(groups, nodes, connections, isTrigger)).toBe(text)
  })
})
