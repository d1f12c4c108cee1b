import { test } from 'bun:test'
import { expectOthersServed, listOf, node, type Row, workflow } from './large-requests.ts'

const TABLE = '/api/v1/data-tables/LargeTable000000'
/** A table of texts: as many columns and rows. */
const table = (columns: number, rows: Record<string, unknown>[]) => ({
  dataTables: [
    {
      id: 'LargeTable000000',
      name: 't',
      columns: listOf(columns, at => ({ name: `a${at}`, type: 'string' as const })),
      rows,
    },
  ],
})
const ANY_ROW = { filters: [{ columnName: 'id', condition: 'gt', value: 0 }] }

const ROWS: Record<string, Row> = {
  'a workflow of 8,000 nodes that name one of 8,000 credentials': {
    given: { credentials: listOf(8000, at => ({ name: `c${at}`, type: 'httpBasicAuth', data: {} })) },
    ask: [
      'POST',
      '/api/v1/workflows',
      workflow(listOf(8000, at => node(at, { credentials: { httpBasicAuth: { id: 'none', name: 'none' } } }))),
    ],
    status: 200,
  },
  'an invitation of 20,000 people': {
    ask: ['POST', '/api/v1/users', listOf(20_000, at => ({ email: `u${at}@example.com` }))],
    status: 400,
  },
  'the activation of 50,000 schedules': {
    given: {
      workflows: [
        {
          id: '1',
          ...workflow([
            node(0, {
              type: 'n8n-nodes-base.scheduleTrigger',
              parameters: {
                rule: {
                  interval: listOf(50_000, at => ({
                    field: 'cronExpression',
                    expression: `${at % 60} ${at % 24} * * *`,
                  })),
                },
              },
            }),
          ]),
        },
      ],
    },
    ask: ['POST', '/api/v1/workflows/1/activate', {}],
    status: 200,
  },
  'an insertion of 200,000 rows': {
    given: table(1, []),
    ask: ['POST', `${TABLE}/rows`, { data: listOf(200_000, a0 => ({ a0 })) }],
    status: 400,
  },
  'a table of 100,000 columns': {
    ask: [
      'POST',
      '/api/v1/data-tables',
      { name: 't', columns: listOf(100_000, at => ({ name: `a${at}`, type: 'string' })) },
    ],
    status: 400,
  },
  'a change that makes a gigabyte of a table': {
    given: table(
      1000,
      listOf(10_000, () => ({ a0: 'x' })),
    ),
    ask: [
      'PATCH',
      `${TABLE}/rows/update`,
      { filter: ANY_ROW, data: Object.fromEntries(listOf(1000, at => [`a${at}`, 'x'.repeat(100)])) },
    ],
    status: 400,
  },
  '50 patterns that are looked for in 15 MB': {
    given: table(1, [{ a0: 'Aa'.repeat(7_000_000) }]),
    ask: [
      'PATCH',
      `${TABLE}/rows/update`,
      {
        filter: {
          type: 'or',
          filters: listOf(50, at => ({ columnName: 'a0', condition: 'ilike', value: `%${'a'.repeat(40)}b${at}%` })),
        },
        data: { a0: 'x' },
      },
    ],
    status: 400,
  },
}

test.each(Object.entries(ROWS))('%s delays no other client', (_name, row) => expectOthersServed(row))
