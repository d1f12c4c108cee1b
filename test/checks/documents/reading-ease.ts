// Prints words and reading ease (Flesch) of each document: bun test/checks/documents/reading-ease.ts [FOLDER]
// Tables that a script writes are counted on their own.
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

/** What a script writes between two comments. */
const GENERATED = /<!-- (\w+) -->.*?<!-- \/\1 -->/gs

interface Readability {
  /** Without generated tables, with code. */
  words: number
  generated: number
  /** From 0 to 100; higher is easier, 60 is plain English. */
  ease: number
}

export function readingEase(text: string): Readability {
  const document = text.replaceAll(GENERATED, '')
  const prose = proseIn(document)
  const words = prose.match(/[A-Za-z][A-Za-z'’-]*/g) ?? []
  const sentences = prose.split(/[.!?:;]+(?=\s|$)/).filter(sentence => /[a-z]/i.test(sentence)).length
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  const ease =
    206.835 - 1.015 * (words.length / Math.max(1, sentences)) - 84.6 * (syllables / Math.max(1, words.length))
  return { words: countWords(document), generated: countWords(text) - countWords(document), ease: Math.round(ease) }
}

const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length

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
    print(relative(root, file), text)
  }
  print('together', all)
}

function print(name: string, text: string) {
  const { words, generated, ease } = readingEase(text)
  const written = generated === 0 ? '' : `, and ${generated} generated`
  console.log(`${name.padEnd(36)}${String(words).padStart(6)} words  ease ${ease}${written}`)
}

function markdownIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return markdownIn(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}
