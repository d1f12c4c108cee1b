import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { parse } from 'yaml'
import { ROOT, textOf } from './documents.ts'

const job = parse(textOf('docs/examples/ci/github-workflow.yml')).jobs.test
const start = job.steps.find(({ name }: { name?: string }) => name === 'Start Understudy')
/** Where the workflow clones from. */
const OWNER = 'https://github.com/OWNER/'

/** A machine on which the steps of docs/examples/ci/github-workflow.yml run, as GitHub runs them. */
export interface CiMachine extends Disposable {
  /** What the workflow tests: a folder with `test/fixture.json`. */
  workspace: string
  /** Where it says that the API is. */
  apiUrl: string
  apiKey: string
  startUnderstudy(): { status: number | null; stdout: string; stderr: string }
  /** What the last step prints, after a failure. */
  readLog(): string
}

/** @param alsoInRepository paths of this repository that the clone has beside what the server needs */
export async function createCiMachine(alsoInRepository: string[] = []): Promise<CiMachine> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'understudy-ci-'))
  const [workspace, temporary, origin] = ['workspace', 'temporary', 'origin'].map(name => join(folder, name))
  if (!workspace || !temporary || !origin) throw new Error('three folders were named')
  makeRepository(join(origin, 'understudy'), alsoInRepository)
  mkdirSync(join(workspace, 'test'), { recursive: true })
  mkdirSync(temporary)
  writeFileSync(join(workspace, 'test/fixture.json'), '{"tags":[{"name":"from the fixture"}]}')
  mkdirSync(join(folder, 'bin'))
  symlinkSync(process.execPath, join(folder, 'bin/bun'))
  const ready = join(folder, 'ready.json')
  const env = {
    ...process.env,
    ...job.env,
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
    PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
    GITHUB_WORKSPACE: workspace,
    RUNNER_TEMP: temporary,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.file://${origin}/.insteadOf`,
    GIT_CONFIG_VALUE_0: OWNER,
    UNDERSTUDY_PORT: String(port),
    UNDERSTUDY_READY_FILE: ready,
  }
  const local = (text: string) => text.replaceAll('5678', String(port))
  const run = (script: string) =>
    spawnSync('bash', ['-e', '-c', local(script)], { cwd: workspace, env, encoding: 'utf8' })
  return {
    workspace,
    apiUrl: local(job.env.API_URL),
    apiKey: job.env.API_KEY,
    startUnderstudy: () => run(start.run),
    readLog: () => run(job.steps.at(-1).run).stdout,
    [Symbol.dispose]() {
      if (existsSync(ready)) process.kill(JSON.parse(readFileSync(ready, 'utf8')).pid, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A repository with what a checkout of this one has, as far as the server needs it. */
function makeRepository(folder: string, also: string[]) {
  for (const path of ['package.json', 'bun.lock', 'src', 'data', ...also]) {
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  }
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
  for (const words of [
    ['init', '--quiet'],
    ['add', '--all'],
    [...identity, 'commit', '--quiet', '--message=all'],
  ]) {
    const { status, stderr } = spawnSync('git', words, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`)
  }
}

const freePort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
