import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../..')
const DOCS = join(ROOT, 'docs')

/** The documents of the project, by their paths: the README and everything in `docs`. */
export const DOCUMENTS = ['README.md', ...filesIn(DOCS, '.md').map(file => relative(ROOT, file))].sort()

export const textOf = (document: string) => readFileSync(join(ROOT, document), 'utf8')

/** The lines of a generated part that a document does not have, and those that the document has instead. */
export function differences(document: string, part: string) {
  const [begin = ''] = part.split('\n')
  const page = textOf(document)
  const own = page.slice(page.indexOf(begin)).split(begin.replace('<!-- ', '<!-- /'))[0] ?? ''
  const [wanted = [], shown = []] = [part, own].map(text => text.split('\n').filter(line => !/^(<!-- |$)/.test(line)))
  return {
    missing: wanted.filter(line => !shown.includes(line)),
    left: shown.filter(line => !wanted.includes(line)),
  }
}

/** The text without its blocks of code. */
export const proseOf = (document: string) => textOf(document).replaceAll(/^```.*?^```/gms, '')

/** The names by which links find the headings of a document, as GitHub makes them. */
export const anchorsOf = (document: string) =>
  [...proseOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

/** Where the links of a document lead, those to other sites left out: a file, from the root, and a heading. */
export function linksOf(document: string) {
  const links = [...proseOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return links
    .filter(target => !/^[a-z]+:/.test(target))
    .map(target => {
      const [path = '', anchor] = target.split('#')
      return { target, file: path === '' ? document : join(dirname(document), path), anchor }
    })
}

/** All files of a folder and its folders whose names end so, without installed packages. */
export function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path, ending)
    return entry.name.endsWith(ending) ? [path] : []
  })
}

/** The text below a heading of a document, up to the next one of its level or above. Comments in code begin as the first level does. */
export function chapterOf(document: string, heading: string): string {
  const text = textOf(document)
  const start = text.indexOf(`${heading}\n`)
  if (start < 0) throw new Error(`${document} has no "${heading}"`)
  const below = text.slice(start + heading.length)
  const end = below.search(new RegExp(`\n#{2,${heading.indexOf(' ')}} `))
  return end < 0 ? below : below.slice(0, end)
}

/** The blocks of code of a text, with their languages. */
export const blocksOf = (text: string) =>
  [...text.matchAll(/^```(\w*)\n(.*?)^```/gms)].map(([, language = '', code = '']) => ({ language, code }))
