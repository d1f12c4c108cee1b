/**
 * A JSON pointer of keys.
 *
 * @example
 * pointerOf(['nodes', 0, 'a/b']) // '/nodes/0/a~1b'
 */
export const pointerOf = (keys: readonly (string | number)[]): string =>
  keys.map(key => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/**
 * The keys of a JSON pointer.
 *
 * @example
 * keysOf('/nodes/0/a~1b') // ['nodes', '0', 'a/b']
 */
export const keysOf = (pointer: string): string[] => pointer.split('/').slice(1).map(unescapedKey)

/** A key as it is, of one in a JSON pointer. */
export const unescapedKey = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~')
