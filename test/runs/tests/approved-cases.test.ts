import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunReport, startInstance, type TestInstance } from '../../../src/testing.ts'
import { runCli } from '../../commands/run-cli.ts'
import { digest } from '../../digest.ts'
import { damaged, REQUESTS } from './damaged-requests.ts'

// the command reads and writes files, and only it reads test files and records
const options = { clock: '2024-05-06T07:08:09.123Z', idSeed: 'cases' }
let instance: TestInstance
let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'understudy-cases-'))
  instance = await startInstance({ profile: 'n8n-2.41', ...options })
})
afterAll(async () => {
  await instance.stop()
  await rm(root, { recursive: true, force: true })
})

const RANDOM =
  /"(?:startTime|executionTime|stack|timestamp|milliseconds)":\s*(?:"[^"]*"|[\d.]+),?|127\.0\.0\.1:\d+| time="[\d.]+"|20\d\d-\d\d-\d\dT[\d:.]+Z/g
const shown = (text: string) =>
  text
    .replace(/\S*understudy-cases-[^\s/]*\/\w+-\w+/g, '')
    .replace(RANDOM, '')
    .replace(/[\d.]+ m?s\b/g, '')

type Fields = Record<string, unknown>
const NOW = '2024-05-06T07:08:09.123Z'

/** All that a run came to, as a case expects it. */
function expectationOf({ status, error, path, response, nodes, requests }: RunReport): Fields {
  const json = (items: readonly { json: unknown }[] = []) => items.map(item => item.json)
  return {
    status,
    ...(error ? { error: error.message } : {}),
    path,
    ...(response ? { response: { status: response.status, body: response.body } } : {}),
    nodes: Object.fromEntries(
      Object.entries(nodes).map(([name, [first, ...more]]) => [
        name,
        first
          ? {
              ran: true,
              times: more.length + 1,
              received: json(first.received[0]),
              output: json(first.output[0]),
              ...(first.parameters ? { parameters: first.parameters[0] } : {}),
            }
          : { ran: false },
      ]),
    ),
    requests: requests.map(({ method, url }) => ({ method, url })),
  }
}

/** Test files: a case that expects all that its run came to, and the same with each mistake. */
async function writeCases(folder: string) {
  const names: string[] = []
  for (const [number, { workflow, ...given }] of Object.values(REQUESTS).entries()) {
    const { subWorkflows, unmocked: _, ...request } = { now: NOW, ...given } as Fields
    const { text } = await instance.request('POST', '/_control/runs', { workflow, ...request, subWorkflows })
    const expect = expectationOf(JSON.parse(text))
    const all = [...damaged({ ...expect, workflow: undefined })].filter((_, at) => at % 13 === 0)
    const cases = all.map(({ workflow: _, ...expect }, at) => ({ name: `case ${at}`, ...request, expect }))
    const file = { workflow, ...(subWorkflows ? { subWorkflows } : {}), cases }
    const right = cases.filter(({ expect }) => isShaped(expect))
    names.push(`${number}`.padStart(2, '0'))
    await writeFile(
      join(folder, `${names.at(-1)}.workflow-test.json`),
      JSON.stringify({ ...file, cases: right }, null, 2),
    )
  }
  return names
}

/** Whether the file of a case can be read with it. */
function isShaped({ status, error, response, path, requests, nodes, ...others }: Fields) {
  if (Object.keys(others).length > 0) return false
  const isList = (value: unknown) => value === undefined || Array.isArray(value)
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  const isNode = (node: unknown) => {
    if (!isObject(node)) return false
    const { ran, times, received, output, parameters, error, runs, ...more } = node as Fields
    return (
      Object.keys(more).length === 0 &&
      (ran === undefined || typeof ran === 'boolean') &&
      (times === undefined || (typeof times === 'number' && times >= 0)) &&
      isList(received) &&
      isList(output) &&
      runs === undefined
    )
  }
  return (
    isList(path) &&
    (requests === undefined || (Array.isArray(requests) && requests.every(isObject))) &&
    (nodes === undefined || (isObject(nodes) && Object.values(nodes as object).every(isNode)))
  )
}

/** What the run did has ids of its own. */
const withoutReport = (shown: object) => ({ ...shown, report: undefined })

test('cases with each mistake end as approved (bun run generate writes them)', async () => {
  const folder = await mkdtemp(join(root, 'cases-'))
  await writeCases(folder)
  const json = await runCli(['test', '--json', '--junit', 'junit.xml'], { cwd: folder })
  const { cases } = JSON.parse(json.out) as { cases: { file: string; outcome: string }[] }
  const lines = [...Map.groupBy(cases, ({ file }) => file)].map(([file, those]) => {
    const outcomes = [...Map.groupBy(those, ({ outcome }) => outcome)].map(
      ([outcome, { length }]) => `${length} ${outcome}`,
    )
    return `${file}: ${[...outcomes.sort(), digest(shown(JSON.stringify(those.map(withoutReport))))].join(', ')}`
  })
  const { out, err, code } = await runCli(['test', '--annotations', '--strict', '--only', 'case 1'], { cwd: folder })
  const junit = await readFile(join(folder, 'junit.xml'), 'utf8')
  lines.push(`JUnit ${digest(shown(junit))}`, `text ${code} ${digest(shown(out))} ${digest(shown(err))}`)
  await runCli(['test', '--update'], { cwd: folder })
  for (const file of (await readdir(folder)).filter(name => name.endsWith('.json')).sort())
    lines.push(`updated ${file} ${digest(shown(await readFile(join(folder, file), 'utf8')))}`)
  expect(lines.join('\n')).toMatchSnapshot()
}, 180_000)

test('test files with each mistake are refused as approved (bun run generate writes it)', async () => {
  const folder = await mkdtemp(join(root, 'files-'))
  const { workflow, ...given } = REQUESTS['an order'] as Fields
  const cases = [{ name: 'a', ...given, expect: { status: 'success', nodes: { Ignore: { ran: false } } } }]
  const { nodes = [], ...others } = workflow as Fields & { nodes: object[] }
  const workflows = [null, 'x', [], {}, { ...others, nodes: [null] }, { ...others, nodes: [{ ...nodes[0], name: 7 }] }]
  const all = [
    ...[...damaged({ workflow, cases })],
    ...[...workflows, { nodes, ...others, settings: null }].map(workflow => ({ workflow, cases })),
  ]
  for (const [at, file] of all.entries())
    await writeFile(join(folder, `${String(at).padStart(3, '0')}.workflow-test.json`), JSON.stringify(file ?? null))
  await writeFile(join(folder, 'broken.workflow-test.json'), '{"a": ')
  const { out, err, code } = await runCli(['test', '--json'], { cwd: folder })
  const { unreadable, cases: ran } = JSON.parse(out) as { unreadable: unknown[]; cases: object[] }
  const text = await runCli(['test', 'broken.workflow-test.json', 'none'], { cwd: folder })
  expect([
    `${code} ${unreadable.length} of ${all.length} unreadable ${digest(shown(JSON.stringify([unreadable, ran.map(withoutReport)])))} ${digest(shown(err))}`,
    `${text.code} ${digest(shown(text.out))} ${digest(shown(text.err))}`,
  ]).toMatchSnapshot()
}, 180_000)
