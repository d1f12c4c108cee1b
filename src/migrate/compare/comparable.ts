import { createHash } from 'node:crypto'
import { recordsOf } from '../../base/is-record.ts'
import type { Fields } from '../fields.ts'

/** An execution with a digest in place of its data. */
export function comparableExecution({ data, workflowData, ...execution }: Fields): Fields {
  return { ...execution, ...(data === undefined ? {} : { data: digest(data) }) }
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** A data table without what each service sets itself. */
export const comparableTable = ({ columns, rows, ...table }: Fields): Fields => ({
  ...table,
  columns: recordsOf(columns).map(({ name, type }) => ({ name, type })),
  rows: recordsOf(rows).map(({ createdAt, updatedAt, ...row }) => row),
})
