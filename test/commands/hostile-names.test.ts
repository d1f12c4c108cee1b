import { describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCli, temporaryFolder } from './run-cli.ts'

const HOSTILE = 'a\x1b[2J\u202eb'
const WRITTEN_OUT = 'a\\u001b[2J\\u202eb'
const invalid = { tags: [{ name: 'x', [HOSTILE]: 1 }] }
const named = { workflows: [{ id: '1', name: HOSTILE }] }

describe('a name that a terminal would obey is written out', () => {
  test.each<[string, object, (file: string, other: string) => string[]]>([
    ['by validate', invalid, file => ['validate', file]],
    ['by serve', invalid, file => ['--memory', '--port', '0', '--seed', file]],
    ['by compare', named, (file, other) => ['compare', file, other]],
    ['by compare, as JSON', named, (file, other) => ['compare', file, other, '--json']],
  ])('%s', async (_name, fixture, args) => {
    await using folder = await temporaryFolder()
    const [file, other] = [join(folder.path, 'a.json'), join(folder.path, 'b.json')]
    await writeFile(file, JSON.stringify(fixture))
    await writeFile(other, '{"workflows":[]}')
    const { code, out, err } = await runCli(args(file, other))
    expect(code).toBe(1)
    expect(out + err).toContain(WRITTEN_OUT)
    expect(out + err).not.toMatch(/[^\P{Cc}\n\t]|\u202e/u)
  })
})

const ORDER = '::stop-commands::token'
const stopping = {
  workflow: {
    name: 'w',
    nodes: [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
      {
        name: `Stop\n${ORDER}`,
        type: 'n8n-nodes-base.stopAndError',
        parameters: { errorMessage: `bad\n  ${ORDER} ##[group]${HOSTILE}` },
      },
    ],
    connections: { Start: { main: [[{ node: `Stop\n${ORDER}`, type: 'main', index: 0 }]] } },
  },
  cases: [{ name: `case\n${ORDER}${HOSTILE}`, input: [{}], expect: { status: 'success' } }],
}

const twice = [0, 1].map(at => ({ ...stopping.workflow.nodes[1], position: [at, 0] }))

describe('a text that GitHub Actions would obey is written out', () => {
  test.each([
    ['by test', 'a.workflow-test.json', 'test', stopping],
    ['by test of what is no test', 'a.workflow-test.json', 'test', { ...stopping, [`\n${ORDER}`]: 1 }],
    ['by validate, of a file', `a\n${ORDER}.json`, 'validate', invalid],
    ['by validate, of a workflow', 'a.json', 'validate', { ...stopping.workflow, nodes: twice, settings: {} }],
  ])('%s', async (_name, file, command, content) => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, file)
    await writeFile(path, JSON.stringify(content))
    const { code, out, err } = await runCli([command, path])
    expect(code).toBeGreaterThan(0)
    expect(out + err).toContain('stop-commands')
    expect(out + err).not.toMatch(/^\s*::|##\[/m)
    expect(out + err).not.toMatch(/[^\P{Cc}\n\t]|\u202e/u)
  })
})

describe('a test file cannot have anything but a file read', () => {
  const isDevice = existsSync('/dev/zero')
  test.each([
    ...(isDevice ? [['a device', '/dev/zero', 'it is no regular file'] as const] : []),
    ['a folder', '.', 'it cannot be read'],
    ['a pipe', 'pipe.json', 'it is no regular file'],
  ])('%s', async (_name, workflow, problem) => {
    await using folder = await temporaryFolder()
    if (workflow === 'pipe.json' && spawnSync('mkfifo', [join(folder.path, workflow)]).status !== 0) return
    const path = join(folder.path, 'a.workflow-test.json')
    await writeFile(path, JSON.stringify({ ...stopping, workflow }))
    const { code, out } = await runCli(['test', path])
    expect(code).toBe(2)
    expect(out).toContain(problem)
  })

  test('a pipe in a folder is not waited for by validate', async () => {
    await using folder = await temporaryFolder()
    if (spawnSync('mkfifo', [join(folder.path, 'pipe.json')]).status !== 0) return
    await writeFile(join(folder.path, 'a.json'), '{"workflows":[]}')
    const { out, err } = await runCli(['validate', folder.path])
    expect(out + err).toContain('a.json')
  })
})
