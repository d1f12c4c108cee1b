import { describe, expect, test } from 'bun:test'
import { VERSION_NAMES } from '../../src/core/versions/versions.ts'
import type { Fixture } from '../../src/index.ts'
import { aNode, aWorkflow, type TestInstance } from '../../src/testing.ts'
import { rehearse } from './rehearsal.ts'

const credential = (id: string, value: string) => ({
  id,
  name: 'C',
  type: 'httpHeaderAuth',
  data: { name: 'a', value },
})
const using = (id: string) =>
  aWorkflow({
    id,
    name: `Uses ${id}`,
    nodes: ['Schedule Trigger', aNode({ name: 'Use', credentials: { httpHeaderAuth: { id, name: 'C' } } }, 1)],
  })
const document: Fixture = {
  credentials: [credential('1', 'first'), credential('2', 'second')],
  workflows: [using('1'), using('2')],
}
const used = (service: TestInstance) =>
  service.state().workflows?.map(({ nodes }) => {
    const [, node] = nodes as { credentials?: { httpHeaderAuth: { id: string } } }[]
    return node?.credentials?.httpHeaderAuth.id
  })

describe.each(VERSION_NAMES)('two credentials of one name and type to %s', profile => {
  test('are two there, and each workflow has its own, whatever else has the name', async () => {
    for (const there of [[], [credential('9', 'of others')]]) {
      await using rehearsal = await rehearse(document, { profile, fixture: { credentials: there } })
      expect(await rehearsal.promote()).toMatchObject({ failures: [], plan: { refused: 0 } })
      expect(new Set(used(rehearsal.service)).size).toBe(2)
      expect(used(rehearsal.service)).not.toContain('9')
      expect((await rehearsal.promote()).plan.hasChanges).toBe(false)
    }
  })

  test.each([
    { lost: 1, there: [] },
    { lost: 2, there: [] },
    { lost: 1, there: ['9'] },
    { lost: 2, there: ['9'] },
  ])('are two there where request $lost that makes one gets no answer, beside $there of others', async row => {
    for (const isSent of [true, false]) {
      const others = row.there.map(id => credential(id, 'of others'))
      await using rehearsal = await rehearse(document, { profile, fixture: { credentials: others } })
      const { service } = rehearsal
      let left = row.lost
      const fetch = async (url: string, init: RequestInit) => {
        const isIt = init.method === 'POST' && url.endsWith('/credentials') && --left === 0
        const response = isIt && !isSent ? undefined : await globalThis.fetch(url, init)
        if (isIt || !response) throw new TypeError('gone')
        return response
      }
      await rehearsal.promote({ fetch, retries: { tries: 1 } }).catch(() => {})
      expect(await rehearsal.promote()).toMatchObject({ failures: [], plan: { refused: 0 } })
      expect(new Set(used(service)).size).toBe(2)
      expect(used(service)).not.toContain('9')
    }
  })

  test('without data are told, where one of their name is there', async () => {
    const credentials = document.credentials?.map(one => ({ ...one, isStandIn: true })) ?? []
    await using rehearsal = await rehearse(
      { ...document, credentials },
      { profile, fixture: { credentials: [credential('9', 'of others')] } },
    )
    const { plan, failures } = await rehearsal.promote()
    const said = [
      ...plan.lines.flatMap(({ sign, says }) => (sign === '!' ? says : [])),
      ...failures.map(one => one.because),
    ]
    expect(said.filter(text => text.includes('2 credentials here have this name and type'))).toHaveLength(2)
    expect(rehearsal.service.state().workflows).toEqual([])
  })
})
