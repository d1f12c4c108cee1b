import { expect, test } from 'bun:test'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCli, startCli, temporaryFolder } from '../../commands/run-cli.ts'
import { LARGE, orders } from './workflows.ts'

// only a process goes on until it is ended

const FILE = 'orders.workflow-test.json'
/** A test file whose case passes, or expects this text of a message. */
const cases = (text?: string) => {
  const expected = text === undefined ? {} : { expect: { nodes: { 'Notify Slack': { parameters: { text } } } } }
  return JSON.stringify({ workflow: './orders.json', cases: [{ name: 'large', ...LARGE, ...expected }] })
}

async function watching(folder: string, ...args: string[]) {
  const cli = startCli(['test', ...args, '--watch'], { cwd: folder })
  const says = async (text: string, stream: 'out' | 'err' = 'out') => {
    while (!cli.said[stream].includes(text)) await Bun.sleep(20)
  }
  const dispose = async () => {
    cli.kill('SIGTERM')
    await cli.ended
  }
  return { says, said: cli.said, [Symbol.asyncDispose]: dispose }
}

test('--watch runs again when a file of a folder below changes', async () => {
  await using folder = await temporaryFolder()
  const below = join(folder.path, 'below')
  await mkdir(below)
  for (const place of [folder.path, below]) await writeFile(join(place, 'orders.json'), JSON.stringify(orders()))
  await writeFile(join(folder.path, FILE), cases())
  await using it = await watching(folder.path)
  await it.says('\n1 passed, 0 failed\n')
  await writeFile(join(below, FILE), cases('no'))
  await it.says('\n\n1 passed, 1 failed\n')
  await writeFile(join(below, FILE), cases())
  await it.says('\n\n2 passed, 0 failed\n')
})

test('--watch of a file goes on after it was missing, and is not begun where it is', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, FILE)
  const refused = await runCli(['test', file, '--watch'])
  const missing = `understudy: ${file}: there is no such file or folder\n`
  expect([refused.code, refused.out, refused.err.startsWith(missing)]).toEqual([2, '', true])

  await writeFile(join(folder.path, 'orders.json'), JSON.stringify(orders()))
  await writeFile(file, cases())
  await using it = await watching(folder.path, FILE)
  await it.says('\n1 passed, 0 failed\n')
  await rm(file)
  await it.says(`${FILE}: there is no such file or folder`, 'err')
  await writeFile(file, cases('no'))
  await it.says('\n0 passed, 1 failed\n')
})
