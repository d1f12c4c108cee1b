import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createGitRemote } from '../../../src/core/git/temporary-remote.ts'
import { diskOf, nodeFiles } from '../../../src/core/storage/files/index.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { serveGit } from '../../core/api/source-control/serve-git.ts'
import { gitCommands } from '../../needs.ts'
import { blocksOf, chapterOf, ROOT } from './documents.ts'
import { denoProgram, runWith, startWith } from './run-on-deno.ts'

setDefaultTimeout(60_000)
if (!denoProgram) console.error("Deno's permissions were not tried: it is not installed")

const STORAGE_FILES = join(ROOT, 'src/core/storage/files/index.ts')
const chapter = chapterOf('docs/runtimes.md', '## On Deno, with only the permissions that it needs')
const command = blocksOf(chapter)[0]?.code ?? ''

/** The permissions in a text, one for each thing that is allowed. */
const permissionsIn = (text: string) =>
  [...text.matchAll(/(--allow-[a-z]+)=('[^']*'|[^\s`]+)/g)].flatMap(([, flag, list = '']) =>
    list
      .replaceAll("'", '')
      .split(',')
      .map(allowed => `${flag}=${allowed}`),
  )

/** What the page tells to add for something. */
function permissionsFor(what: string): string[] {
  const row = chapter.split('\n').find(line => line.startsWith(`| ${what}`))
  if (!row) throw new Error(`docs/runtimes.md has no permissions for "${what}"`)
  return permissionsIn(row)
}

const MEMORY = permissionsIn(command)
const SETTINGS = Object.fromEntries(
  [...(/^(.*?)deno run/s.exec(command)?.[1] ?? '').matchAll(/(\S+)=(\S+)/g)].map(([, name, value]) => [name, value]),
)
const DOCUMENT = permissionsFor('a document in `data`')
const PAGE = ['--allow-env', '--allow-read=.', '--allow-run']

interface Start {
  permissions: string[]
  args: string[]
  /** What the folder holds before the start. */
  prepare?: (folder: string) => Promise<unknown>
  /** The repository to pull from, and how the page calls it. */
  remote?: { kind: 'folder' | 'http'; called: string }
}

const CASES: Record<string, Start> = {
  'in memory': { permissions: MEMORY, args: ['--memory'] },
  'with a document': { permissions: [...MEMORY, ...DOCUMENT], args: [] },
  'with a repository in a folder': {
    permissions: [...MEMORY, ...permissionsFor('a repository in the folder')],
    args: ['--memory'],
    remote: { kind: 'folder', called: '/repo' },
  },
  'with a repository behind http and a document': {
    permissions: [...MEMORY, ...DOCUMENT, ...permissionsFor('a repository at `http')],
    args: [],
    remote: { kind: 'http', called: 'git.example:3000' },
  },
  'with a repository behind http, in memory': {
    permissions: [...MEMORY, ...permissionsFor('the same with `--memory`')],
    args: ['--memory'],
    remote: { kind: 'http', called: 'git.example:3000' },
  },
  'with files to read at its start': {
    permissions: [...MEMORY, ...permissionsFor('`--seed')],
    args: ['--memory', '--seed', 'fixture.json', '--credential-types', 'types.json'],
    prepare: async folder => {
      await writeFile(join(folder, 'fixture.json'), '{"tags":[{"name":"seeded"}]}')
      await writeFile(join(folder, 'types.json'), '{"own":{"type":"object","properties":{}}}')
    },
  },
  'with a ready file': {
    permissions: [...MEMORY, ...permissionsFor('`--ready-file')],
    args: ['--memory', '--ready-file', 'ready/file.json'],
    prepare: folder => mkdir(join(folder, 'ready')),
  },
}

const PULL: Asked = ['POST', '/api/v1/source-control/pull', {}]
const ASKED: Asked[] = [
  ['GET', '/healthz'],
  ['GET', '/api/v1/docs'],
  ['GET', '/api/v1/openapi.json'],
  ['POST', '/api/v1/credentials', { name: 'Shop', type: 'httpBasicAuth', data: { user: 'a', password: 'b' } }],
  ['POST', '/api/v1/tags', { name: 'urgent' }],
  ['POST', '/api/v1/audit'],
  ['GET', '/_control/state'],
  ['POST', '/_control/reset'],
]
type Asked = [method: string, path: string, body?: unknown]

/** What comes of a start with these permissions: `undefined` where everything worked. */
async function complaintOf({ args, prepare, remote }: Start, permissions: string[]): Promise<string | undefined> {
  await using folder = await temporaryFolder()
  await using repository = await createGitRemote()
  await using git = await serveGit(repository.path)
  await repository.commit({ 'workflows/1.json': { id: '1', name: 'Intake', nodes: [], connections: {} } })
  await prepare?.(folder.path)
  const temporary = join(folder.path, 'tmp')
  await mkdir(temporary)
  const where = remote?.kind === 'http' ? git.url : repository.path
  const called: Record<string, string> = {
    '127.0.0.1:5678': '127.0.0.1:0',
    '/tmp': temporary,
    ...(remote ? { [remote.called]: remote.kind === 'http' ? new URL(git.url).host : repository.path } : {}),
  }
  const allowed = permissions.map(permission => {
    const [flag, what = ''] = permission.split('=')
    return `${flag}=${called[what] ?? what}`
  })
  try {
    const more = remote ? ['--git-remote', where] : []
    await using instance = await startWith(allowed, [...args, ...more], folder.path, {
      ...SETTINGS,
      TMPDIR: temporary,
    })
    const failed: string[] = []
    for (const [method, path, body] of remote ? [...ASKED, PULL] : ASKED) {
      const answer = await instance.ask(method, path, body)
      if (answer.status >= 400) failed.push(`${method} ${path}: ${answer.status} ${answer.body}`)
    }
    const { code, err } = await instance.stop()
    const kept = args.includes('--memory') || (await readdir(join(folder.path, 'data'))).includes('instance.json')
    if (!kept) failed.push('there is no document')
    return failed.length || code !== 0 || err !== '' ? `${failed} ${code} ${err}` : undefined
  } catch (error) {
    return String(error)
  }
}

/** Read only where `TMPDIR` is not set, and where no port is given. */
const SPARE = ['--allow-env=TMP', '--allow-env=TEMP', '--allow-env=PORT']

const POSSIBLE = Object.entries(CASES).filter(([, { remote }]) => gitCommands || remote?.kind !== 'http')

test('the permissions for the page are in docs/runtimes.md', () => {
  expect(chapter).toContain(`\`${PAGE.join(' ')}\``)
})

describe.skipIf(!denoProgram)("on Deno, the README's permissions", () => {
  test.each(POSSIBLE)('are enough %s', async (_name, it) => {
    expect(await complaintOf(it, it.permissions)).toBeUndefined()
  })

  test('let a second one see that the document is taken', async () => {
    await using folder = await temporaryFolder()
    const { permissions, args } = CASES['with a document'] as Start
    const allowed = permissions.map(permission => permission.replace('127.0.0.1:5678', '127.0.0.1:0'))
    await using _first = await startWith(allowed, args, folder.path, SETTINGS)
    expect(startWith(allowed, args, folder.path, SETTINGS)).rejects.toThrow('is in use by process')
    expect(startWith(['-A'], args, folder.path, SETTINGS)).rejects.toThrow('is in use by process')
  })

  test('are named by the page where they are missing, and enough for it', async () => {
    await using folder = await temporaryFolder()
    const allowed = MEMORY.map(permission => permission.replace('127.0.0.1:5678', '127.0.0.1:0'))
    await using without = await startWith(allowed, ['--memory'], folder.path, SETTINGS)
    const refused = await without.ask('GET', '/')
    expect([refused.status, refused.body]).toEqual([
      503,
      expect.stringContaining(PAGE.join(', ').replace(/, (?=\S+$)/, ' and ')),
    ])
    const network = allowed.filter(permission => permission.startsWith('--allow-net'))
    const forPage = PAGE.map(permission => permission.replace('=.', `=${ROOT}`))
    await using served = await startWith([...network, ...forPage], ['--memory'], folder.path, SETTINGS)
    expect((await served.ask('GET', '/')).status).toBe(200)
  })

  test.each(POSSIBLE)('are all needed %s', async (_name, it) => {
    const own = it.permissions === MEMORY ? MEMORY : it.permissions.slice(MEMORY.length)
    for (const left of own.filter(permission => !SPARE.includes(permission))) {
      const complaint = await complaintOf(
        it,
        it.permissions.filter(permission => permission !== left),
      )
      expect([left, complaint]).toEqual([left, expect.any(String)])
    }
  })

  test('let it see what file system a document is on', async () => {
    await using folder = await temporaryFolder()
    const script = `import { diskOf, nodeFiles } from '${STORAGE_FILES}'\nconsole.log(JSON.stringify(await diskOf('data', nodeFiles)))`
    const permissions = [...DOCUMENT, ...permissionsFor('to be told when')]
    await mkdir(join(folder.path, 'data'))
    const { share, isKnown } = await diskOf(folder.path, nodeFiles)
    expect(JSON.parse(await runWith(permissions, script, folder.path))).toEqual(
      share ? { share, isKnown } : { isKnown },
    )
  })
})
