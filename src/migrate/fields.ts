/** JSON objects as they come from outside. */
export type Fields = Record<string, unknown>

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
