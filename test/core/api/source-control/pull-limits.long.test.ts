import { expect, test } from 'bun:test'
import { createGitRemote } from '../../../../src/core/git/temporary-remote.ts'
import { startCli } from '../../../commands/run-cli.ts'
import { BLOB, commit, object, packOf, tree } from './hostile-packs.ts'
import { serveHostile } from './hostile-remotes.ts'
import { workflowFile } from './setting.ts'

const dripping = {
  pack: () => ({ head: '1'.repeat(40), pack: packOf([]) }),
  answer(response: import('node:http').ServerResponse, bytes: Buffer) {
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
    let at = 0
    const timer = setInterval(() => response.write(bytes.subarray(at, ++at)), 20)
    response.on('close', () => clearInterval(timer))
  },
}

test('a remote that drips is given up when the time of a pull is over', async () => {
  await using server = await serveHostile(dripping)
  await using instance = await startPuller('--git-remote', server.url, '--pull-timeout', '1')
  const { body } = await instance.pull()
  expect(body).toMatchObject({ code: 'timeout' })
  expect(body.message).toMatch(/took longer than 1 s; --pull-timeout allows more/)
})

test('--pull-max-bytes is the most that a pull unpacks, over HTTP', async () => {
  const remote = { pack: () => oneWorkflow('x'.repeat(100_000)) }
  await using server = await serveHostile(remote)
  await using small = await startPuller('--git-remote', server.url, '--pull-max-bytes', '250000')
  expect((await small.pull()).body).toMatchObject({ code: 'too-large' })
  await using large = await startPuller('--git-remote', server.url, '--pull-max-bytes', '500000')
  expect((await large.pull()).status).toBe(200)
})

test('--pull-max-bytes is the most that a pull unpacks, from a local repository', async () => {
  await using remote = await createGitRemote()
  await remote.commit({ 'workflows/1.json': workflowFile('1', 'x'.repeat(100_000)) })
  await using instance = await startPuller('--git-remote', remote.path, '--pull-max-bytes', '100000')
  expect((await instance.pull()).body).toMatchObject({ code: 'too-large' })
})

test('no path, id or branch of a stranger brings a control character into the log or a message', async () => {
  const evil = '\u001b[2J\nStarted\u009b\u202e'
  const blob = object(
    BLOB,
    Buffer.from(JSON.stringify({ ...workflowFile(`1${evil}`, `W${evil}`), settings: { timezone: 1 } })),
  )
  const folder = tree([
    ['100644', 'a.json', blob.oid],
    ['100644', `b${Buffer.from(evil).toString('latin1')}.json`, blob.oid],
    ['120000', `c${Buffer.from(evil).toString('latin1')}.json`, blob.oid],
    ['100644', 'd\u00ff.json', blob.oid],
  ])
  const root = tree([['40000', 'workflows', folder.oid]])
  const head = commit(root.oid)
  const pack = packOf([head.entry, root.entry, folder.entry, blob.entry])
  await using server = await serveHostile({
    pack: () => ({ head: head.oid, pack }),
    branches: [`b${evil.replace('\n', '')}`],
  })
  await using instance = await startPuller('--git-remote', server.url)
  const { status, body } = await instance.pull()
  await using other = await startPuller('--git-remote', server.url, '--git-branch', 'other')
  const missing = await other.pull()
  expect([status, missing.status]).toEqual([400, 400])
  expect(missing.body.message).toContain('it has main, b\\u001b[2JStarted\\u009b\\u202e')
  expect(instance.log()).toContain('workflows/c\\u001b[2J\\u000aStarted\\u009b\\u202e.json was not read')
  expect(instance.log()).toContain('workflows/? was not read, it is a name with unprintable characters')
  const said = [instance.log(), other.log(), body.message, missing.body.message].join('')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(said.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
  expect(said).not.toMatch(/^Started/m)
})

/** Starts an instance, and pulls by its API. */
async function startPuller(...args: string[]) {
  const cli = startCli(['--memory', '--port', '0', '--api-key', 'key', ...args])
  const url = `${await cli.url()}/api/v1/source-control/pull`
  const headers = { 'X-N8N-API-KEY': 'key', 'content-type': 'application/json' }
  return {
    /** What it wrote to its standard error. */
    log: () => cli.said.err,
    async pull() {
      const answer = await fetch(url, { method: 'POST', headers, body: '{}' })
      return { status: answer.status, body: (await answer.json()) as { message?: string; code?: string } }
    },
    async [Symbol.asyncDispose]() {
      cli.kill('SIGKILL')
      await cli.ended
    },
  }
}

function oneWorkflow(name: string) {
  const blob = object(BLOB, Buffer.from(JSON.stringify(workflowFile('1', name))))
  const folder = tree([['100644', '1.json', blob.oid]])
  const root = tree([['40000', 'workflows', folder.oid]])
  const head = commit(root.oid)
  return { head: head.oid, pack: packOf([head.entry, root.entry, folder.entry, blob.entry]) }
}
