/**
 * A path without the slashes at its end. A pattern for that begins again at each slash of a path of many.
 *
 * @example
 * withoutSlashes('orders//') // 'orders'
 */
export function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}
