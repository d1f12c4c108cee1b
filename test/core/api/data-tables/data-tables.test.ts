import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { clearRows } from '../../../../src/core/features/data-tables/change-rows.ts'
import { readRowFilter } from '../../../../src/core/features/data-tables/row-input.ts'
import { ask, context, deleteRows, insertRows, shown, updateRows, upsertRow, withTable } from './data-table-place.ts'

describe('as a simple model says', () => {
  type Row = { id: number; name: string | null; age: number | null }
  const name = fc.option(fc.constantFrom('a', 'b', 'ab', 'B%'), { nil: null })
  const age = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null })
  const data = fc.record({ name, age }, { requiredKeys: [] })
  const condition = fc.oneof(
    fc.record({ columnName: fc.constant('age'), condition: fc.constantFrom('eq', 'neq'), value: age }),
    fc.record({
      columnName: fc.constant('age'),
      condition: fc.constantFrom('gt', 'lte'),
      value: fc.integer({ min: 0, max: 3 }),
    }),
    fc.record({ columnName: fc.constant('name'), condition: fc.constantFrom('eq', 'neq'), value: name }),
    fc.record({
      columnName: fc.constant('name'),
      condition: fc.constantFrom('like', 'ilike'),
      value: fc.constantFrom('a', 'B%', '%b'),
    }),
  )
  const filter = fc.record({
    type: fc.constantFrom('and', 'or'),
    filters: fc.array(condition, { minLength: 1, maxLength: 3 }),
  })
  const step = fc.record({
    kind: fc.constantFrom('insert', 'update', 'upsert', 'delete', 'clear'),
    filter,
    data,
    dryRun: fc.boolean(),
    sortBy: fc.constantFrom('age:asc', 'age:desc', 'id:desc', 'name:asc'),
  })

  const passes = (
    row: Row,
    { columnName, condition, value }: { columnName: string; condition: string; value: unknown },
  ) => {
    const cell = row[columnName as 'age' | 'name']
    if (condition === 'eq') return cell === value
    if (condition === 'neq') return cell !== value
    if (cell === null) return false
    if (condition === 'gt') return Number(cell) > Number(value)
    if (condition === 'lte') return Number(cell) <= Number(value)
    const pattern = String(value)
    const parts = (pattern.includes('%') ? pattern : `%${pattern}%`).replaceAll('%', '.*')
    return new RegExp(`^${parts}$`, condition === 'ilike' ? 'i' : '').test(String(cell))
  }

  test('whatever is inserted, changed, sorted and deleted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
        const place = await withTable()
        let rows: Row[] = []
        let next = 1
        for (const { kind, filter, data, dryRun, sortBy } of steps) {
          const asked = readRowFilter(filter)
          const hit = rows.filter(row =>
            filter.type === 'or'
              ? filter.filters.some(one => passes(row, one))
              : filter.filters.every(one => passes(row, one)),
          )
          expect(shown(place, { filter: asked }).map(row => row.id)).toEqual(hit.map(row => row.id))
          const isEmpty = Object.keys(data).length === 0
          if (kind === 'insert') {
            await ask(place, (draft, table) => insertRows(draft, table, [data], 'all', context))
            rows.push({ id: next++, name: null, age: null, ...data })
          } else if (kind === 'delete') {
            await ask(place, (draft, table) => deleteRows(draft, table, { filter: asked, dryRun }, context))
            if (!dryRun) rows = rows.filter(row => !hit.includes(row))
            if (!dryRun) next = (rows.at(-1)?.id ?? 0) + 1
          } else if (kind === 'clear' && dryRun) {
            await ask(place, (draft, table) => clearRows(draft, table, context))
            rows = []
            next = 1
          } else if ((kind === 'update' || kind === 'upsert') && !isEmpty) {
            const rule = kind === 'update' ? updateRows : upsertRow
            const change = { filter: asked, data, dryRun, returnData: true }
            const answer = await ask(place, (draft, table) => rule(draft, table, change, context))
            const inserts = kind === 'upsert' && hit.length === 0
            expect(answer === true ? [] : answer.length).toBe((inserts ? 1 : hit.length) * (dryRun ? 2 : 1))
            if (!dryRun && inserts) rows.push({ id: next++, name: null, age: null, ...data })
            if (!dryRun) rows = rows.map(row => (hit.includes(row) ? { ...row, ...data } : row))
          }
          expect(shown(place, {}).map(({ id, name, age }) => ({ id, name, age }))).toEqual(rows)
          const [column = '', direction] = sortBy.split(':')
          const value = (row: Row) => row[column as keyof Row]
          const order = (a: Row, b: Row) =>
            value(a) === value(b)
              ? 0
              : value(a) === null || (value(b) !== null && (value(a) ?? 0) < (value(b) ?? 0))
                ? -1
                : 1
          const sorted = rows.toSorted((a, b) => (direction === 'desc' ? -order(a, b) : order(a, b)))
          expect(shown(place, { sortBy }).map(row => row.id)).toEqual(sorted.map(row => row.id))
        }
      }),
      { numRuns: 200 },
    )
  })
})
