import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startInstance, type TestInstance } from '../../../src/testing.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { blocksOf, textOf } from '../documents/documents.ts'

const ROOT = join(import.meta.dir, '../../..')

/** As strict as can be. */
const COMPILER = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: 'esnext',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    allowImportingTsExtensions: true,
    types: ['bun'],
    skipLibCheck: true,
    verbatimModuleSyntax: true,
  },
  files: ['typed-calls.ts', 'wrong-call.ts'],
}

async function clientOf(instance: TestInstance, folder: string) {
  installGenerator(folder)
  await generate([`${instance.url}/api/v1/openapi.json`, '--output', 'api.ts'], folder)
  cpSync(join(import.meta.dir, 'typed-calls.ts'), join(folder, 'typed-calls.ts'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(COMPILER))
}

const compile = (folder: string) =>
  spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'], {
    cwd: folder,
    encoding: 'utf8',
  })

const WRONG_CALL = `import createClient from 'openapi-fetch'
import type { paths } from './api.ts'
await createClient<paths>().POST('/tags', { body: { nam: 'x' } })
`

test('a client generated from the document of n8n-2.41 type-checks strictly, and calls each group', async () => {
  await using folder = await temporaryFolder()
  await using instance = await startInstance({ profile: 'n8n-2.41', licence: 'all' })
  await clientOf(instance, folder.path)
  writeFileSync(join(folder.path, 'wrong-call.ts'), WRONG_CALL)
  const errors = compile(folder.path)
    .stdout.split('\n')
    .filter(line => /^\S/.test(line))
  // a call that the document does not have is a type error, and the only one
  expect(errors).toEqual([expect.stringMatching(/^wrong-call\.ts.*'nam' does not exist/)])

  const args = ['typed-calls.ts', `${instance.url}/api/v1`, instance.apiKey]
  const bun = Bun.spawn([process.execPath, ...args], { cwd: folder.path, stdout: 'pipe', stderr: 'pipe' })
  const [said, wrong] = await Promise.all([new Response(bun.stdout).text(), new Response(bun.stderr).text()])
  expect(wrong).toBe('')
  expect(JSON.parse(said)).toMatchObject({
    archived: false,
    versions: [expect.any(String)],
    tag: 'typed',
    credentials: ['Typed'],
    executions: 0,
    rows: 0,
    emails: [expect.any(String)],
    projects: ['personal'],
    variables: 0,
    packages: 0,
    pull: 400,
  })
}, 60_000)

test('the lines of docs/testing.md make a typed client, that calls an instance', async () => {
  await using folder = await temporaryFolder()
  await using instance = await startInstance({ apiKey: 'dev', fixture: { tags: [{ name: 'urgent' }] } })
  const block = (begins: string) => {
    const found = blocksOf(textOf('docs/testing.md')).find(({ code }) => code.startsWith(begins))
    return (found?.code ?? '').replaceAll('http://127.0.0.1:5678', instance.url)
  }
  installGenerator(folder.path)
  const [, command = ''] = block('npm install --save-dev openapi-fetch').trim().split('\n')
  const [npx, program, ...args] = command.split(' ')
  expect([npx, program]).toEqual(['npx', 'openapi-typescript'])
  await generate(args, folder.path)
  const rest = `const { data } = await client.GET('/tags')\nconst names: string[] | undefined = data?.data?.map(({ name }) => name)\nconsole.log(names)\n`
  writeFileSync(join(folder.path, 'client.ts'), `${block('import createClient')}${rest}`)
  writeFileSync(join(folder.path, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify({ ...COMPILER, files: ['client.ts'] }))
  expect(compile(folder.path).stdout).toBe('')
  const { stdout, stderr } = Bun.spawn([process.execPath, 'client.ts'], {
    cwd: folder.path,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  expect([await new Response(stdout).text(), await new Response(stderr).text()]).toEqual(['[ "urgent" ]\n', ''])
}, 60_000)

/** Runs `npx openapi-typescript`. */
async function generate(args: string[], folder: string) {
  const bin = join(folder, 'node_modules/openapi-typescript/bin/cli.js')
  const { exited, stderr } = Bun.spawn([process.execPath, bin, ...args], {
    cwd: folder,
    stdout: 'ignore',
    stderr: 'pipe',
  })
  expect([await exited, await new Response(stderr).text()]).toEqual([0, ''])
}

/** As npm installs it: beside a TypeScript 5, whose compiler API it uses. */
function installGenerator(folder: string) {
  const modules = join(ROOT, 'node_modules')
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(modules)) {
    if (name !== 'typescript' && name !== 'openapi-typescript')
      symlinkSync(join(modules, name), join(folder, 'node_modules', name))
  }
  symlinkSync(join(modules, 'typescript-5'), join(folder, 'node_modules/typescript'))
  cpSync(join(modules, 'openapi-typescript'), join(folder, 'node_modules/openapi-typescript'), { recursive: true })
}
