import { expect, test } from 'bun:test'
import { renameReferences, workflowsIn } from '../../src/migrate/references.ts'

const calling = (workflowId: unknown) => ({ nodes: [{ name: 'Call', parameters: { workflowId } }] })
const renaming = {
  workflow: (id: string) => `${id}-there`,
  credential: () => undefined,
  dataTable: () => undefined,
}

test.each<[string, unknown, string[], unknown]>([
  ['an id', 'id7', ['id7'], 'id7-there'],
  ['an id in a locator', { mode: 'id', value: 'id7' }, ['id7'], { mode: 'id', value: 'id7-there' }],
  [
    'an address',
    { mode: 'url', value: 'https://a.example/workflow/id7?x', cachedResultUrl: '/workflow/id7' },
    ['id7'],
    { mode: 'id', value: 'id7-there', cachedResultUrl: '/workflow/id7-there' },
  ],
  ['an address of something else', { mode: 'url', value: 'https://a.example/w' }, [], undefined],
  ['an expression', '={{ $json.id }}', [], undefined],
  ['an expression in a locator', { mode: 'id', value: '={{ $json.id }}' }, [], undefined],
  ['an expression for an address', { mode: 'url', value: '={{ $json.host }}/workflow/w' }, [], undefined],
])('%s of a called workflow is found and replaced, and no expression is', (_name, given, found, replaced = given) => {
  expect(workflowsIn(calling(given))).toEqual(found)
  expect(renameReferences(calling(given), renaming)).toEqual(calling(replaced) as never)
})
