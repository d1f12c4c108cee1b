import { expect, test } from 'bun:test'
import { startInstance } from '../../src/testing.ts'

test('a second copy of the shapes in a process leaves fixtures readable for the first', async () => {
  const copy: string = '../../src/core/model/schema.ts?copy'
  await import(copy)
  await using instance = await startInstance({ fixture: { workflows: [{ name: 'A', settings: {} }] } })
  expect(instance.state().workflows?.map(({ name }) => name)).toEqual(['A'])
})
