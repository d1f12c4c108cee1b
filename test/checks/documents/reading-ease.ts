// Prints words and reading ease (Flesch) of each document: bun test/checks/documents/reading-ease.ts [FOLDER]
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import process from 'node:process'

/** The prose of a document: without code, tables' rules, links' targets and headings' marks. */
const proseIn = (text: string) =>
  text
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\|[-| ]+\|$/gm, '')
    .replaceAll(/^#+ (.*)$/gm, '$1.')
    .replaceAll(/\s*\|\s*/g, '. ')
    .replaceAll(/[*_#>]/g, '')

/** From 0 to 100; higher is easier, 60 is plain English. */
export function readingEase(document: string): { words: number; ease: number } {
  const prose = proseIn(document)
  const words = prose.match(/[A-Za-z][A-Za-z'’-]*/g) ?? []
  const sentences = prose.split(/[.!?:;]+(?=\s|$)/).filter(sentence => /[a-z]/i.test(sentence)).length
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  const ease =
    206.835 - 1.015 * (words.length / Math.max(1, sentences)) - 84.6 * (syllables / Math.max(1, words.length))
  return { words: document.split(/\s+/).filter(Boolean).length, ease: Math.round(ease) }
}

function syllablesOf(word: string): number {
  const plain = word.toLowerCase().replace(/(?:[^laeiouy]es|[^laeiouy]e|ed)$/, '')
  return Math.max(1, plain.match(/[aeiouy]{1,2}/g)?.length ?? 1)
}

if (import.meta.main) {
  const root = process.argv[2] ?? join(import.meta.dirname, '../../..')
  const documents = [join(root, 'README.md'), ...markdownIn(join(root, 'docs'))]
  let all = ''
  for (const file of documents) {
    const text = readFileSync(file, 'utf8')
    all += `${text}\n`
    const { words, ease } = readingEase(text)
    console.log(`${relative(root, file).padEnd(36)}${String(words).padStart(6)} words  ease ${ease}`)
  }
  const { words, ease } = readingEase(all)
  console.log(`${'together'.padEnd(36)}${String(words).padStart(6)} words  ease ${ease}`)
}

function markdownIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return markdownIn(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}
