import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startInstance } from '../../../src/testing.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { openapiTypes } from '../../tools/generate/openapi-types.ts'

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

async function clientOf(
  instance: { request(method: string, path: string): Promise<{ text: string }> },
  folder: string,
) {
  const { text } = await instance.request('GET', '/api/v1/openapi.json')
  writeFileSync(join(folder, 'api.ts'), await openapiTypes(text))
  cpSync(join(import.meta.dir, 'typed-calls.ts'), join(folder, 'typed-calls.ts'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(COMPILER))
}

const compile = (folder: string) =>
  spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], { cwd: folder, encoding: 'utf8' })

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
