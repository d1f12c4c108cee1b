import { expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

test("the README's test of a workflow runs as it stands, and fails for a changed condition", () => {
  const [, snippet = ''] =
    /`orders\.test\.mjs`:\n\n```js\n(.*?)```/s.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'understudy-readme-'))
  const run = () => Bun.spawnSync([process.execPath, 'test', 'orders.test.mjs'], { cwd: folder })
  try {
    writeFileSync(
      join(folder, 'orders.test.mjs'),
      snippet.replace("'n8n-understudy/testing'", JSON.stringify(join(ROOT, 'src/testing.ts'))),
    )
    cpSync(join(ROOT, 'docs/examples/workflows/orders.json'), join(folder, 'orders.json'))
    expect(run().exitCode).toBe(0)
    const workflow = readFileSync(join(folder, 'orders.json'), 'utf8')
    writeFileSync(join(folder, 'orders.json'), workflow.replace('"rightValue": 1000', '"rightValue": 5000'))
    const red = run()
    expect([red.exitCode, red.stderr.toString()]).toEqual([1, expect.stringContaining('1200 gt 5000 is false')])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
