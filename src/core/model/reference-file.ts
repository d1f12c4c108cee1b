/**
 * A JSON file of reference data, or a text with lines of JSON, read when it is asked for. The path stands in an `import` of its own, so that the
 * package and the executable contain the file.
 *
 * @example
 * const nodeTypes: ReferenceFile = () => import('../data/node-types.json', { with: { type: 'json' } })
 */
export type ReferenceFile = () => Promise<{ default: unknown }>
