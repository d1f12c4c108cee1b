/** What follows the first part of a path (`/webhook/orders%2F7`: `orders/7`); one whose escapes are broken stays as it is. */
export function decodedPath(name: string): string {
  const path = name.slice(name.indexOf('/', 1) + 1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
