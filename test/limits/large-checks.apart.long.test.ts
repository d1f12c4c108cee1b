import { test } from 'bun:test'
import { chainOf, expectOthersServed, HOOK, listOf, node, to, workflow } from './large-requests.ts'

const START = { type: 'n8n-nodes-base.manualTrigger' }
const SET = 'n8n-nodes-base.set'
const assign = (assignments: object[]) => ({ assignments: { assignments }, options: {} })
const reading = (name: string) =>
  assign([{ id: 'a', name: 'a', value: `={{ $('${name}').item.json.a }}`, type: 'string' }])
const set = (at: number, parameters: object) => node(at, { type: SET, typeVersion: 3.4, parameters })
const IF = { type: 'n8n-nodes-base.if', typeVersion: 2.2 }

/** A trigger, and nodes one after the other. */
const chain = (length: number, made: (at: number) => Record<string, unknown>) =>
  workflow([node(0, START), ...listOf(length - 1, at => made(at + 1))], chainOf(length))

const ROWS = {
  '10,000 nodes that each name another one': chain(10_000, at => set(at, reading(`n${(at * 7) % 10_000}`))),
  '10,000 nodes of services without what they need': chain(10_000, at =>
    node(at, { type: 'n8n-nodes-base.slack', typeVersion: 2.3 }),
  ),
  '5,000 webhooks that lead to 5,000 respond nodes': workflow(
    listOf(10_000, at =>
      node(at, {
        type: at < 5000 ? HOOK.type : 'n8n-nodes-base.respondToWebhook',
        typeVersion: at < 5000 ? 2 : 1.1,
        parameters: at < 5000 ? { path: `p${at}`, options: {} } : {},
      }),
    ),
    chainOf(10_000),
  ),
  '40 pairs of nodes of which each leads to both of the next': workflow(
    [node(0, { ...HOOK, typeVersion: 2 }), ...listOf(80, at => node(at + 1, IF)), set(81, reading('n0'))],
    Object.fromEntries(
      listOf(81, at => {
        const next = at === 0 ? 1 : at + 2 - ((at + 1) % 2)
        return [`n${at}`, { main: [[...to(`n${next}`).main.flat(), ...to(`n${Math.min(next + 1, 81)}`).main.flat()]] }]
      }),
    ),
  ),
  'a node with 30,000 unknown parameters': chain(2, at =>
    set(at, Object.fromEntries(listOf(30_000, n => [`a${n}`, '']))),
  ),
  '300 nodes with 1,000 unknown parameters each': chain(300, at =>
    set(at, Object.fromEntries(listOf(1000, n => [`a${n}`, '']))),
  ),
  'a node with 9,000 values': chain(2, at =>
    set(at, assign(listOf(2000, n => ({ id: `${n}`, name: `a${n}`, value: `={{ $jso.a${n} }}`, type: 'string' })))),
  ),
  'reads of 2,000 fields that a node of 2,000 fields does not have': chain(3, at =>
    set(
      at,
      assign(
        listOf(2000, n => ({
          id: `${n}`,
          name: `a${n}`,
          value: at === 1 ? 'x' : `={{ $json.b${n} }}`,
          type: 'string',
        })),
      ),
    ),
  ),
  'code of 3 MB': chain(2, at =>
    node(at, {
      type: 'n8n-nodes-base.code',
      typeVersion: 2,
      parameters: { jsCode: `${'const a = { b: 1 };\n'.repeat(150_000)}return []` },
    }),
  ),
} as const

test.each(Object.entries(ROWS))('a check of %s delays no other client', (_name, checked) =>
  expectOthersServed({
    given: { workflows: [{ ...checked, id: '1' }] },
    ask: ['POST', '/_control/validations', { workflows: ['1'], publish: true }],
    status: 200,
  }),
)
