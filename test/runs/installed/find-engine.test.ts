// The packages of a project are read, not run: no engine is needed.
import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { findEngine } from '../../../src/runs/installed/find-engine.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { nodeProgram } from '../../kit/package/node-program.ts'

/** Finds the engine of a project with packages of these versions. */
async function found(packages: Record<string, string>, profile: string, types: readonly string[] = []) {
  await using folder = await temporaryFolder()
  for (const [name, version] of Object.entries(packages)) {
    const path = join(folder.path, 'node_modules', name)
    mkdirSync(path, { recursive: true })
    writeFileSync(join(path, 'package.json'), JSON.stringify({ name, version }))
  }
  const { PATH } = process.env
  process.env.PATH = dirname(nodeProgram())
  try {
    return findEngine(folder.path, [], profile, types)
  } finally {
    process.env.PATH = PATH
  }
}

const ENGINE = { 'n8n-core': '2.41.3', 'n8n-nodes-base': '2.41.3' }

describe('what to install is said in one line', () => {
  test.each<[string, Record<string, string>, string, string[], string]>([
    [
      'without the engine',
      {},
      'n8n-2.41',
      [],
      'npm install --save-dev --ignore-scripts n8n-core@2.41 n8n-workflow@2.41 n8n-nodes-base@2.41',
    ],
    [
      'with one of another major version',
      { 'n8n-core': '1.100.0' },
      'n8n-2.41',
      [],
      'n8n-core 1.100.0 is installed, and the profile is n8n-2.41: npm install --save-dev --ignore-scripts n8n-core@2.41',
    ],
    [
      'without the nodes of the service',
      { 'n8n-core': '2.41.3' },
      'n8n-2.41',
      ['n8n-nodes-base.slack'],
      'The package n8n-nodes-base is not installed in',
    ],
    [
      'without the langchain nodes',
      ENGINE,
      'n8n-2.41',
      ['@n8n/n8n-nodes-langchain.agent'],
      'npm install --save-dev --ignore-scripts @n8n/n8n-nodes-langchain@2.41',
    ],
    [
      'without a community package',
      ENGINE,
      'n8n-2.41',
      ['n8n-nodes-own.own'],
      'npm install --save-dev --ignore-scripts n8n-nodes-own',
    ],
  ])('%s', async (_what, packages, profile, types, message) => {
    const failed = found(packages, profile, types)
    await expect(failed).rejects.toThrow(message)
    await failed.catch(({ message }) => expect(message).not.toContain('\n'))
  })
})

test.each<[string, Record<string, string>, string, string | undefined]>([
  ['of the release of the profile: none', ENGINE, 'n8n-2.41', undefined],
  ['for a profile without a release: none', ENGINE, 'contract', undefined],
  [
    'of an earlier release',
    { 'n8n-core': '2.38.7', 'n8n-nodes-base': '2.38.7' },
    'n8n-2.41',
    'the profile is n8n-2.41: install n8n-core@2.41 and its nodes, or choose another --profile',
  ],
  [
    'whose nodes are of another release',
    { 'n8n-core': '2.41.3', 'n8n-nodes-base': '2.38.7' },
    'n8n-2.41',
    'n8n-nodes-base is 2.38.7: install both of one release',
  ],
])('the notice of an engine %s', async (_what, packages, profile, notice) => {
  expect((await found(packages, profile)).notice).toBe(notice as string)
})
