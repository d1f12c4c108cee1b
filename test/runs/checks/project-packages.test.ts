// The packages of a project: what their nodes take, read in a process without a network. No engine is needed.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { startInstance } from '../../../src/testing.ts'
import { runCli, temporaryFolder } from '../../commands/run-cli.ts'
import { nodeProgram } from '../../kit/package/node-program.ts'

const env = { PATH: `${dirname(nodeProgram())}:${process.env.PATH}`, SECRET_OF_USER: 'hunter2' }
// an executable does not hold what loads packages
const command = [process.execPath]

/** Reaches for all that it may not, as it is loaded, and says what it got as defaults of parameters. */
const THING = `
const tried = {}
const attempt = (name, run) => {
  try { tried[name] = String(run()) } catch (error) { tried[name] = 'closed' }
}
attempt('env', () => process.env.SECRET_OF_USER)
attempt('file', () => require('node:fs').readFileSync(require('node:path').join(__dirname, '..', '..', '..', 'secret.txt'), 'utf8'))
attempt('write', () => require('node:fs').writeFileSync(require('node:path').join(__dirname, 'mark.txt'), 'x'))
attempt('child', () => require('node:child_process').execFileSync('true'))
attempt('thread', () => new (require('node:worker_threads').Worker)('1', { eval: true }))
console.log(JSON.stringify({ kind: 'described', descriptions: [], problems: [] }))
const base = { name: 'thing', displayName: 'Thing', group: ['transform'], inputs: ['main'], outputs: ['main'], usableAsTool: true }
const described = version => ({
  ...base,
  version,
  properties: [
    { displayName: 'Op', name: 'operation', type: 'options', default: 'get', options: [{ name: 'Get', value: 'get' }, { name: 'Put', value: 'put' }] },
    ...Object.keys(tried).map(name => ({ displayName: name, name: 'tried_' + name, type: 'string', default: tried[name] })),
    ...(version === 2 ? [{ displayName: 'New', name: 'limit', type: 'number', default: 5, typeOptions: { minValue: 1 } }] : []),
  ],
})
exports.Thing = class {
  constructor() {
    this.nodeVersions = { 1: { description: described(1) }, 2: { description: described(2) } }
    this.description = base
  }
}
`
const BROKEN = "throw new Error('it lacks its licence')"

function writePackage(folder: string, name: string, nodes: Record<string, string>) {
  mkdirSync(join(folder, 'dist'), { recursive: true })
  const files = Object.keys(nodes).map(file => `dist/${file}`)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', n8n: { nodes: files } }))
  for (const [file, code] of Object.entries(nodes)) writeFileSync(join(folder, 'dist', file), code)
}

const node = (type: string, parameters: object, typeVersion = 2) => ({
  name: type,
  type,
  typeVersion,
  position: [0, 0],
  parameters,
})
const workflow = (...nodes: { name: string }[]) => {
  const start = {
    name: 'Start',
    type: 'n8n-nodes-base.manualTrigger',
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
  }
  const to = nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }))
  return { name: 'W', nodes: [start, ...nodes], connections: { Start: { main: [to] } }, settings: {} }
}

let project: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  project = await temporaryFolder()
  writePackage(join(project.path, 'node_modules/n8n-nodes-thing'), 'n8n-nodes-thing', { 'Thing.node.js': THING })
  writePackage(join(project.path, 'node_modules/n8n-nodes-broken'), 'n8n-nodes-broken', { 'Broken.node.js': BROKEN })
  writePackage(join(project.path, 'own'), 'n8n-nodes-own', { 'Thing.node.js': THING })
  writeFileSync(join(project.path, 'secret.txt'), 'hunter2')
  writeFileSync(join(project.path, 'node_modules', 'n8n-nodes-thing', 'index.js'), '')
})
afterAll(() => project[Symbol.asyncDispose]())

/** Checks a workflow in the project's folder. */
async function validated(checked: object, ...flags: string[]) {
  writeFileSync(join(project.path, 'w.json'), JSON.stringify(checked))
  const { out, err, code } = await runCli(['validate', 'w.json', '--json', ...flags], {
    cwd: project.path,
    env,
    command,
  })
  const { findings } = JSON.parse(out) as { findings: Record<string, unknown>[] }
  return { err, code, findings: findings.filter(({ rule }) => !['publication', 'needs-mock'].includes(String(rule))) }
}

