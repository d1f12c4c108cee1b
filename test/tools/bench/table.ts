/** Prints a table as Markdown. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]) {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  console.log([line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n'))
}

export const perSecond = (rate = Number.NaN) => Math.round(rate).toLocaleString('en')
export const milliseconds = (time = Number.NaN) => (time < 10 ? time.toPrecision(2) : time.toFixed(0))
export const percent = (part: number) => `${Math.round(100 * part)} %`
export const megabytes = (size = Number.NaN) => `${size.toFixed(0)} MB`
