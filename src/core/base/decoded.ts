/**
 * A text without its percent escapes; as it is where one of them is malformed.
 *
 * @example
 * decoded('a%20b') // 'a b'
 * decoded('100%') // '100%'
 */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
