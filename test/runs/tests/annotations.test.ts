import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCli } from '../../commands/run-cli.ts'
import { inARow, slack, TO_CHANNEL } from './workflows.ts'

const NAME = 'two, with: 100 %\n::error::injected'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-annotations-'))
  const expected = { nodes: { Slack: { parameters: { text: 'b\n::error::injected' } } } }
  const tests = {
    workflow: inARow(slack('Slack', { ...TO_CHANNEL, text: 'a' })),
    cases: [
      { name: 'one', mocks: { Slack: [{}] } },
      { name: NAME, mocks: { Slack: [{}] }, expect: expected },
      { name: 'three' },
    ],
  }
  await writeFile(join(folder, 'a.workflow-test.json'), JSON.stringify(tests, null, 1))
  const wrong = '{\n "workflow": {},\n "cases": [{ "nam": "a" },\n  { "name": "c" },\n  { "name": "c" }]\n}'
  await writeFile(join(folder, 'b.workflow-test.json'), wrong)
  await writeFile(join(folder, 'workflow.json'), JSON.stringify(inARow()))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const commandsIn = (out: string) => out.split('\n').filter(line => line.trimStart().startsWith('::'))

test('what failed is shown beside its case, in one line each, whatever its texts say', async () => {
  const { out, code } = await runCli(['test', '--annotations'], { cwd: folder })
  const title = 'title=two%2C with%3A 100 %25%0A%3A%3Aerror%3A%3Ainjected'
  const [failed, broken, ...unreadable] = commandsIn(out)
  expect(code).toBe(2)
  expect(failed).toMatch(/^::error file=a\.workflow-test\.json,line=\d+,title=two/)
  expect(failed).toContain(`${title}::Slack: parameters%0A$.text%0A  expected "b\\n::error::injected"%0A  actual   "a"`)
  expect(broken).toMatch(/^::error file=a\.workflow-test\.json,line=\d+,title=three::Node "Slack" calls a service\./)
  const lines = [failed, broken].map(line => Number(/line=(\d+)/.exec(line ?? '')?.[1]))
  expect(lines[0]).toBeLessThan(lines[1] ?? 0)
  expect(unreadable).toEqual([
    '::error file=b.workflow-test.json,line=3::/cases/0/name: Expected required property',
    '::error file=b.workflow-test.json,line=3::/cases/0/nam: Unexpected property. Is it name?',
    '::error file=b.workflow-test.json,line=5::/cases/2/name: /cases/1 has the same name, "c"',
  ])
})

test('GitHub gets them by itself, and programs get none', async () => {
  const env = { GITHUB_ACTIONS: 'true' }
  const shown = await runCli(['test'], { cwd: folder, env })
  const json = await runCli(['test', '--json'], { cwd: folder, env })
  const without = await runCli(['test'], { cwd: folder })
  const counts = [shown, json, without].map(({ out }) => commandsIn(out).filter(line => line.includes('file=')).length)
  expect(counts).toEqual([5, 0, 0])
})

test('files that hold no cases are left aside, and named in JSON, too', async () => {
  const { out, err } = await runCli(['test', 'a.workflow-test.json', 'workflow.json', '--json'], { cwd: folder })
  expect(err).toBe('')
  expect(JSON.parse(out).leftAside).toEqual([
    { file: 'workflow.json', reason: 'it holds workflows, not cases: understudy validate checks them' },
  ])
})
