import { describe, expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { exitCodeOf } from '../../src/commands/promote.ts'
import type { Promotion } from '../../src/migrate/promote/promote.ts'
import { startInstance } from '../../src/testing.ts'
import { temporaryFolder } from './run-cli.ts'

const CLI = join(import.meta.dirname, '../../src/cli.ts')
const KEY = 'key-that-nobody-may-see'
const hasTerminal = process.platform === 'linux' && Bun.which('script') !== null

/** Runs a command at a terminal with this many columns. Each answer is typed once its question is there. */
function runAtTerminal(cwd: string, columns: number, args: string[], answers: [question: string, typed: string][]) {
  const command = `stty cols ${columns}; '${process.execPath}' '${CLI}' ${args.join(' ')}`
  const env = { ...process.env, NO_COLOR: '1', TERM: 'xterm' }
  const child = spawn('script', ['-qfec', command, '/dev/null'], { cwd, env })
  const left = [...answers]
  let said = ''
  child.stdout.on('data', chunk => {
    said += chunk
    const [next] = left
    if (!next || !said.includes(next[0])) return
    left.shift()
    child.stdin.write(next[1])
  })
  return new Promise<{ code: number | null; said: string }>(resolve => {
    child.once('close', code => resolve({ code, said }))
  })
}

/** What a bar drew, one after the other, and what was written after it was gone. */
function drawnIn(said: string) {
  const [asked, ...drawn] = said.split('\r\x1b[2K')
  return { asked, drawn, rest: drawn.pop() }
}

const FULL = '█'.repeat(24)

describe.skipIf(!hasTerminal)('at a terminal', () => {
  test('a clone asks for the key, which is not shown, and draws a bar that is gone at the end', async () => {
    await using folder = await temporaryFolder()
    const executions = [1, 2, 3, 4].map(id => ({ id, workflowId: 'w', status: 'success' as const }))
    const workflows = [
      { id: 'w', name: 'W', active: true, tags: ['a'] },
      { id: 'v', name: 'V', tags: ['a'] },
      { id: 'u', name: 'U', active: true },
    ]
    const fixture = { tags: [{ name: 'a' }], workflows, executions }
    await using source = await startInstance({ apiKey: KEY, fixture })
    source.faults.add({ path: '/executions/:id', delay: 120 })
    const flags = ['--fixture', 'copy.json', '--executions', '4', '--concurrency', '1', '--active', '--tag', 'a']
    const args = ['clone', source.url, ...flags]
    const { code, said } = await runAtTerminal(folder.path, 60, args, [['API key of', `${KEY}\r`]])
    const { asked, drawn, rest } = drawnIn(said)
    expect([code, asked]).toEqual([0, `API key of ${source.url}: \r\n`])
    expect(drawn).toEqual(
      expect.arrayContaining([
        `${FULL} tags 1 of 1`,
        `${FULL} credentials 0 of 0`,
        `${'█'.repeat(12)}${'░'.repeat(12)} executions 2 of 4`,
        `${FULL} executions 4 of 4`,
      ]),
    )
    expect(rest).toBe(
      `${source.url} answers like contract.\r\n` +
        'copy.json: 1 user, 1 tag, 0 credentials, 1 workflow, 4 executions\r\n' +
        'Credentials that no workflow names are not copied: the service lists none with this key.\r\n' +
        'npx n8n-understudy serve --memory --seed copy.json serves the copy. Its credentials have placeholder data.\r\n',
    )
    expect(said).not.toContain(KEY)
  })

  test('a promotion asks before it does anything, and takes no other answer for a yes', async () => {
    await using folder = await temporaryFolder()
    await using target = await startInstance({ apiKey: KEY })
    await writeFile(join(folder.path, 'mine.json'), JSON.stringify({ tags: [{ id: '1', name: 'a' }] }))
    const args = ['promote', target.url, '--data', 'mine.json']
    const promote = (answer: string) =>
      runAtTerminal(folder.path, 30, args, [
        ['API key of', `${KEY}\r`],
        ['[y/N]', answer],
      ])
    for (const answer of ['yeah\r', '\x04']) {
      const { code, said } = await promote(answer)
      expect([code, said]).toEqual([2, expect.stringContaining('Do this? [y/N] ')])
      expect(said).toEndWith('understudy: nothing was sent\r\n')
      expect(drawnIn(said).drawn.every(line => line.length < 30)).toBe(true)
    }
    expect(target.state().tags).toEqual([])
    const { code, said } = await promote(' Yes \r')
    expect([code, said]).toEqual([0, expect.stringContaining('tag "a" created')])
    expect(target.state().tags).toHaveLength(1)
    expect(said).not.toContain(KEY)
  })
})

test.each<{ isDone: boolean; refused: number; isDryRun: boolean; code: number }>([
  { isDone: true, refused: 0, isDryRun: false, code: 0 },
  { isDone: true, refused: 1, isDryRun: false, code: 1 },
  { isDone: false, refused: 0, isDryRun: true, code: 0 },
  { isDone: false, refused: 2, isDryRun: true, code: 1 },
])(
  'a promotion that is done: $isDone, with $refused that cannot be, in a dry run: $isDryRun, ends with $code',
  ({ isDone, refused, isDryRun, code }) => {
    const promotion = { isDone, plan: { refused }, failures: [] } as unknown as Promotion
    expect(exitCodeOf(promotion, isDryRun)).toBe(code)
  },
)
