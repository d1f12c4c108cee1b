import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { anchorsOf, DOCUMENTS, filesIn, linksOf, ROOT, textOf } from './documents.ts'

const SOURCES = ['src', 'test'].flatMap(folder =>
  ['.ts', '.js', '.css'].flatMap(ending => filesIn(join(ROOT, folder), ending)).map(file => relative(ROOT, file)),
)

/** What a comment cites: a document and a heading of it. */
const CITATION = /docs\/[\w./-]+\.md(?:#[\w-]+)?/g
/** What a comment must not cite: documents that are not in the repository. */
const ELSEWHERE = /\((?:observed|reference)[ ,][^)]*\d/

const leadsNowhere = (file: string, anchor: string | undefined) => {
  if (!existsSync(join(ROOT, file))) return true
  return anchor !== undefined && !(DOCUMENTS.includes(file) && anchorsOf(file).includes(anchor))
}

describe('leads somewhere', () => {
  test.each(DOCUMENTS)('every link of %s', document => {
    const links = linksOf(document)
    expect(links.filter(({ file, anchor }) => leadsNowhere(file, anchor)).map(({ target }) => target)).toEqual([])
  })

  test('every document that a comment cites, and its heading', () => {
    const cited = SOURCES.flatMap(source =>
      (readFileSync(join(ROOT, source), 'utf8').match(CITATION) ?? []).map(citation => ({ source, citation })),
    )
    expect(cited.length).toBeGreaterThan(20)
    const lost = cited.filter(({ citation }) => {
      const [file = '', anchor] = citation.split('#')
      return leadsNowhere(file, anchor)
    })
    expect(lost).toEqual([])
  })
})

test('no comment cites a document that is not in the repository', () => {
  const citing = SOURCES.filter(source => ELSEWHERE.test(readFileSync(join(ROOT, source), 'utf8')))
  expect(citing).toEqual([])
})

test('every page in docs has a way back to the README', () => {
  const lost = DOCUMENTS.filter(document => document !== 'README.md').filter(
    document => !linksOf(document).some(({ file }) => file === 'README.md'),
  )
  expect(lost).toEqual([])
})

test('every page in docs can be reached from the README', () => {
  const reached = new Set(['README.md'])
  for (const document of reached) for (const { file } of linksOf(document)) if (file.endsWith('.md')) reached.add(file)
  expect(DOCUMENTS.filter(document => !reached.has(document))).toEqual([])
})

test("no document names a package registry's host", () => {
  const naming = DOCUMENTS.filter(document => /\bregistry\.[\w-]+\.\w/.test(textOf(document)))
  expect(naming).toEqual([])
})
