import { expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCli, temporaryFolder } from './run-cli.ts'

/** As somebody wrote it: what is not mended keeps its form. */
const TEXT = `{ "name": "Orders", "settings": {},
  "nodes": [
    { "id": "1", "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
    { "id": "2", "name": "Call", "type": "n8n-nodes-base.httpRequest", "typeVersion": 4.2, "position": [200, 0],
      "parameters": { "url": "https://api.example/{{ $json.id }}", "metod": "POST", "sendBody": "false", "limit": 3 } }
  ],
  "connections": { "Start": { "main": [[{ "node": "Call", "type": "main", "index": 0 }]] } }
}
`

test('--fix mends what can be mended safely, leaves the rest as it is written, and says both', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'orders.json')
  await writeFile(file, TEXT)
  const { code, out } = await runCli(['validate', 'orders.json', '--fix'], { cwd: folder.path })
  expect(code).toBe(0)
  expect(await readFile(file, 'utf8')).toBe(
    TEXT.replace('"https', '"=https').replace('metod', 'method').replace('"false"', 'false'),
  )
  for (const path of ['url', 'metod', 'sendBody'])
    expect(out).toContain(`orders.json: mended: /nodes/1/parameters/${path}: `)
  expect(out).toContain('"Call" has no parameter "limit"')
  const again = await runCli(['validate', 'orders.json', '--fix', '--json'], { cwd: folder.path })
  expect(JSON.parse(again.out)).toMatchObject({ fixed: [], faults: 0, warnings: 2 })
})

test('without --fix nothing is written, and --json says what the fix would be', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'orders.json')
  await writeFile(file, JSON.stringify({ workflows: [JSON.parse(TEXT)] }))
  const before = await readFile(file, 'utf8')
  const { out } = await runCli(['validate', 'orders.json', '--json', '--profile', 'n8n-2.41'], { cwd: folder.path })
  expect(JSON.parse(out).findings).toContainEqual(
    expect.objectContaining({
      rule: 'unknown-parameter',
      path: '/workflows/0/nodes/1/parameters/metod',
      value: 'POST',
      didYouMean: 'method',
      expected: expect.arrayContaining(['method', 'url']),
      fix: [
        {
          op: 'move',
          from: '/workflows/0/nodes/1/parameters/metod',
          path: '/workflows/0/nodes/1/parameters/method',
        },
      ],
    }),
  )
  expect(await readFile(file, 'utf8')).toBe(before)
})
