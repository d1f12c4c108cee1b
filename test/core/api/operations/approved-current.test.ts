// Small faults in the operations change an answer somewhere: here each operation is asked at its bounds and beyond.
import { afterAll, describe, expect, test } from 'bun:test'
import { n8n241 } from '../../../../src/core/versions/v2/n8n-2.41.ts'
import { operationLines } from './approved/operation-lines.ts'
import { startApproved, textOf } from './approved/place.ts'

describe('requests to n8n-2.41', () => {
  const started = startApproved('n8n-2.41')
  afterAll(async () => (await started).stop())

  test.each([...Map.groupBy(n8n241.operations, ({ tag }) => tag)])(
    'of %s are answered as approved (bun run generate writes them)',
    async (_tag, operations) => {
      const instance = await started
      await instance.control.reset()
      const lines: string[] = []
      for (const operation of operations) lines.push(...(await operationLines(instance, operation)))
      expect(textOf(lines)).toMatchSnapshot()
    },
  )
})
