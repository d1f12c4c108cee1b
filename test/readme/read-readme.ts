import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')
export const README = join(ROOT, 'README.md')
export const readme = readFileSync(README, 'utf8')

/** The text below a heading, up to the next one of its level or above. Comments in code begin as the first level does. */
export function chapterOf(heading: string): string {
  const start = readme.indexOf(`${heading}\n`)
  if (start < 0) throw new Error(`the README has no "${heading}"`)
  const text = readme.slice(start + heading.length)
  const end = text.search(new RegExp(`\n#{2,${heading.indexOf(' ')}} `))
  return end < 0 ? text : text.slice(0, end)
}

/** The blocks of code of a language in a text. */
export const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code)
