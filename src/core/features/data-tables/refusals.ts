import { refusals } from '../../base/errors.ts'
import type { ColumnType } from '../../model/data-table.ts'

const row = (text: string) => `Validation error with data table request: ${text}`

const DATE_HINT =
  ' <br/><br/> Consider using <a href="https://moment.github.io/luxon/api-docs/index.html#datetimefromformat" target="_blank"><code>DateTime.fromFormat</code></a> to work with custom date formats.'

export const dataTableRefusals = refusals({
  dataTableNotFound: [404, (id: string) => `Could not find the data table: '${id}'`],
  dataTableProjectNotFound: [400, (id: string) => `Project with ID "${id}" not found`],
  dataTableNameEmpty: [400, 'String must contain at least 1 character(s)'],
  dataTableNameTaken: [409, (name: string) => `Data table with name '${name}' already exists in this project`],
  dataTablePageInvalid: [400, (name: string) => `Param \`${name}\` must be a valid integer`],
  dataTablePageNegative: [400, (name: string) => `Param \`${name}\` must be a non-negative integer`],
  dataTableFilterInvalid: [400, 'Invalid filter fields'],
  dataTableSortUnknown: [400, (sorts: readonly string[]) => `sortBy must be one of: ${sorts.join(', ')}`],
  dataTableTooLarge: [
    400,
    (used: number, most: number) => row(`Data table size limit exceeded: ${used}MB used, limit is ${most}MB`),
  ],
  columnNotFound: [
    404,
    (columnId: string, tableId: string) => `Could not find the column '${columnId}' in the data table: ${tableId}`,
  ],
  columnsTooMany: [400, (most: number) => `A data table may have up to ${most} columns`],
  columnNameReserved: [409, (name: string) => `Column name "${name}" is reserved as a system column name.`],
  newColumnNameReserved: [400, (name: string) => `Column name "${name}" is reserved as a system column name.`],
  columnNameTaken: [
    409,
    (name: string, table: string) => `Data table column with name '${name}' already exists in data table '${table}'`,
  ],
  columnNameEmpty: [400, 'String must contain at least 1 character(s)'],
  columnNameTooLong: [400, 'String must contain at most 63 character(s)'],
  columnNameInvalid: [
    400,
    'Only alphabetical characters and non-leading numbers and underscores are allowed for column names, and the maximum length is 63 characters.',
  ],
  columnTypeInvalid: [400, "Invalid enum value. Expected 'string' | 'number' | 'boolean' | 'date', received 'json'"],
  columnIndexTooLarge: [400, row('tried to move column to an index larger than column count')],
  columnUnknown: [400, (name: string) => row(`unknown column name '${name}'`)],
  cellTypeWrong: [
    400,
    (value: string, type: ColumnType, column: string, given: string) => {
      const expected = type === 'date' ? 'dateTime' : type
      const hint = type === 'date' ? DATE_HINT : ''
      return row(
        `value '${value}' does not match column type '${type}': '${column}' expects a ${expected} but we got ${given}${hint}`,
      )
    },
  ],
  columnsMissing: [400, row('No columns found for this data table or data table not found')],
  rowValueInvalid: [400, 'Invalid input'],
  rowDataEmpty: [400, 'data must not be empty'],
  rowsTooMany: [
    400,
    (count: number, most: number) => row(`${count} rows are too many at once: up to ${most} are changed`),
  ],
  rowFilterEmpty: [400, 'At least one filter condition is required for delete operations'],
  rowConditionsTooMany: [400, (most: number) => `A filter may have up to ${most} conditions`],
  rowPatternsTooMany: [
    400,
    (size: number, most: number) =>
      `A filter of a table of ${size} bytes may have up to ${most} conditions with like or ilike`,
  ],
  rowPatternPartsTooMany: [
    400,
    (size: number, most: number) =>
      `A filter of a table of ${size} bytes may have up to ${most} parts between the % of like and ilike`,
  ],
  rowFilterValueNull: [400, (condition: string) => row(`${condition} filter value cannot be null or undefined`)],
  rowFilterValueNoText: [400, (condition: string) => row(`${condition} filter value must be a string`)],
  rowFilterValueTooLong: [
    400,
    (condition: string, most: number) => row(`${condition} filter value is longer than ${most} characters`),
  ],
  rowSortInvalid: [400, 'Invalid sort format, expected <columnName>:<asc/desc>'],
  rowSortDirectionInvalid: [400, 'Invalid sort direction'],
})
