import { html } from '../html.ts'

/** A few headers to type, one a line; `field`: what the field of a form needs. */
export const HeaderText = ({ placeholder, field }: { placeholder: string; field: object }) => html`<label class="field">
  <span>Headers, one a line (optional)</span>
  <textarea class="is-code" rows="2" spellcheck=${false} placeholder=${placeholder} ...${field}></textarea>
</label>`

/** A line like `retry-after: 2` as name and value; `undefined` where it is invalid. */
export function headerOf(line: string): [name: string, value: string] | undefined {
  const at = line.indexOf(':')
  const name = line.slice(0, Math.max(at, 0)).trim()
  return name === '' || /\s/.test(name) ? undefined : [name, line.slice(at + 1).trim()]
}

/**
 * Headers, one a line, as this browser sends them.
 *
 * @throws Error which names the invalid line, or the header that a page may not send
 */
export function headersIn(text: string): Record<string, string> {
  const pairs = text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return []
    const pair = headerOf(line)
    if (!pair) throw new Error(`Line ${at + 1} of the headers is not like “name: value”.`)
    return [pair]
  })
  const sent = new Request(location.origin, { headers: pairs }).headers
  const withheld = pairs.find(([name]) => !sent.has(name))
  if (withheld) throw new Error(`A browser lets no page send the header “${withheld[0]}”: send it by another client.`)
  return Object.fromEntries(pairs)
}
