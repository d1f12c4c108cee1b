import { expect, test } from 'bun:test'
import { summaryText } from '../../src/commands/clone.ts'

const URL = 'https://n8n.test'
const LIKE = 'n8n-1.41'

test.each<[alike: string[], counts: Record<string, number>, text: string]>([
  [[], { tags: 0 }, `${URL} answers like ${LIKE}.\na.json: 0 tags`],
  [[], { tags: 1, workflows: 2 }, `${URL} answers like ${LIKE}.\na.json: 1 tag, 2 workflows`],
  [[], { dataTables: 1 }, `${URL} answers like ${LIKE}.\na.json: 1 data table`],
  [[], { dataTables: 2 }, `${URL} answers like ${LIKE}.\na.json: 2 data tables`],
  [
    ['contract', 'n8n-1.123'],
    { users: 1 },
    `${URL} answers like ${LIKE}. It may be any of these: ${LIKE}, contract, n8n-1.123; choose with --profile.\n` +
      'a.json: 1 user',
  ],
])('a clone of a service like %j with %j says so', (alike, counts, text) => {
  expect(summaryText({ url: URL, version: LIKE, alike, counts } as Parameters<typeof summaryText>[0], 'a.json')).toBe(
    text,
  )
})
