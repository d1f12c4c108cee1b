import { expect, test } from 'bun:test'
import { renameReferences, workflowsIn } from '../../src/migrate/references.ts'

const calling = (workflowId: unknown) => ({ nodes: [{ name: 'Call', parameters: { workflowId } }] })
const renaming = {
  workflow: (id: string) => `${id}-there`,
  credential: () => undefined,
  dataTable: () => undefined,
}

test.each<{ name: string; given: unknown; found: string[]; replaced?: unknown }>([
  { name: 'an id', given: 'id7', found: ['id7'], replaced: 'id7-there' },
  {
    name: 'an id in a locator',
    given: { mode: 'id', value: 'id7' },
    found: ['id7'],
    replaced: { mode: 'id', value: 'id7-there' },
  },
  {
    name: 'an address',
    given: { mode: 'url', value: 'https://a.example/workflow/id7?x', cachedResultUrl: '/workflow/id7' },
    found: ['id7'],
    replaced: { mode: 'id', value: 'id7-there', cachedResultUrl: '/workflow/id7-there' },
  },
  { name: 'an address of something else', given: { mode: 'url', value: 'https://a.example/w' }, found: [] },
  { name: 'an expression', given: '={{ $json.id }}', found: [] },
  { name: 'an expression in a locator', given: { mode: 'id', value: '={{ $json.id }}' }, found: [] },
  { name: 'an expression for an address', given: { mode: 'url', value: '={{ $json.host }}/workflow/w' }, found: [] },
])('$name of a called workflow is found and replaced, and no expression is', ({ given, found, replaced = given }) => {
  expect(workflowsIn(calling(given))).toEqual(found)
  expect(renameReferences(calling(given), renaming)).toEqual(calling(replaced) as never)
})
