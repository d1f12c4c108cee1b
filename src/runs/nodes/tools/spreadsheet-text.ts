import { isRecord } from '../../../core/base/is-record.ts'
import type { Item } from '../../../core/model/run-data.ts'
import { checkCells } from './cell-limit.ts'

/** Items as rows: fields of objects and of lists have columns of their own (`e.k`, `g.0`). */
export interface Rows {
  columns: string[]
  cells: unknown[][]
}

const MAX_DEPTH = 100

/** @throws NodeFailure where they are too many cells */
export function rowsOf(items: readonly Item[]): Rows {
  const flat = items.map(item => flattened(item))
  const columns = [...new Set(flat.flatMap(item => [...item.keys()]))]
  checkCells(items.length, columns.length)
  return { columns, cells: flat.map(item => columns.map(column => item.get(column))) }
}

function flattened(value: unknown, prefix = '', depth = 0, made = new Map<string, unknown>()): Map<string, unknown> {
  for (const [name, inner] of Object.entries(value as Item)) {
    const path = prefix + name
    if ((isRecord(inner) || Array.isArray(inner)) && depth < MAX_DEPTH) flattened(inner, `${path}.`, depth + 1, made)
    else made.set(path, inner)
  }
  return made
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value)
}

/** Counts the characters of each line that is made; throws where they are too many together. */
type Count = (characters: number) => void

export function csvText({ columns, cells }: Rows, delimiter: string, hasHeader: boolean, count: Count): string {
  const quoted = (value: unknown) => {
    const text = cellText(value)
    return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const lineOf = (row: readonly unknown[]) => counted(row.map(quoted).join(delimiter), count)
  return `\uFEFF${(hasHeader ? [columns, ...cells] : cells).map(lineOf).join('\n')}`
}

function counted(line: string, count: Count): string {
  count(line.length)
  return line
}

export function htmlText({ columns, cells }: Rows, hasHeader: boolean, count: Count): string {
  const rows = (hasHeader ? [columns, ...cells] : cells).map((row, line) => {
    const shown = row.map((value, column) => htmlCell(value, `${columnName(column)}${line + 1}`))
    return counted(`<tr>${shown.join('')}</tr>`, count)
  })
  return `<html><head><meta charset="utf-8"/><title>SheetJS Table Export</title></head><body><table>${rows.join('')}</table></body></html>`
}

function htmlCell(value: unknown, place: string): string {
  const id = `id="sjs-${place}"`
  if (value === undefined) return `<td ${id}></td>`
  if (value === null) return `<td data-t="z" ${id}></td>`
  const kind = typeof value === 'number' ? 'n' : typeof value === 'boolean' ? 'b' : 's'
  const shown = escaped(cellText(value))
  return `<td data-t="${kind}" data-v="${kind === 'b' ? String(value) : shown}" ${id}>${shown}</td>`
}

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br/>')

/** `A`, …, `Z`, `AA` for 0, …, 25, 26. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}
