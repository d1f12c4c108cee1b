import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json'

const ROOT = join(import.meta.dirname, '../..')
const isPacked = (path: string) => packageJson.files.some(pattern => new Bun.Glob(pattern).match(path))

test.each(['llms.txt', 'SKILL.md'])('what %s points to is in the package', file => {
  const named = readFileSync(join(ROOT, file), 'utf8').match(/\bdocs\/[\w./-]*\w/g) ?? []
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter(path => !existsSync(join(ROOT, path)) || !isPacked(path))).toEqual([])
  expect(isPacked(file)).toBe(true)
})
