import { describe, expect, test } from 'bun:test'
import { nodeGroupsRefusal } from '../../src/features/workflows/node-groups.ts'
import { structureFindings, structureRefusal } from '../../src/features/workflows/structure.ts'
import type { Connections, Node } from '../../src/model/workflow.ts'

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
      'a node without anything',
      [{}],
      {},
      ['name', 'type', 'position'].map(key => `nodes[0].${key} (invalid_type): Required`),
    ],
    ['an empty name', [node('')], {}, ['nodes[0].name (too_small): String must contain at least 1 character(s)']],
    [
      'a position of one number',
      [node('A', { position: [1] })],
      {},
      ['nodes[0].position (too_small): Array must contain at least 2 element(s)'],
    ],
    [
      'a position of three numbers',
      [node('A', { position: [1, 2, 3] })],
      {},
      ['nodes[0].position (too_big): Array must contain at most 2 element(s)'],
    ],
    [
      'an id twice',
      [A, node('B', { id: 'id-A' })],
      {},
      ['nodes[1].id (duplicate_node_id): Nodes "A" and "B" share the node ID "id-A"'],
    ],
    [
      'a name twice',
      [A, node('A', { id: 'other' })],
      {},
      ['nodes[1].name (duplicate_node_name): Duplicate node name "A"'],
    ],
    ['outputs that are no object', [A], { A: 5 }, ['connections.A (invalid_type): Expected object, received number']],
    [
      'slots that are no list',
      [A],
      { A: { main: {} } },
      ['connections.A.main (invalid_type): Expected array, received object'],
    ],
    [
      'a slot that is no list',
      [A],
      { A: { main: [{}] } },
      ['connections.A.main[0] (invalid_type): Expected array, received object'],
    ],
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
      'a target with an odd index',
      [A, B],
      { A: { main: [[{ node: 'B', type: 'main', index: 'x' }]] } },
      ['connections.A.main[0][0].index (invalid_type): Expected number, received string'],
    ],
    [
      'a source and a target that are not there',
      [A],
      { Nope: to('Z') },
      [
        'connections.Nope (unknown_connection_source): Connection source "Nope" does not reference an existing node',
        'connections.Nope.main[0][0].node (unknown_connection_target): Connection target "Z" does not reference an existing node',
      ],
    ],
    [
      'shapes before references',
      [A, {}],
      { Z: to('Q') },
      ['name', 'type', 'position'].map(key => `nodes[1].${key} (invalid_type): Required`),
    ],
  ])('finds %s', (_says, nodes, connections, findings) => {
    expect(structureFindings(nodes, connections)).toEqual(findings)
  })

  test('is told in one sentence', () => {
    expect(structureRefusal([node('')], {})).toBe(
      'Workflow structure is invalid. nodes[0].name (too_small): String must contain at least 1 character(s)',
    )
    expect(structureRefusal([A], {})).toBeUndefined()
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
    expect(nodeGroupsRefusal(groups, nodes, connections)).toBeUndefined()
  })

  test.each<[string, Node[], Connections, ReturnType<typeof group>[], string]>([
    [
      'a node that is not there',
      [],
      {},
      [{ id: 'g', name: 'G', nodeIds: ['zzz'] }],
      'Group "G" references node ID "zzz" that does not exist in the workflow.',
    ],
    ['no members', [A], {}, [group('G')], 'Group "G" has no members.'],
    [
      'a node in two groups',
      [A],
      {},
      [group('G', 'A'), group('H', 'A')],
      'Node "A" belongs to multiple groups: "G" and "H".',
    ],
    ['two that stand apart', [A, B], {}, [group('G', 'A', 'B')], `Node group "G" ${ONE} (no path from "A" to "B").`],
    [
      'two ways in',
      [A, B, C],
      { A: to('B', 'C') },
      [group('G', 'B', 'C')],
      `Node group "G" ${ONE} (more than one entry: "B", "C").`,
    ],
    [
      'a way in to the middle',
      [A, B, C],
      { A: to('C'), B: to('C') },
      [group('G', 'B', 'C')],
      `Node group "G" ${ONE} (entry in the middle at "C").`,
    ],
    [
      'a way out of the middle',
      [A, B, C],
      { A: to('B', 'C') },
      [group('G', 'A', 'B')],
      `Node group "G" ${ONE} (exit in the middle at "A").`,
    ],
  ])('refuse %s', (_says, nodes, connections, groups, text) => {
    expect(nodeGroupsRefusal(groups, nodes, connections)).toBe(text)
  })
})
