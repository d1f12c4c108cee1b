// Small faults in the operations change an answer somewhere: here each operation is asked at its bounds and beyond.
import { afterAll, describe, expect, test } from 'bun:test'
import { once } from '../../../../src/core/base/once.ts'
import type { Version } from '../../../../src/core/http/version.ts'
import { loadVersion } from '../../../../src/core/versions/versions.ts'
import type { ProfileName } from '../../../../src/index.ts'
import { operationLines } from './approved/operation-lines.ts'
import { type Approved, startApproved, textOf } from './approved/place.ts'

const [contract, n8n141, n8n1123] = await Promise.all([
  loadVersion('contract'),
  loadVersion('n8n-1.41'),
  loadVersion('n8n-1.123'),
])

const started: Promise<Approved>[] = []
afterAll(async () => {
  for (const instance of started) await (await instance).stop()
})

/** The outcomes of each operation of a version, asked for once. */
function linesOf(version: Version) {
  const start = once(() => {
    const instance = startApproved(version.name as ProfileName)
    started.push(instance)
    return instance
  })
  const known = new Map<string, Promise<string[]>>()
  return (id: string): Promise<string[]> => {
    const before = known.get(id)
    if (before) return before
    const operation = version.operations.find(operation => operation.id === id)
    const lines = operation ? start().then(instance => operationLines(instance, operation)) : Promise.resolve([])
    known.set(id, lines)
    return lines
  }
}

const ofContract = linesOf(contract)
const of141 = linesOf(n8n141)
const of1123 = linesOf(n8n1123)

const byTag = ({ operations }: Version) => [...Map.groupBy(operations, ({ tag }) => tag)]

test.each(byTag(contract))(
  'requests to contract of %s are answered as approved (bun run generate writes them)',
  async (_tag, operations) => {
    const lines: string[] = []
    for (const { id } of operations) lines.push(...(await ofContract(id)))
    expect(textOf(lines)).toMatchSnapshot()
  },
)

describe.each([
  ['n8n-1.41', n8n141, of141, ofContract],
  ['n8n-1.123', n8n1123, of1123, of141],
] as const)('requests to %s', (_name, version, linesOfVersion, linesOfNeighbour) => {
  test.each(byTag(version))(
    'of %s, unlike its neighbour, are answered as approved (bun run generate writes them)',
    async (_tag, operations) => {
      const texts: string[] = []
      for (const { id } of operations) {
        const neighbour = await linesOfNeighbour(id)
        const lines = await linesOfVersion(id)
        const missing = neighbour.filter(line => !lines.includes(line)).length
        texts.push(`${id}: ${missing} missing`, ...lines.filter(line => !neighbour.includes(line)))
      }
      expect(textOf(texts)).toMatchSnapshot()
    },
  )
})
