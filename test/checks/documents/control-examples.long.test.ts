import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { examplesIn, isStream, shapeOf, shortened, startForExamples } from './control-examples.ts'
import { ORDER } from './control-table.ts'
import { textOf } from './documents.ts'

const examples = examplesIn(textOf('docs/control-api.md'))

test('docs/control-api.md has an example of each operation', () => {
  expect([...examples.keys()]).toEqual(ORDER)
})

const hasTools = Boolean(Bun.which('bash') && Bun.which('curl'))
if (!hasTools) console.error('The examples of docs/control-api.md were not tried: there is no bash, or no curl')

describe.skipIf(!hasTools)('the example is answered as docs/control-api.md shows, when played in its order:', () => {
  let instances: Awaited<ReturnType<typeof startForExamples>>
  beforeAll(async () => {
    instances = await startForExamples()
  })
  afterAll(() => instances[Symbol.asyncDispose]())

  test.each([...examples])('%s', async (id, { command, answer }) => {
    const answered = await instances.play(id, command)
    if (isStream(id)) expect([answered, answer].map(namesOf)).toEqual([namesOf(answer), namesOf(answer)])
    else expect(shapeOf(shortened(answered))).toEqual(shapeOf(JSON.parse(answer)))
  })
})

/** The names of an event's lines. */
const namesOf = (event: string) => event.match(/^\w+(?=: )/gm)
