import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import packageJson from '../../../package.json'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { licenceTexts } from './licence-texts.js'

const ROOT = join(import.meta.dirname, '../../..')
const CHECK = join(import.meta.dirname, 'check-release.ts')

const KNOWN = {
  ...packageJson,
  repository: 'github:somebody/understudy',
  homepage: 'https://example.com',
  bugs: 'https://example.com/issues',
  author: 'Somebody',
}
const DATED = `# Changelog\n\n## [${packageJson.version}] - 2026-12-01\n`

async function check(manifest: object, changelog: string) {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'docs'))
  await writeFile(join(folder.path, 'package.json'), JSON.stringify(manifest))
  await writeFile(join(folder.path, 'docs/CHANGELOG.md'), changelog)
  const { status, stderr } = spawnSync(process.execPath, [CHECK, folder.path], { encoding: 'utf8' })
  return { status, said: stderr }
}

test.each([
  { name: 'passes when everything is known', manifest: KNOWN, changelog: DATED, status: 0, said: '' },
  {
    name: 'is refused with a placeholder',
    manifest: { ...KNOWN, author: 'OWNER' },
    changelog: DATED,
    status: 1,
    said: '"author" in package.json still has',
  },
  {
    name: 'is refused without a homepage',
    manifest: { ...KNOWN, homepage: undefined },
    changelog: DATED,
    status: 1,
    said: 'package.json has no "homepage"',
  },
  {
    name: 'is refused when the changelog does not name it',
    manifest: KNOWN,
    changelog: '# Changelog\n',
    status: 1,
    said: 'docs/CHANGELOG.md has no section',
  },
] satisfies { name: string; manifest: object; changelog: string; status: number; said: string }[])(
  'a release $name',
  async ({ manifest, changelog, status, said }) => {
    expect(await check(manifest, changelog)).toEqual({ status, said: expect.stringContaining(said) })
  },
)

test('a release is refused while a document has a placeholder, or where the tag is of another version', async () => {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'docs/examples'), { recursive: true })
  await writeFile(join(folder.path, 'package.json'), JSON.stringify(KNOWN))
  await writeFile(join(folder.path, 'docs/CHANGELOG.md'), DATED)
  const example = join(folder.path, 'docs/examples/ci.yml')
  const tried = (tag: string) => {
    const { status, stderr } = spawnSync(process.execPath, [CHECK, folder.path, '--tag', tag], { encoding: 'utf8' })
    return [status, stderr]
  }
  await writeFile(example, 'uses: OWNER/understudy@v1')
  const tag = `v${packageJson.version}`
  expect(tried(tag)).toEqual([1, 'docs/examples/ci.yml still has the placeholder OWNER\n'])
  await writeFile(example, 'uses: somebody/understudy@v1')
  expect(tried(tag)).toEqual([0, ''])
  expect(tried('v9.9.9')).toEqual([1, `the tag is v9.9.9, but package.json has the version ${packageJson.version}\n`])
})

