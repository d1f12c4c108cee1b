import { digest } from '../digest.ts'

/** Values of every type, and the bounds that texts and numbers often have. */
export const SAMPLES: readonly unknown[] = [undefined, null, '', 'x', '7', 0, 7, -1, 1.5, true, false, [], {}]

/** Those that a field is given: what only some runtimes take for a date is no sample of one. */
export const samplesOf = (field: string) =>
  /At$|Till$|^now$|^wait$/.test(field) ? SAMPLES.filter(it => it !== '7') : SAMPLES

/** As JSON, but for what is left out; a long text by its length. */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'string' && value.length > 60) return `${value.slice(0, 3)}…×${value.length}`
  return shortened(JSON.stringify(value) ?? String(value), 90)
}

/** A long text by its beginning, its length and a digest. */
export function shortened(text: string, most = 110): string {
  if (text.length <= most) return text.replaceAll('\n', ' ')
  return `${text.slice(0, most - 45).replaceAll('\n', ' ')}… ${text.length} ${digest(text)}`
}

/** What came of each value of a field. */
export interface FieldOutcomes {
  field: string
  outcomes: readonly (readonly [value: string, outcome: string])[]
}

/**
 * A line for each outcome: the values that come to it, one beside the other. Fields whose lines differ by their names
 * alone share them; `…` is the name in an outcome.
 */
export function linesOf(fields: readonly FieldOutcomes[]): string {
  const namesByLine = new Map<string, string[]>()
  for (const { field, outcomes } of fields) {
    for (const line of linesOfField(field, outcomes)) namesByLine.set(line, [...(namesByLine.get(line) ?? []), field])
  }
  return Array.from(namesByLine, ([line, names]) => `${names.join(', ')}: ${line}`).join('\n')
}

function linesOfField(field: string, outcomes: FieldOutcomes['outcomes']): string[] {
  const name = new RegExp(`\\b${field}\\b`, 'g')
  const values = new Map<string, string[]>()
  for (const [value, outcome] of outcomes) {
    const unnamed = outcome.replace(name, '…')
    const said = unnamed === `…=${value}` ? 'as given' : unnamed
    values.set(said, [...(values.get(said) ?? []), value])
  }
  // the largest group is what is in no other line
  const most = Math.max(6, ...Array.from(values.values(), found => found.length))
  const namesOf = (found: string[]) => (found.length === most ? `${most} others` : found.join(', '))
  return Array.from(values, ([outcome, found]) => `${namesOf(found)} → ${outcome}`)
}

/** An answer on a line: a refusal by its whole message, anything else shortened. */
export function answered({ status, body, text }: { status: number; body: unknown; text: string }): string {
  const { message } = Object(body)
  return status >= 400 && typeof message === 'string' ? `${status} ${message}` : `${status} ${shortened(text)}`
}
