interface NewColumn {
  name: string
  type: string
}

const CELL_SHOWN = 200

/** The columns that every table has, of which a person sees the first at the left. */
export const ID_COLUMN = 'id'

/** A cell as text: `null` where there is nothing, long text cut off. */
export function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  const text = String(value)
  return text.length > CELL_SHOWN ? `${text.slice(0, CELL_SHOWN)}…` : text
}

/** What a field for a cell begins with. */
export const fieldText = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/**
 * What a form says of a row: only what is another than before. An emptied text is an empty text where there was one, and
 * nothing where there was nothing; of other types, what is empty is nothing.
 *
 * @param form its fields are called `cell.` and the column's name
 */
export function rowData(
  form: FormData,
  columns: NewColumn[],
  before: Record<string, unknown> = Object.create(null),
): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  for (const { name, type } of columns) {
    const text = lines(form.get(`cell.${name}`))
    if (text === lines(fieldText(before[name]))) continue
    if (text === '' && type !== 'string') data[name] = null
    else data[name] = type === 'number' ? Number(text) : type === 'boolean' ? text === 'true' : text
  }
  return data
}

/** The order of the rows after a press on a column: up, down, as they came. */
export function nextOrder(sortBy: string, column: string): string {
  if (sortBy === `${column}:asc`) return `${column}:desc`
  return sortBy === `${column}:desc` ? '' : `${column}:asc`
}

/**
 * Columns as one types them: `email, age: number`; without a type they are of text.
 *
 * @throws Error that says what is missing
 */
export function columnsIn(text: string): NewColumn[] {
  const columns = text
    .split(/[,\n]/)
    .map(part => part.trim())
    .filter(Boolean)
    .map(part => part.split(':').map(word => word.trim()))
  if (columns.length === 0) throw new Error('Name at least one column.')
  return columns.map(([name = '', type = 'string']) => ({ name, type }))
}

/** A form gives every new line of a text as two characters. */
const lines = (text: unknown) => String(text ?? '').replaceAll('\r\n', '\n')