test('the release workflow checks the tag before it builds package, executables and image for two architectures', () => {
  const { on, jobs } = parse(readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8'))
  expect(on).toEqual({ push: { tags: ['v*'] } })
  const runs = jobs.check.steps.flatMap(({ run }: { run?: string }) => run ?? [])
  expect(runs[0]).toBe('bun test/tools/release/check-release.ts --tag "$GITHUB_REF_NAME"')
  const { check, ...builds } = jobs
  expect(check.needs).toBeUndefined()
  expect(Object.values<{ needs: string }>(builds).map(({ needs }) => needs)).toEqual(['check', 'check', 'check'])
  const image = builds.image.steps.find(({ id }: { id?: string }) => id === 'push').with
  expect(image.platforms).toBe('linux/amd64,linux/arm64')
  expect(existsSync(join(ROOT, image.file))).toBe(true)
})

test('the release workflow attests the executables and the image, and publishes the list of what is inside', () => {
  const { jobs } = parse(readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8'))
  const { executables, image } = jobs
  for (const { permissions } of [executables, image]) {
    expect(permissions).toMatchObject({ 'id-token': 'write', attestations: 'write' })
  }
  const [sbom, provenance, attested, release] = executables.steps.slice(-4)
  const [command, file] = sbom.run.split(' > ')
  expect(provenance.uses).toStartWith('actions/attest-build-provenance@')
  expect(attested.uses).toStartWith('actions/attest-sbom@')
  const subject = 'dist/understudy*'
  expect([provenance.with, attested.with]).toEqual([
    { 'subject-path': subject },
    { 'subject-path': subject, 'sbom-path': file },
  ])
  expect([file, release.run]).toEqual(['dist/sbom.cdx.json', expect.stringContaining(' dist/*')])

  const [program, ...args] = command.split(' ')
  expect(program).toBe('bun')
  const { bomFormat, components } = JSON.parse(
    spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }).stdout,
  ) as { bomFormat: string; components: { name: string; version: string; purl: string }[] }
  const named = new Map(components.map(({ name, ...rest }) => [name, rest]))
  // several versions of a package may be there
  const listed = new Set(components.map(({ name, version }) => `${name} ${version}`))
  expect(bomFormat).toBe('CycloneDX')
  const own = Object.entries(packageJson.dependencies).map(([name, version]) => `${name} ${version}`)
  expect(own.filter(dependency => !listed.has(dependency))).toEqual([])
  expect(named.get('@borewit/text-codec')?.purl).toMatch(/^pkg:npm\/%40borewit\/text-codec@\d/)
  expect(named.get('bun')?.version).toBe(Bun.version)
  expect(named.has('jest')).toBe(false)

  const [pushed, signed] = image.steps.slice(-2)
  expect(pushed).toMatchObject({ id: 'push', with: { sbom: true, provenance: 'mode=max', push: true } })
  expect(signed.uses).toStartWith('actions/attest-build-provenance@')
  expect(signed.with['subject-digest']).toMatch(/^\$\{\{ steps\.push\.outputs\.digest \}\}$/)
})

test('npm checks a release before it publishes', () => {
  expect(packageJson.scripts.prepublishOnly).toStartWith('bun test/tools/release/check-release.ts && ')
})

test.each(['README.md', 'package.json'])(
  '%s says that the project is not affiliated with the makers of the service',
  file => {
    const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/\s+/g, ' ')
    expect(text).toMatch(/not affiliated with (?:n8n GmbH, )?the makers of/i)
  },
)

test('the licence of a package inside is its file, the comments of its sources, or what it names; or the build fails', async () => {
  await using folder = await temporaryFolder()
  const files = {
    'a/package.json': '{"name":"a","version":"1.0.0","license":"MIT"}',
    'a/LICENSE.md': 'The licence of a',
    'a/a.js': '',
    'b/package.json': '{"name":"b","version":"1.0.0","license":"MIT"}',
    'b/b.js': '// Copyright (c) B\n//\n// Permission is hereby granted, by b\n\n// no notice\ncode()\n',
    'c/package.json': '{"name":"c","version":"1.0.0","license":"Apache-2.0","author":{"name":"C"}}',
    'c/c.js': '// Copyright, but no licence\n',
    'd/package.json': '{"name":"d","version":"1.0.0","license":"Zlib","author":"D"}',
    'd/d.js': '',
  }
  for (const [name, text] of Object.entries(files)) await Bun.write(join(folder.path, 'node_modules', name), text)
  const textsOf = (...names: string[]) =>
    licenceTexts(
      folder.path,
      names.map(name => join(folder.path, 'node_modules', name, `${name}.js`)),
    ).split(/^-{80}$/m)
  const [a, b, c] = textsOf('c', 'a', 'b').map(text => text.trim())
  expect(a).toBe('a 1.0.0 (MIT)\n\nThe licence of a')
  expect(b).toStartWith('b 1.0.0 (MIT)\n\nCopyright (c) B\n\nPermission is hereby granted, by b')
  expect(c).toMatch(
    /^c 1\.0\.0 \(Apache-2\.0\)\n\nCopyright C\n\n +Apache License\n[\s\S]*END OF TERMS AND CONDITIONS$/,
  )
  expect(() => textsOf('a', 'd')).toThrow('d 1.0.0 (Zlib) ships no licence')
})
