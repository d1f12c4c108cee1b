/** JSON objects as they come from outside. */
export type Fields = Record<string, unknown>

/** A record of the document like one that comes from outside. */
export const fieldsOf = (record: object): Fields => record as Fields

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
