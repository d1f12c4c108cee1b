import { expect, test } from 'bun:test'
import { asked, outcomeOf, startLicensed } from '../asked.ts'

const ODD = '400 Package name must be a single word'
const FOREIGN = '400 Package name must start with n8n-nodes-'
const MISSING = '404 This package is not installed - you must install it first'

test.each([
  ['💥', ODD],
  ['n8n-nodes-x y', ODD],
  ['N8N-nodes-x', ODD],
  ['a/b', '400 Invalid package scope: a'],
  ['@-a/n8n-nodes-x', '400 Invalid package scope: @-a'],
  ['@a/b', FOREIGN],
  ['/n8n-nodes-x', FOREIGN],
  ['left-pad', FOREIGN],
  ['@a/n8n-nodes-x/y', '400 Invalid package name: @a/n8n-nodes-x/y'],
  ['n8n-nodes-x@', '400 Invalid package name: n8n-nodes-x@'],
  ['n8n-nodes-x@1', '400 Invalid version: 1'],
  ['n8n-nodes-base', '400 Package name "n8n-nodes-base" is reserved for n8n built-in packages'],
  ['@a/n8n-nodes-x', MISSING],
  ['n8n-nodes-x@1.0.0-beta', MISSING],
  ['n8n-nodes-x@latest', MISSING],
])('uninstalling %s is refused: %s', async (name, outcome) => {
  await using instance = await startLicensed()
  expect(outcomeOf(await asked(instance, `DELETE /community-packages/${encodeURIComponent(name)}`))).toBe(outcome)
})

test.each([
  [{ name: '', version: '1' }, '400 Package name is required'],
  [{ name: 'n8n-nodes-x', version: '1.0' }, '400 Invalid version: 1.0'],
  [{ name: 'n8n-nodes-x', version: 'next' }, '400 Package n8n-nodes-x is not vetted for installation'],
  [{ name: 'n8n-nodes-x', version: '' }, '400 Package n8n-nodes-x is not vetted for installation'],
])('installing %j is refused: %s', async (body, outcome) => {
  await using instance = await startLicensed()
  expect(outcomeOf(await asked(instance, 'POST /community-packages', body))).toBe(outcome)
})
