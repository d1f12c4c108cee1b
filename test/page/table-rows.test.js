import { describe, expect, test } from 'bun:test'
import { cellText, columnsIn, nextOrder, rowData } from '../../src/page/client/data-tables/table-rows.ts'
import { differenceOf, titleOf } from '../../src/page/client/state/difference.ts'
import { versionParts } from '../../src/page/client/workflows/workflow-versions.ts'

const COLUMNS = [
  { name: 'text', type: 'string' },
  { name: 'amount', type: 'number' },
  { name: 'paid', type: 'boolean' },
  { name: 'since', type: 'date' },
]
const formOf = cells => {
  const form = new FormData()
  for (const { name } of COLUMNS) form.set(`cell.${name}`, cells[name] ?? '')
  return form
}

describe('what a form says of a row', () => {
  test.each([
    ['nothing, where nothing was filled in', {}, undefined, {}],
    [
      'each value as its type',
      { text: '7', amount: '7.5', paid: 'false' },
      undefined,
      { text: '7', amount: 7.5, paid: false },
    ],
    ['only what is another', { text: 'a', amount: '8' }, { text: 'a', amount: 7, paid: null }, { amount: 8 }],
    [
      'null, where another type was emptied',
      {},
      { amount: 7, paid: true, since: '2026-01-01' },
      { amount: null, paid: null, since: null },
    ],
    ['an empty text, where a text was emptied', {}, { text: 'a' }, { text: '' }],
    ['nothing, where an empty text stays', {}, { text: '' }, {}],
    ['nothing of new lines that a form writes otherwise', { text: 'a\r\nb' }, { text: 'a\nb' }, {}],
    ['no new line that a form made', { text: 'a\r\nc' }, { text: 'a\nb' }, { text: 'a\nc' }],
  ])('is %s', (_, given, before, data) => {
    expect(rowData(formOf(given), COLUMNS, before)).toEqual(data)
  })
})

test('a column may be called like what every object has', () => {
  const form = new FormData()
  form.set('cell.constructor', '')
  expect(rowData(form, [{ name: 'constructor', type: 'string' }])).toEqual({})
})

test.each([
  [null, null],
  [undefined, null],
  ['', ''],
  [0, '0'],
  [false, 'false'],
  ['x'.repeat(201), `${'x'.repeat(200)}…`],
])('the cell %p is shown as %p', (value, text) => {
  expect(cellText(value)).toBe(text)
})

test('a press on a column sorts up, then down, then as the rows came', () => {
  const orders = ['', 'age:asc', 'age:desc', 'name:asc'].map(before => nextOrder(before, 'age'))
  expect(orders).toEqual(['age:asc', 'age:desc', '', 'age:asc'])
})

test('columns are typed with or without their type', () => {
  expect(columnsIn('email, age : number\n,since:date')).toEqual([
    { name: 'email', type: 'string' },
    { name: 'age', type: 'number' },
    { name: 'since', type: 'date' },
  ])
  expect(() => columnsIn(' , ')).toThrow('Name at least one column.')
})

test('two states differ in data tables by table and by row', () => {
  const table = { id: 't', name: 'customers', nextRowId: 2 }
  const before = { dataTables: [table], dataTableRows: [{ id: 't:1', values: { c: 1 } }] }
  const after = {
    dataTables: [{ ...table, nextRowId: 3 }],
    dataTableRows: [{ id: 't:1', values: { c: 2 } }, { id: 't:2' }],
  }
  const found = differenceOf(before, after)
  expect(found.map(({ kind, added, changed }) => [titleOf(kind), added.length, changed.length])).toEqual([
    ['data table rows', 1, 1],
  ])
})

describe('two versions of a workflow', () => {
  const difference = (before, after) => differenceOf(versionParts(before), versionParts(after))
  const node = (id, name, more = {}) => ({ id, name, ...more })

  test('differ in nodes, a renamed one being the same, and in connections', () => {
    const [nodes, connections] = difference(
      { nodes: [node('a', 'A'), node('b', 'B')], connections: { A: { main: [] } } },
      { nodes: [node('a', 'A2'), node('c', 'C')], connections: { A2: { main: [] } } },
    )
    expect([nodes.added, nodes.removed].map(list => list.map(({ name }) => name))).toEqual([['C'], ['B']])
    expect(nodes.changed.map(({ name, fields }) => [name, fields])).toEqual([['A2', ['name']]])
    expect([connections.added.length, connections.removed.length]).toEqual([1, 1])
  })

  test.each([
    ['no ids', [{ name: 'A' }, { name: 'B' }]],
    ['one id twice', [node('a', 'A'), node('a', 'B')]],
    ['odd nodes', [null, { name: { a: 1 } }, 7]],
    ['no list', 'nodes'],
  ])('are the same with %s', (_, nodes) => {
    expect(difference({ nodes, connections: null }, { nodes, connections: null })).toEqual([])
  })
})
