import { describe, expect, test } from 'bun:test'
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
