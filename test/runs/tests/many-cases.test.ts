import { expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCli, temporaryFolder } from '../../commands/run-cli.ts'
import { inARow } from './workflows.ts'

const CODE = {
  name: 'Code',
  type: 'n8n-nodes-base.code',
  typeVersion: 2,
  parameters: { jsCode: 'let n = 0\nwhile (n < $json.turns) n++\nreturn [{ json: { n, id: $execution.id } }]' },
}

test('cases end in their order, each as if it ran alone, whatever the others take', async () => {
  await using folder = await temporaryFolder()
  const caseOf = (turns: number, at: number) => ({
    name: `${at}`,
    input: [{ turns }],
    // the third is wrong, and the fourth names a node that is not there
    expect: { nodes: { [at === 3 ? 'Nope' : 'Code']: { output: [{ n: at === 2 ? -1 : turns, id: '1' }] } } },
  })
  const tests = { workflow: inARow(CODE), cases: [20_000, 1, 10_000, 2, 3, 15_000, 4].map(caseOf) }
  await writeFile(join(folder.path, 'a.workflow-test.json'), JSON.stringify(tests))
  const { out } = await runCli(['test', '--json'], { cwd: folder.path })
  const { cases } = JSON.parse(out) as { cases: { name: string; outcome: string }[] }
  expect(cases.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
    ...['0 passed', '1 passed', '2 failed', '3 broken', '4 passed', '5 passed', '6 passed'],
  ])
})