describe('validate knows nodes of packages that a project has installed', () => {
  test('their parameters, values and versions', async () => {
    const { findings, err } = await validated(
      workflow(node('n8n-nodes-thing.thing', { operation: 'delete', limt: 1, limit: 0 })),
    )
    expect(err).toBe('')
    expect(findings).toMatchObject([
      { rule: 'value', severity: 'warning', path: '/nodes/1/parameters/operation', expected: ['get', 'put'] },
      { rule: 'unknown-parameter', severity: 'warning', path: '/nodes/1/parameters/limt', didYouMean: 'limit' },
      { rule: 'range', path: '/nodes/1/parameters/limit' },
    ])
  })

  test('types and versions that the package does not have', async () => {
    const { findings } = await validated(
      workflow(node('n8n-nodes-thing.thinq', {}), node('n8n-nodes-thing.thing', {}, 9)),
    )
    expect(findings.filter(({ rule }) => rule === 'node-type')).toMatchObject([
      { severity: 'fault', message: expect.stringContaining('did you mean n8n-nodes-thing.thing?') },
      { severity: 'fault', message: expect.stringContaining('no typeVersion 9 in the project: it has 1, 2') },
    ])
  })

  test('and nothing of what is right', async () => {
    const first = { ...node('n8n-nodes-thing.thing', {}, 1), name: 'First' }
    const { findings, code } = await validated(
      workflow(node('n8n-nodes-thing.thing', { operation: 'put', limit: 3 }), first),
    )
    expect([code, findings]).toEqual([0, []])
  })

  test('a package under development is named', async () => {
    const checked = workflow(node('n8n-nodes-own.thing', { operation: 'delete' }))
    expect((await validated(checked)).findings).toMatchObject([
      { rule: 'node-type', severity: 'note', message: expect.stringContaining('"n8n-nodes-own" is not known') },
    ])
    expect((await validated(checked, '--nodes', 'own')).findings).toMatchObject([
      { rule: 'value', severity: 'warning' },
    ])
  })

  test('a package that cannot be loaded is said, and its nodes are a note', async () => {
    const { findings, err, code } = await validated(workflow(node('n8n-nodes-broken.broken', { a: 1 })))
    expect(err).toContain('not all nodes of n8n-nodes-broken can be loaded')
    expect(err).toContain('dist/Broken.node.js: it lacks its licence')
    expect(findings).toMatchObject([{ rule: 'node-type', severity: 'note' }])
    expect(code).toBe(0)
  })

  test('a folder that is no package with nodes is refused', async () => {
    const { code, err } = await runCli(['validate', 'w.json', '--nodes', 'node_modules'], {
      cwd: project.path,
      env,
      command,
    })
    expect([code, err]).toEqual([2, expect.stringContaining('is no package with nodes')])
  })
})

test('understudy node prints what a node of a package takes, and its code reaches nothing', async () => {
  const { code, out, err } = await runCli(['node', 'n8n-nodes-thing.thing', '--json'], {
    cwd: project.path,
    env,
    command,
  })
  expect([code, err]).toEqual([0, ''])
  const { version, allVersions, parameters } = JSON.parse(out)
  expect([version, allVersions]).toEqual([2, [1, 2]])
  const tried = (parameters as { name: string; default: unknown }[]).filter(({ name }) => name.startsWith('tried_'))
  expect(tried.map(({ name, default: got }) => [name, got])).toEqual([
    ['tried_env', 'undefined'],
    ['tried_file', 'closed'],
    ['tried_write', 'closed'],
    ['tried_child', 'closed'],
    ['tried_thread', 'closed'],
  ])
  expect(readdirSync(join(project.path, 'node_modules/n8n-nodes-thing/dist'))).toEqual(['Thing.node.js'])
})

test('understudy node says that a package is not installed', async () => {
  const { code, err } = await runCli(['node', 'n8n-nodes-gone.thing'], { cwd: project.path, env, command })
  expect([code, err]).toEqual([1, expect.stringContaining('n8n-nodes-gone is not installed here')])
})

test('the control API loads no package, whatever a workflow names', async () => {
  const folder = process.cwd()
  process.chdir(project.path)
  try {
    await using instance = await startInstance({ profile: 'n8n-2.41', socket: false })
    const { findings } = await instance.validateWorkflows(workflow(node('n8n-nodes-thing.thing', { limt: 1 })) as never)
    expect(findings.filter(({ rule }) => rule === 'node-type')).toMatchObject([
      { severity: 'note', message: expect.stringContaining('"n8n-nodes-thing" is not known') },
    ])
    expect(findings.filter(({ rule }) => rule === 'unknown-parameter')).toEqual([])
  } finally {
    process.chdir(folder)
  }
})
