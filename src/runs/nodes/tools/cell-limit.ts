import { NodeFailure } from './node-context.ts'

/**
 * The most cells of a table, or fields of items that are compared: each takes time and memory, also an empty one. A run may
 * hold 16 MB, which are fewer fields.
 */
const MAX_CELLS = 2_500_000

/** @throws NodeFailure where a table has too many cells */
export function checkCellCount(count: number) {
  if (count <= MAX_CELLS) return
  throw new NodeFailure(`${count} cells are too many for a simulated run: ${MAX_CELLS} at most`)
}

/** @throws NodeFailure where rows have too many columns together */
export function checkCells(rows: number, columns: number) {
  if (rows * columns <= MAX_CELLS) return
  throw new NodeFailure(
    `${rows} rows of ${columns} columns are too many for a simulated run: ${MAX_CELLS} cells at most`,
  )
}
