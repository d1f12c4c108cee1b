import { expect, test } from 'bun:test'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import packageJson from '../../package.json'

const ROOT = join(import.meta.dirname, '../..')
const isPacked = (path: string) =>
  packageJson.files.some(pattern => new Bun.Glob(pattern).match(path) || path.startsWith(`${pattern}/`))

test.each(['llms.txt', 'SKILL.md'])('what %s points to is in the package', file => {
  const named = readFileSync(join(ROOT, file), 'utf8').match(/\bdocs\/[\w./-]*\w/g) ?? []
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter(path => !existsSync(join(ROOT, path)) || !isPacked(path))).toEqual([])
  expect(isPacked(file)).toBe(true)
})

/** They are for those who have the repository, and so are pictures. */
const OF_THE_REPOSITORY = /^docs\/(CONTRIBUTING|architecture)\.md$/
const NOT_PACKED = /^(docs\/pictures|test|src)\/|^action\.yml$/

test('so is what the README and the documents link to', () => {
  const documents = ['README.md', ...globSync('docs/*.md', { cwd: ROOT })].filter(it => !OF_THE_REPOSITORY.test(it))
  const links = documents.flatMap(document =>
    [...readFileSync(join(ROOT, document), 'utf8').matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) =>
      join(dirname(document), link),
    ),
  )
  expect(links).toContain('docs/examples/workflows/orders.json')
  expect(links.filter(path => !NOT_PACKED.test(path) && !(existsSync(join(ROOT, path)) && isPacked(path)))).toEqual([])
})
