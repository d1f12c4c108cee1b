/** Why a text is no JSON, in the words of the service's runtime, whichever runtime this is. */
export function jsonErrorMessage(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (!message.startsWith('JSON Parse error')) return message
  const begin = text.search(/\S/)
  if (begin < 0) return 'Unexpected end of JSON input'
  const first = text[begin] ?? ''
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text
  if (!/[[{"\-\dtfn]/.test(first)) return `Unexpected token '${first}', "${shown}" is not valid JSON`
  const second = text.slice(begin + 1).search(/\S/) + begin + 1
  if (first === '{' && second > begin && !/["}]/.test(text[second] ?? '')) {
    const line = text.slice(0, second).split('\n')
    return `Expected property name or '}' in JSON at position ${second} (line ${line.length} column ${(line.at(-1)?.length ?? 0) + 1})`
  }
  return `"${shown}" is not valid JSON`
}

const SHOWN = 40
