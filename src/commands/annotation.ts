import { relative } from 'node:path'

/** What GitHub shows beside a line of a file. */
interface Annotation {
  file: string
  line?: number | undefined
  title?: string
  message: string
}

/**
 * A command of GitHub Actions, which shows a message beside a line of a file. Whatever a text has in it, it is one line.
 *
 * @example
 * annotation('error', { file: 'a.json', line: 3, title: 'a case', message: 'it failed' })
 * // ::error file=a.json,line=3,title=a case::it failed
 */
export function annotation(level: 'error' | 'warning' | 'notice', { file, line, title, message }: Annotation): string {
  const parts = [
    `file=${property(relative('.', file))}`,
    ...(line === undefined ? [] : [`line=${line}`]),
    ...(title === undefined ? [] : [`title=${property(title)}`]),
  ]
  return `::${level} ${parts.join(',')}::${escaped(message)}`
}

const escaped = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string) => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
