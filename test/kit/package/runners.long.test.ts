import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { pack } from './pack.ts'
import { compilerOf, installInto, makeProject, RUNNERS, type Runner } from './runner-projects.ts'
import { facts } from './runners/client-facts.ts'

const SLOW_MS = 300_000

let folder = ''
let file = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-runners-'))
  file = pack(folder).file
}, SLOW_MS)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(RUNNERS.map(runner => [runner.name, runner.type, runner] as const))(
  'the packed file passes the client suite of %s in an empty %s project, with strict types',
  (name, type, runner) => {
    const project = join(folder, `${name}-${type}`)
    makeProject(runner, project, file)
    const { status, said } = run(compilerOf(runner), project)
    expect([status, said]).toEqual([0, said])
    const { status: tested, said: results } = run(runner.command(), project)
    expect([tested, results]).toEqual([0, results])
    expect([Number(runner.passed.exec(results)?.[1]), results]).toEqual([testsOf(runner), results])
  },
  SLOW_MS,
)

const old = oldNode()

// without a Node before 22 on this machine there is nothing to try it on
describe.skipIf(old === undefined)(`on a Node that is too old (${old?.version ?? 'there is none'})`, () => {
  const needed = `Understudy needs Node 22 or later, Bun or Deno; this is Node ${old?.version}`

  test('the command says in one line what is needed', () => {
    const project = oldProject()
    const command = join(project, 'node_modules/n8n-understudy/lib/cli.js')
    expect(run([old?.program ?? '', command, '--memory'], project)).toEqual({
      status: 1,
      said: `understudy: ${needed}\n`,
    })
  })

  test.each([
    ['import.mjs', "import { startInstance } from 'n8n-understudy/testing'"],
    ['require.cjs', "const { startInstance } = require('n8n-understudy/testing')"],
  ])('the kit rejects with it, by %s', (name, line) => {
    const project = oldProject()
    writeFileSync(join(project, name), `${line}\nstartInstance().catch(({ message }) => console.log(message))\n`)
    expect(run([old?.program ?? '', name], project)).toEqual({ status: 0, said: `${needed}\n` })
  })

  const oldProject = () => {
    const project = mkdtempSync(join(folder, 'old-'))
    installInto(project, file)
    return project
  }
})

/** The machine's own Node, where it is too old. */
function oldNode() {
  const PATH = (process.env.PATH ?? '').split(delimiter).filter(path => !path.includes('node_modules'))
  const asked = ['-p', 'process.execPath + " " + process.versions.node']
  const env = { ...process.env, PATH: PATH.join(delimiter) }
  const { stdout } = spawnSync('node', asked, { encoding: 'utf8', env })
  const [program = '', version = ''] = (stdout ?? '').trim().split(' ')
  return Number.parseInt(version, 10) < 22 ? { program, version } : undefined
}

/** Each fact, what its own file adds to them, and its example. */
const testsOf = ({ example }: Runner) => Object.keys(facts).length + 1 + (example?.tests ?? 0)

function run([program = '', ...args]: string[], cwd: string) {
  const env = { ...process.env, NODE_ENV: undefined, FORCE_COLOR: undefined, NO_COLOR: '1' }
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}
