// The packages of a project are read, not run: no engine is needed.
import { describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import { findEngine } from '../../../src/runs/installed/find-engine.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { nodeProgram } from '../../kit/package/node-program.ts'

/** Finds the engine of a project with packages of these versions. */
async function found(
  packages: Record<string, string>,
  profile: string,
  types: readonly string[] = [],
  path = dirname(nodeProgram()),
) {
  await using folder = await temporaryFolder()
  for (const [name, version] of Object.entries(packages)) {
    const at = join(folder.path, 'node_modules', name)
    mkdirSync(at, { recursive: true })
    writeFileSync(join(at, 'package.json'), JSON.stringify({ name, version }))
  }
  const { PATH } = process.env
  process.env.PATH = path
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

describe('of a package that is linked, its process may read', () => {
  const ENGINE_FOLDERS = { 'node_modules/n8n-core': {}, 'node_modules/n8n-nodes-base': {} }

  /** A folder with packages, and links in `project`; what may be read there. */
  async function readable(packages: Record<string, object>, links: Record<string, string>, nodes: string[] = []) {
    await using folder = await temporaryFolder()
    const at = (path: string) => join(folder.path, path)
    const packed = {
      ...Object.fromEntries(Object.entries(ENGINE_FOLDERS).map(([path, made]) => [`project/${path}`, made])),
      ...packages,
    }
    for (const [path, more] of Object.entries(packed)) {
      mkdirSync(at(path), { recursive: true })
      writeFileSync(
        at(`${path}/package.json`),
        JSON.stringify({ name: path.split('/').at(-1), version: '2.41.0', ...more }),
      )
    }
    for (const [path, to] of Object.entries(links)) {
      mkdirSync(dirname(at(path)), { recursive: true })
      symlinkSync(at(to), at(path))
    }
    const { PATH } = process.env
    process.env.PATH = dirname(nodeProgram())
    try {
      const { readable } = findEngine(at('project'), nodes.map(at), 'n8n-2.41', [])
      const paths = readable.map(path => relative(folder.path, path))
      return paths.filter(path => paths.every(other => other === path || !path.startsWith(`${other}/`))).sort()
    } finally {
      process.env.PATH = PATH
    }
  }
  const nodes = (...files: string[]) => ({ n8n: { nodes: files, credentials: ['dist/Own.credentials.js'] } })
  const OWN = ['project/node_modules/n8n-core', 'project/node_modules/n8n-nodes-base', 'project/package.json']

  test.each<[string, Record<string, object>, Record<string, string>, string[]]>([
    ['all packages, without a link', {}, {}, ['project/node_modules', 'project/package.json']],
    [
      'nothing, where it has no nodes: the app of a workspace has the files of an instance',
      { app: {} },
      { 'project/node_modules/app': 'app' },
      OWN,
    ],
    [
      'what it ships, where it has nodes',
      { own: nodes('./dist/Own.node.js'), 'own/node_modules/luxon': {} },
      { 'project/node_modules/@we/own': 'own' },
      [
        ...OWN,
        'own/dist',
        'own/node_modules',
        'own/package.json',
        'project/node_modules/@we/own/dist',
        'project/node_modules/@we/own/package.json',
      ],
    ],
    [
      'all, where it is in a store of packages',
      { 'node_modules/.pnpm/own@1/node_modules/own': nodes('dist/Own.node.js') },
      { 'project/node_modules/own': 'node_modules/.pnpm/own@1/node_modules/own' },
      ['node_modules/.pnpm', 'project/node_modules', 'project/package.json'],
    ],
    [
      'what it ships, of packages that are linked to each other',
      { own: nodes('dist/Own.node.js'), app: {} },
      { 'project/node_modules/own': 'own', 'own/node_modules/app': 'app', 'own/node_modules/own': 'own' },
      [
        ...OWN,
        'own/dist',
        'own/node_modules/own/dist',
        'own/node_modules/own/package.json',
        'own/package.json',
        'project/node_modules/own/dist',
        'project/node_modules/own/package.json',
      ],
    ],
  ])('%s', async (_what, packages, links, expected) => {
    expect(await readable(packages, links)).toEqual([...expected].sort())
  })

  test('of one under development, no more than it ships, whatever it names', async () => {
    const files = ['./dist/Own.node.js', '../app/secret.js', '.', '']
    const n8n = { nodes: files, credentials: ['signs/Own.credentials.js'] }
    const paths = await readable({ own: { n8n } }, {}, ['own'])
    expect(paths).toEqual(['own/dist', 'own/package.json', 'own/signs', 'project/node_modules', 'project/package.json'])
  })
})

test.each([
  ['v22.12.0', 'needs Node 22.13 or newer on the path: '],
  ['v20.19.0', 'is v20.19.0'],
  ['nonsense', 'is nonsense'],
])('a Node that has no permissions is refused: %s', async (version, message) => {
  await using folder = await temporaryFolder()
  const node = join(folder.path, 'node')
  writeFileSync(node, `#!/bin/sh\necho ${version}\n`)
  chmodSync(node, 0o755)
  await expect(found(ENGINE, 'n8n-2.41', [], folder.path)).rejects.toThrow(message)
})
